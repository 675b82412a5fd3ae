import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeScratch, openScratchWriter, writeNote } from '../../../test/scratch-notebook.ts';
import { callerOf, canSee, globNames } from '../access.ts';
import type { Database } from '../db/database.ts';
import { edgesIn, kinIn } from '../db/queries/own-edges.ts';
import { inScope, type Scope, scopeOf } from '../db/queries/zones.ts';
import { withOwnLinks } from './own-links.ts';

const caller = callerOf({ hidden: ['b', '**/hidden*'] });

/** What links and properties of visible notes mean to those who see no more. */
function meanings(db: Database, scope: Scope): string[] {
  const seen = `d.id IS NOT NULL AND ${inScope(scope, 'd.zone')}`;
  const rows = (table: string, state: string) =>
    db.tuples(
      `SELECT s.path, e.ord, CASE WHEN ${seen} THEN d.path END, CASE WHEN ${seen} THEN ${state} ELSE 1 END
       FROM ${table} e JOIN files s ON s.id = e.note LEFT JOIN files d ON d.id = e.dst WHERE ${inScope(scope, 's.zone')}`,
    );
  return [...rows(edgesIn(scope), 'e.state'), ...rows(kinIn(scope), '0')]
    .map((row) => JSON.stringify(row))
    .sort();
}

async function read(notes: Record<string, string>): Promise<{ own: string[]; unsettled: string[] }> {
  const scratch = makeScratch(notes);
  const writer = openScratchWriter(scratch);
  try {
    writer.register(globNames(caller));
    await writer.sweep();
    writer.finish();
    const { db } = writer;
    const own = meanings(db, withOwnLinks(db, scopeOf(db, caller)));
    // asked again nothing changes, and after a change it is worked out anew
    expect(meanings(db, withOwnLinks(db, scopeOf(db, caller)))).toEqual(own);
    writeNote(scratch.root, 'b/one.md', '# Later\n');
    await writer.reconcile(['b/one.md']);
    expect(meanings(db, withOwnLinks(db, scopeOf(db, caller)))).toEqual(own);
    return { own, unsettled: meanings(db, scopeOf(db, caller)) };
  } finally {
    writer.close();
    scratch.remove();
  }
}

const name = fc.constantFrom('one', 'two', 'three', 'hidden');
const path = fc
  .tuple(fc.constantFrom('', 'a/', 'b/', 'a/b/'), name)
  .map(([folder, file]) => `${folder}${file}.md`);
const called = fc.constantFrom('one', 'two', 'Title', 'Other', 'nick', 'hidden', 'a/one', 'b/two', 'id-1');
const note = fc
  .record({
    title: fc.constantFrom('Title', 'Other', 'one', 'Unique'),
    alias: fc.constantFrom('nick', 'two', ''),
    id: fc.constantFrom('id-1', ''),
    parent: fc.option(called),
    links: fc.array(called, { maxLength: 4 }),
  })
  .map(({ title, alias, id, parent, links }) =>
    [
      '---',
      ...(alias ? [`aliases: [${alias}]`] : []),
      ...(id ? [`id: ${id}`] : []),
      ...(parent ? [`parent: ${parent}`] : []),
      `---\n# ${title}\n`,
      ...links.map((link) => `[[${link}]] [m](<${link}.md>) [[${link}#Title]]`),
    ].join('\n'),
  );

test('links mean to a caller what they would without the notes it does not see', async () => {
  await fc.assert(
    fc.asyncProperty(fc.dictionary(path, note, { minKeys: 3, maxKeys: 9 }), async (notes) => {
      const sees = canSee(caller);
      const visible = Object.fromEntries(Object.entries(notes).filter(([file]) => sees(file)));
      expect((await read(notes)).own).toEqual((await read(visible)).own);
    }),
    { numRuns: 30 },
  );
}, 20_000);

test('a link that a hidden note would have, or make doubtful, leads to the note that is seen', async () => {
  const { own, unsettled } = await read({
    'a/one.md': '# Title\n',
    'b/two.md': '---\naliases: [nick]\n---\n# Title\n',
    'b/one.md': '# One\n',
    'reader.md': '---\nparent: Title\n---\n[[Title]] [[b/one]] [[one]]\n',
  });
  const meant = (rows: string[]) => rows.map((row) => (JSON.parse(row) as unknown[])[2]).sort();
  expect(meant(own)).toEqual(['a/one.md', 'a/one.md', 'a/one.md', null]);
  expect(meant(unsettled)).toEqual(['a/one.md', null, null, null]);
});
