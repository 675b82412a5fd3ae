import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitWords } from '../../markdown/words.ts';
import { parseQuestion, stemOf } from './parse-question.ts';
import { indexForQuestions } from './testing-relevance.ts';

const vocabulary =
  'boiler valve leak leaking leaked garden harvest the what about café 移行 データ x9 state-of note'.split(
    ' ',
  );
const sentence = fc.array(fc.constantFrom(...vocabulary), { maxLength: 12 }).map((words) => words.join(' '));
const text = fc
  .tuple(sentence, sentence, sentence)
  .map(([title, heading, body]) => `# ${title}\n\n## ${heading}\n\n${body}\n`);
const notes = fc
  .array(text, { minLength: 1, maxLength: 25 })
  .map((texts) =>
    Object.fromEntries(texts.map((body, at) => [`${at % 3 === 0 ? 'hidden' : 'open'}/${at}.md`, body])),
  );
const question = fc
  .array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 6 })
  .map((words) => words.join(' '));

describe('relevance', () => {
  it('finds exactly the notes that have a word of the question, in pages that make up the whole', async () => {
    await fc.assert(
      fc.asyncProperty(
        notes,
        fc.array(question, { minLength: 5, maxLength: 5 }),
        fc.integer({ min: 1, max: 7 }),
        async (files, questions, limit) => {
          using notebook = await indexForQuestions(files);
          for (const query of questions) {
            const wanted = new Set(parseQuestion(query).words.map(({ stem }) => stem));
            const having = Object.keys(files).filter((path) =>
              splitWords(files[path]!).some((word) => wanted.has(stemOf(word))),
            );
            // a word of no note is guessed at; this law is about the others
            const known = new Set(Object.values(files).flatMap((body) => splitWords(body).map(stemOf)));
            if ([...wanted].some((stem) => !known.has(stem))) continue;
            const whole = notebook.ask(query);
            expect(whole.rows.map(({ path }) => path).sort()).toEqual(having.sort());
            expect(whole.total).toBe(having.length);
            const paged = [];
            for (let offset = 0; offset < whole.total + limit; offset += limit)
              paged.push(...notebook.ask(query, { limit, offset }).rows);
            expect(paged).toEqual(whole.rows);
          }
        },
      ),
      { numRuns: 12 },
    );
  });

  it('adds up: the parts are the score, the score falls from row to row', async () => {
    await fc.assert(
      fc.asyncProperty(
        notes,
        fc.array(question, { minLength: 5, maxLength: 5 }),
        async (files, questions) => {
          using notebook = await indexForQuestions(files);
          for (const query of questions) {
            const { rows } = notebook.ask(query, { explain: true });
            rows.forEach(({ score, parts }, at) => {
              const steps = Object.values(parts!).reduce((sum, part) => sum + Math.round(part * 10_000), 0);
              expect(steps).toBe(Math.round(score * 10_000));
              expect(Object.values(parts!).every((part) => part > 0)).toBe(true);
              if (at > 0) expect(score).toBeLessThanOrEqual(rows[at - 1]!.score);
            });
          }
        },
      ),
      { numRuns: 8 },
    );
  });

  it('answers a caller as if the notes it may not see were not there', async () => {
    await fc.assert(
      fc.asyncProperty(
        notes,
        fc.array(question, { minLength: 5, maxLength: 5 }),
        async (files, questions) => {
          const open = Object.fromEntries(Object.entries(files).filter(([path]) => path.startsWith('open/')));
          using mixed = await indexForQuestions(files, ['open/**']);
          using alone = await indexForQuestions(open);
          for (const query of questions) {
            const options = { explain: true, visible: ['open/**'] };
            const seen = mixed.ask(query, options);
            const wanted = alone.ask(query, { explain: true });
            const essence = ({ rows, total }: typeof seen) => ({
              total,
              // the files of the two folders were not written at the same moment
              rows: rows.map(({ path, parts, line, snippet }) => [
                path,
                { ...parts, recency: 0 },
                line,
                snippet,
              ]),
            });
            expect(essence(seen)).toEqual(essence(wanted));
          }
        },
      ),
      { numRuns: 8 },
    );
  });

  it('takes nothing in a question for syntax', async () => {
    using notebook = await indexForQuestions({
      'a.md': '# Plan "B"\n\nNEAR the AND, title: x* OR (y)',
      'zero.md': 'ab\0cd',
    });
    const hostile = [
      '"',
      '""',
      '"a',
      'a"b',
      'title:',
      '{title}: plan',
      'NEAR(a b)',
      'a AND',
      'NOT',
      '*',
      'plan*',
      '^plan',
      '(',
      "';--",
      '\\',
      '\0',
      'a\0b',
      '\ud800',
      '💥',
      'A'.repeat(10_000),
      'word '.repeat(5000),
    ];
    for (const query of hostile) expect(() => notebook.ask(query)).not.toThrow();
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (query) => {
        const { rows, total } = notebook.ask(query, { explain: true });
        expect(rows.length).toBe(total);
      }),
      { numRuns: 300 },
    );
    expect(notebook.paths('plan "B" AND NEAR(x)')).toEqual(['a.md']);
  });
});
