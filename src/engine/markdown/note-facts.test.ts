import { describe, expect, it } from 'vitest';
import { renderInstant } from '../clock.ts';
import { parseInstant, zonedToInstant } from './dates.ts';
import { deriveFacts } from './note-facts.ts';
import { renderPlainText } from './plain-text.ts';
import { scanNote } from './scan.ts';
import { parseFrontmatter } from './yaml.ts';

const times = { birthMs: 1000.7, mtimeMs: 2000.9 };

function facts(text: string, timeZone = 'UTC', fileName = 'File name.md') {
  const scan = scanNote(text);
  const yaml =
    scan.frontmatter === undefined ? '' : text.slice(scan.frontmatter.yamlStart, scan.frontmatter.yamlEnd);
  return deriveFacts(scan, parseFrontmatter(yaml).data, text, fileName, times, timeZone);
}

describe('the title', () => {
  it.each([
    ['---\ntitle: From property\n---\n# Heading', 'From property'],
    ['---\ntitle: 2024\n---\n# Heading', '2024'],
    ['---\ntitle: ""\n---\n# Heading', 'Heading'],
    ['---\ntitle: [a, b]\n---\n# Heading', 'Heading'],
    ['---\ntitle: >\n  two\n  lines\n---\n', 'two lines'],
    ['## Second\n# First', 'First'],
    ['# The **bold** [link](x.md) and [[note|alias]]', 'The bold link and alias'],
    ['#\n', 'File name'],
    ['text', 'File name'],
  ])('of %j', (text, title) => {
    expect(facts(text).title).toBe(title);
  });

  it('drops the extension in any case', () => {
    expect(facts('', 'UTC', 'A.MD').title).toBe('A');
  });
});

describe('markup reduced to text', () => {
  it.each([
    ['plain', 'plain'],
    ['`code *x*` and **b** _i_ ~~s~~ ==h==', 'code *x* and b i s h'],
    ['snake_case_name 2 * 3 * 4', 'snake_case_name 2 * 3 * 4'],
    ['[`code`](u) ![alt](p) [t][r] <https://x.org>', 'code alt t https://x.org'],
    ['a <b>c</b> &amp; \\*d\\* ^id', 'a c & *d*'],
    ['note[^1] [[a#b]]', 'note a#b'],
  ])('%j', (markup, text) => {
    expect(renderPlainText(markup)).toBe(text);
  });
});

describe('id, aliases and tags', () => {
  it('come from the properties', () => {
    const found = facts(
      '---\nid: 0042\naliases: [One, Two]\nalias: Two, Three\ntags:\n  - "#a"\n  - B/c\n  - 2024\ntag: "x, #y z"\n---\n#A #d\n',
    );
    expect(found.id).toBe('0042');
    expect(found.aliases).toEqual(['One', 'Two', 'Three']);
    expect(found.tags).toEqual([
      { tag: 'a', source: 'frontmatter', line: 6 },
      { tag: 'B/c', source: 'frontmatter', line: 7 },
      { tag: '2024', source: 'frontmatter', line: 8 },
      { tag: 'x', source: 'frontmatter', line: 9 },
      { tag: 'y', source: 'frontmatter', line: 9 },
      { tag: 'z', source: 'frontmatter', line: 9 },
      { tag: 'A', source: 'inline', line: 11 },
      { tag: 'd', source: 'inline', line: 11 },
    ]);
    expect(found.tagList).toEqual(['a', 'B/c', '2024', 'x', 'y', 'z', 'd']);
  });

  it('are composed', () => {
    expect(facts('#cafe\u0301').tagList).toEqual(['café']);
  });

  it('are not looked for in the prototype', () => {
    expect(facts('---\n__proto__: {title: no, tags: [no]}\n---\n')).toMatchObject({
      title: 'File name',
      tags: [],
    });
  });
});

