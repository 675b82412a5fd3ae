import { canSee } from './access.ts';
import type { Call } from './call.ts';
import type { Engine } from './engine.ts';
import type { NotebookRef } from './notebooks/discover.ts';
import { listNotes } from './query/list-notes.ts';
import { openWalker } from './vault/walk.ts';

const walkTime = 300;

/** How many notes a notebook has: from the index of the one in use, else by listing its folders, if that is quick. */
export async function countNotes(
  engine: Engine,
  ref: NotebookRef,
  isCurrent: boolean,
  call: Call,
): Promise<number | undefined> {
  if (isCurrent || engine.findOpen(ref)) {
    const { index, call: bound } = await engine.notebook(ref.path, call);
    const { total, index: status } = await listNotes(index, { sortBy: 'path', limit: 1, offset: 0 }, bound);
    return status ? status.found : total;
  }
  const walker = openWalker(ref.path, () => undefined);
  const isVisible = canSee(engine.callIn(ref, call).caller);
  const deadline = performance.now() + walkTime;
  let count = 0;
  const queue = [''];
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    if (performance.now() > deadline) return undefined;
    const listing = walker.listFolder(folder);
    if (!listing) continue;
    for (const file of listing.files) if (file.isNote && isVisible(file.disk.normalize('NFC'))) count++;
    queue.push(...listing.folders);
  }
  return count;
}
