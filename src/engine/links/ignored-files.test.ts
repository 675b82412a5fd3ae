import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeScratch, openScratchWriter, writeNote } from '../../../test/scratch-notebook.ts';

const files = {
  '.slipboxignore': 'priv/\nq.md\n*.bak\n',
  'priv/p.md': '# P',
  'priv/deep/pic.png': 'x',
  'q.md': '',
  'old.bak': '',
  'x.md':
    '[[priv/p]] [x](priv/p.md) [[p]] [[q#Part]] ![[pic.png]] [b](old.bak) [[nowhere]] [y](priv/gone.md) [[x]]',
};

test('a link to a file that the notebook leaves out is not broken, and leads to nothing that is shown', async () => {
  const scratch = makeScratch(files);
  const writer = openScratchWriter(scratch);
  const broken = () =>
    writer.db.tuples<[string]>(
      'SELECT l.raw FROM edges e JOIN links l ON l.note = e.note AND l.ord = e.ord WHERE e.state <> 0 ORDER BY l.ord',
    );
  try {
    await writer.sweep();
    writer.finish();
    expect(broken()).toEqual([['[[nowhere]]'], ['[y](priv/gone.md)']]);
    expect(writer.db.tuples('SELECT path FROM files ORDER BY path')).toEqual([['x.md']]);
    // a note that changes is looked at in the same way
    writeNote(scratch.root, 'x.md', '[[q]] [[p]] [[r]]');
    await writer.reconcile(['x.md']);
    expect(broken()).toEqual([['[[r]]']]);
    // what comes and goes among them is found by the next sweep
    writeNote(scratch.root, 'priv/r.md', '');
    rmSync(path.join(scratch.root, 'q.md'));
    await writer.sweep();
    writer.finish();
    expect(broken()).toEqual([['[[q]]']]);
    rmSync(path.join(scratch.root, '.slipboxignore'));
    await writer.sweep();
    writer.finish();
    expect(broken()).toEqual([['[[q]]']]);
    expect(writer.db.tuples<[string]>('SELECT path FROM files WHERE kind = 0 ORDER BY path')).toEqual([
      ['priv/p.md'],
      ['priv/r.md'],
      ['x.md'],
    ]);
  } finally {
    writer.close();
    scratch.remove();
  }
});

test('so it is for a writer that has not compared the notebook itself', async () => {
  const scratch = makeScratch(files);
  const first = openScratchWriter(scratch);
  await first.sweep();
  first.finish();
  first.close();
  const writer = openScratchWriter(scratch);
  writeNote(scratch.root, 'x.md', '[[q]] [[p]] [[r]]');
  await writer.reconcile(['x.md']);
  const broken = writer.db.tuples(
    'SELECT l.raw FROM edges e JOIN links l ON l.note = e.note AND l.ord = e.ord WHERE e.state <> 0',
  );
  expect(broken).toEqual([['[[r]]']]);
  writer.close();
  scratch.remove();
});
