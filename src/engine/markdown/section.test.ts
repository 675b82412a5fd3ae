import { describe, expect, it } from 'vitest';
import { getSection, type Heading } from './section.ts';

const headings: Heading[] = [
  { level: 1, text: 'Plan', line: 1 },
  { level: 2, text: 'Risks', line: 3 },
  { level: 3, text: 'Money', line: 5 },
  { level: 2, text: 'Steps', line: 8 },
  { level: 1, text: 'Review', line: 10 },
  { level: 2, text: 'Risks', line: 12 },
  { level: 2, text: 'C# notes', line: 14 },
  { level: 3, text: 'A > B', line: 16 },
  { level: 2, text: 'Cafe\u0301', line: 20 },
  { level: 4, text: 'Deep', line: 22 },
];

describe('getSection', () => {
  it.each<[section: string, first: number, end: number | undefined]>([
    ['Plan', 0, 9],
    ['Risks', 2, 7],
    ['risks', 2, 7],
    ['  RISKS ', 2, 7],
    ['Review > Risks', 11, 13],
    ['Review>Risks', 11, 13],
    ['Review#Risks', 11, 13],
    ['#Review#Risks', 11, 13],
    ['Plan > Money', 4, 7],
    ['Plan > Risks > Money', 4, 7],
    ['Plan#Risks > Money', 4, 7],
    ['Review/Risks', 11, 13],
    ['Plan/Risks > Money', 4, 7],
    ['C# notes', 13, 19],
    ['Review > C# notes', 13, 19],
    ['A > B', 15, 19],
    ['Review#A > B', 15, 19],
    ['Caf\u00e9', 19, undefined],
    ['Review', 9, undefined],
    ['Deep', 21, undefined],
  ])('%j is lines %i to %s', (section, first, end) => {
    expect(getSection(headings, section)).toEqual({ first, end });
  });

  it.each(['', '   ', '>', '#', 'Missing', 'Risks > Plan', 'Steps > Money', 'Plan > Review', 'Plan > Plan'])(
    'there is no %j',
    (section) => {
      expect(() => getSection(headings, section)).toThrow(
        expect.objectContaining({
          code: 'INVALID_PARAMS',
          details: expect.objectContaining({ parameter: 'section' }),
        }),
      );
    },
  );

  it('takes a heading by its whole name first', () => {
    const dates = ['2026', '01', '2026/01'].map((text, i) => ({ level: i === 1 ? 2 : 1, text, line: i + 1 }));
    expect(getSection(dates, '2026/01')).toEqual({ first: 2, end: undefined });
    expect(getSection(dates.slice(0, 2), '2026/01')).toEqual({ first: 1, end: undefined });
  });

  it('names the closest headings', () => {
    const hint = (section: string) => {
      try {
        return getSection(headings, section);
      } catch (error) {
        return (error as { hint: string }).hint;
      }
    };
    expect(hint('Plan > Risk')).toBe('Closest: "Risks"');
    expect(hint('Monye')).toBe('Closest: "Money"');
    expect(hint('nothing like it')).toBe('Ask for the outline to see the headings');
  });

  it('names the headings there are, within reason', () => {
    const many = Array.from({ length: 500 }, (_, i) => ({
      level: 1,
      text: `${i} ${'x'.repeat(500)}`,
      line: i + 1,
    }));
    try {
      getSection(many, 'y'.repeat(100_000));
      expect.unreachable();
    } catch (error) {
      expect(JSON.stringify((error as { details: unknown }).details).length).toBeLessThan(10_000);
      expect((error as Error).message.length).toBeLessThan(300);
    }
  });

  it.each([
    ['space', ' '.repeat(500_000)],
    ['signs', '>'.repeat(500_000)],
    ['parts', 'a>'.repeat(250_000)],
  ])('hostile %s end soon', (_, section) => {
    const many = Array.from({ length: 5000 }, (__, i) => ({ level: (i % 6) + 1, text: 'a', line: i + 1 }));
    const start = performance.now();
    expect(() => getSection(many, `${section}b`)).toThrow();
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