describe('links in properties', () => {
  it('carry property, line and span', () => {
    const text =
      '---\nup: "[[Parent|P]]"\nrelated:\n  - "[[a#h]]"\n  - see [[b]]\nraw: [[c]]\nplain: x # [[no]]\n---\n';
    const links = facts(text).frontmatterLinks;
    expect(links.map((link) => [link.property, link.target, link.heading, link.alias, link.line])).toEqual([
      ['up', 'Parent', undefined, 'P', 2],
      ['related', 'a', 'h', undefined, 4],
      ['related', 'b', undefined, undefined, 5],
      ['raw', 'c', undefined, undefined, 6],
    ]);
    for (const link of links) expect(text.slice(link.start, link.end)).toBe(link.raw);
  });

  it('are none in broken YAML', () => {
    expect(facts('---\nup: "[[a]]\nb: [\n---\n').frontmatterLinks).toEqual([]);
  });
});

describe('created and modified', () => {
  const at = (ms: number) => renderInstant(ms);

  it.each([
    ['created: 2024-01-02', '2024-01-02T00:00:00Z'],
    ['created_at: 2024-01-02T03:04:05+02:00', '2024-01-02T01:04:05Z'],
    ['date: "2024-01-02 03:04"', '2024-01-02T03:04:00Z'],
    ['created: someday\ndate: 2024-01-02', '2024-01-02T00:00:00Z'],
    ['created: 2024-02-30', '1970-01-01T00:00:01Z'],
    ['created: 20240102', '1970-01-01T00:00:01Z'],
  ])('%j', (yaml, created) => {
    expect(at(facts(`---\n${yaml}\n---\n`).created)).toBe(created);
  });

  it('falls back to the file, in whole milliseconds', () => {
    expect(facts('x')).toMatchObject({ created: 1000, modified: 2000 });
    expect(at(facts('---\nupdated: 2024-05-06T07:08:09.999Z\n---\n').modified)).toBe('2024-05-06T07:08:09Z');
  });

  it.each([
    ['2024-01-02', 'Europe/Berlin', '2024-01-01T23:00:00Z'],
    ['2024-07-02', 'Europe/Berlin', '2024-07-01T22:00:00Z'],
    ['2024-07-02 12:00', '+05:30', '2024-07-02T06:30:00Z'],
    ['2024-07-02 12:00', 'Asia/Kathmandu', '2024-07-02T06:15:00Z'],
    ['2024-03-31 02:30', 'Europe/Berlin', '2024-03-31T01:30:00Z'],
    ['2024-10-27 02:30', 'Europe/Berlin', '2024-10-27T00:30:00Z'],
    ['2024-03-10 12:00', 'America/New_York', '2024-03-10T16:00:00Z'],
    ['2024-03-10 01:00', 'America/New_York', '2024-03-10T06:00:00Z'],
    ['2024-07-02T12:00:00Z', 'Europe/Berlin', '2024-07-02T12:00:00Z'],
    ['2024-07-02', 'No/Such_Zone', '2024-07-02T00:00:00Z'],
    ['0099-01-01', 'UTC', '0099-01-01T00:00:00Z'],
  ])('reads %s in %s', (source, zone, instant) => {
    expect(at(parseInstant(source, zone)!)).toBe(instant);
  });

  it.each([
    '',
    'x',
    '2024',
    '2024-13-01',
    '2024-01-02T25:00',
    '2024-01-02 10:61',
    '2024-1-2',
    '2024-01-02x',
    '[[2024-01-02]]',
  ])('%j is no date', (source) => {
    expect(parseInstant(source, 'UTC')).toBeUndefined();
  });

  it('agrees with Intl through a whole year of hours', () => {
    const zone = 'America/New_York';
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    for (let wall = Date.UTC(2024, 0, 1); wall < Date.UTC(2025, 0, 1); wall += 3_600_000 * 7) {
      expect(format.format(zonedToInstant(wall, zone))).toBe(
        new Date(wall).toISOString().slice(0, 19).replace('T', ' '),
      );
    }
  });

  it('renders any number', () => {
    expect(renderInstant(Date.UTC(2026, 0, 28, 14, 30, 0, 999))).toBe('2026-01-28T14:30:00Z');
    expect(renderInstant(-1)).toBe('1969-12-31T23:59:59Z');
    expect(renderInstant(Number.NaN)).toBe('1970-01-01T00:00:00Z');
    expect(renderInstant(Number.POSITIVE_INFINITY)).toMatch(/Z$/);
  });
});
