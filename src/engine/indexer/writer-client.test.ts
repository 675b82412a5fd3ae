import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeScratch, ownerCall, type Scratch, timeZone } from '../../../test/scratch-notebook.ts';
import { locateIndex } from '../db/index-location.ts';
import { WriterClient } from './writer-client.ts';

function openClient(scratch: Scratch): WriterClient {
  const location = locateIndex(scratch.cache, scratch.root);
  const stateDir = join(scratch.folder, 'state');
  return new WriterClient({
    root: scratch.root,
    timeZone,
    location,
    stateDir,
    readOnly: false,
    cacheKiB: 4096,
  });
}

const linking = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`n${i}.md`, `To [[Hub]], ${i}.\n`]));

it.each([
  ['few', 3, false],
  ['many', 80, true],
])('a move with %s links tells what the index took in of it', async (_, count, isLater) => {
  const scratch = makeScratch({ 'Hub.md': '# About\n', ...linking(count) });
  const client = openClient(scratch);
  await client.sweep();
  await client.finish();
  const input = { path: 'Hub.md', newPath: 'Other.md', overwrite: false };
  const { value, taken } = await client.job('moveNote', input, ownerCall);
  expect(value).toMatchObject({ newPath: 'Other.md', rewritten: { links: count, notes: count } });
  expect(taken instanceof Promise).toBe(isLater);
  const told = await taken;
  expect(told).toMatchObject({ reconciled: { changed: count + 2, tooMany: false } });
  expect('stored' in told && told.stored.map(([disk]) => disk).sort()).toEqual(
    ['Other.md', ...Object.keys(linking(count))].sort(),
  );
  // the thread goes on as before
  expect(await client.reconcile(['n0.md'])).toMatchObject({ changed: 0 });
  await client.close();
  scratch.remove();
});
