import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { visibleNotes } from '../db/queries/full-text.ts';
import { everyNote } from './every-note.ts';
import { indexForSearch } from './search/testing-search.ts';
import { notesTitled } from './text/known-titles.ts';

const names = ['a', 'b', 'Z', 'é', '\uffee', '😀', 'm', 'm m', 'zz'];
const titles = ['alpha', 'Beta', 'alphabet', '"two\\nlines"', 'l', ''];

it('keeps the list of notes and their titles right over changes of every kind', async () => {
  using notebook = await indexForSearch({ 'm.md': '# alpha\n', 'b.md': '# Beta\n' });
  const { root } = notebook.scratch;
  const file = (name: string) => join(root, `${name}.md`);
  const there = new Set(['m', 'b']);
  const step = fc.tuple(
    fc.constantFrom('write', 'write', 'remove', 'rename'),
    fc.constantFrom(...names),
    fc.constantFrom(...names),
    fc.constantFrom(...titles),
  );
  const steps = fc.sample(fc.array(step, { minLength: 1, maxLength: 3 }), { numRuns: 60, seed: 11 });
  for (const several of steps) {
    for (const [kind, name, other, title] of several) {
      if (kind === 'write' || !there.has(name)) {
        writeFileSync(file(name), `---\ntitle: ${title}\n---\n${Math.random()}\n`);
        there.add(name);
      } else if (kind === 'remove') {
        rmSync(file(name));
        there.delete(name);
      } else {
        renameSync(file(name), file(other));
        there.delete(name);
        there.add(other);
      }
    }
    await notebook.update();
    const view = notebook.view();
    expect([...everyNote(view)]).toEqual([...visibleNotes(view.db, 'all')]);
    expect(everyNote(view)).toHaveLength(there.size);
    for (const part of ['alpha', 'l', 'two\nlines', 'lines', 'o\nl', 'a\nb']) {
      const right = view.db.tuples<[number]>('SELECT id FROM notes WHERE instr(title_key, ?) > 0', part);
      expect([...notesTitled(view, part)].sort(), part).toEqual(right.map(([id]) => id).sort());
    }
  }
});

it('reads the list anew when more has changed than can be placed', async () => {
  using notebook = await indexForSearch({ 'm.md': '# alpha\n' });
  expect(everyNote(notebook.view())).toHaveLength(1);
  expect(notesTitled(notebook.view(), 'alpha')).toHaveLength(1);
  for (let i = 0; i < 600; i++) writeFileSync(join(notebook.scratch.root, `n${i}.md`), '# alpha too\n');
  await notebook.update();
  const view = notebook.view();
  expect([...everyNote(view)]).toEqual([...visibleNotes(view.db, 'all')]);
  expect(notesTitled(view, 'alpha')).toHaveLength(601);
});
