import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText } from '../../markdown/unspaced.ts';
import { splitTerms } from '../../markdown/words.ts';
import { indexForSearch } from '../search/testing-search.ts';
import { dropAccents } from './accents.ts';

const letters = [
  ...'aabbcABé',
  'e',
  'É',
  'e\u0301',
  'x\u0302',
  'x',
  '1',
  'ß',
  'σ',
  'ς',
  'Σ',
  'µ',
  'İ',
  '\u212a',
  'й',
  '日',
  '本',
  '語',
  'カ\u3099',
  'ก',
  'กิ',
  'กั',
  'นี่',
  '한',
  '🎉',
  'हि',
  '²',
];
const marks = ['+', '-', '.', "'", '_', ',', '#', '@', '*', '→', '\u0301', '“', '\u00a0'];
const char = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...letters) },
  { weight: 1, arbitrary: fc.constantFrom(...marks) },
);
const word = fc.array(char, { minLength: 1, maxLength: 4 }).map((chars) => chars.join(''));
const text = fc
  .array(fc.tuple(word, fc.constantFrom(' ', ' ', ' ', '\n', '\r\n', ', ', '. ')), { maxLength: 8 })
  .map((pieces) => pieces.flat().join(''));
const note = fc.record({ title: word, body: text });
const notes = fc.array(note, { minLength: 1, maxLength: 25 });
// An index is dear to make: few of them, many questions each, and no second look for a smaller example.
const runs = { numRuns: 12, endOnFailure: true };

interface Note {
  title: string;
  body: string;
}

/** The texts a note is searched in. A title loses the blanks at its ends. */
const fieldsOf = ({ title, body }: Note): string[] =>
  [title.replace(/\s+/g, ' ').trim() || 'untitled', body].map(foldText);

const hasAccents = (wanted: string) => dropAccents(wanted) !== wanted;

function holds(fields: readonly string[], wanted: string, test: (field: string) => boolean): boolean {
  return fields.some((field) => test(field) || (!hasAccents(wanted) && test(dropAccents(field))));
}

/** The words one after the other, the first and the last perhaps part of longer ones. */
function holdsPhrase(field: string, phrase: string): boolean {
  const wanted = splitTerms(phrase).map((term) => term.text);
  const there = splitTerms(field).map((term) => term.text);
  return there.some((_, at) =>
    wanted.every((term, i) => {
      const other = there[at + i] ?? '';
      if (i === 0) return other.endsWith(term);
      return i === wanted.length - 1 ? other.startsWith(term) : other === term;
    }),
  );
}

const write = (all: readonly Note[]) =>
  Object.fromEntries(
    all.map(({ title, body }, i) => [
      `n${i}.md`,
      `---\ntitle: ${JSON.stringify(title.replace(/\s+/g, ' ').trim() || 'untitled')}\n---\n${body}`,
    ]),
  );

const paths = (all: readonly Note[], test: (fields: string[]) => boolean) =>
  all.flatMap((one, i) => (test(fieldsOf(one)) ? [`n${i}.md`] : [])).sort();

/** A stretch cut out of one of the notes, so that queries find something. */
const cut = fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 6 }));
function cutFrom(all: readonly Note[], [which, start, length]: [number, number, number]): string {
  const { title, body } = all[which % all.length]!;
  const chars = [...`${title} ${body}`];
  const from = start % chars.length;
  return chars.slice(from, from + length).join('');
}

describe('text search', () => {
  it('finds exactly the notes that a look at every text finds', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        notes,
        fc.array(fc.oneof(word, cut), { minLength: 1, maxLength: 60, size: 'max' }),
        async (all, asked) => {
          using notebook = await indexForSearch(write(all));
          for (const one of asked) {
            const query = (typeof one === 'string' ? one : cutFrom(all, one)).replaceAll('"', '');
            const words = foldText(query).split(/\s+/).filter(Boolean);
            if (words.length === 0) continue;
            const expected = paths(all, (fields) =>
              words.every((wanted) => holds(fields, wanted, (field) => field.includes(wanted))),
            );
            expect([query, notebook.find(query).sort()]).toEqual([query, expected]);
          }
        },
      ),
      runs,
    );
  });

  it('finds exactly the notes in which the quoted words follow each other', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        notes,
        fc.array(cut, { minLength: 1, maxLength: 60, size: 'max' }),
        async (all, asked) => {
          using notebook = await indexForSearch(write(all));
          for (const one of asked) {
            const terms = splitTerms(cutFrom(all, one)).map((term) => term.text);
            if (terms.length < 2) continue;
            const phrase = terms.join(' ');
            const expected = paths(all, (fields) =>
              holds(fields, phrase, (field) => holdsPhrase(field, phrase)),
            );
            expect([phrase, notebook.find(`"${phrase}"`).sort()]).toEqual([phrase, expected]);
          }
        },
      ),
      runs,
    );
  });
});
