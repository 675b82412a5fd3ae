import { makeScratch, openScratchWriter, type Scratch } from '../../../../test/scratch-notebook.ts';
import { owner } from '../../call.ts';
import { Database } from '../../db/database.ts';
import { locateIndex } from '../../db/index-location.ts';
import { readState } from '../../db/queries/state.ts';
import { scopeOf } from '../../db/queries/zones.ts';
import { QueryCache } from '../../indexer/query-cache.ts';
import type { ThreadView } from '../../indexer/thread-view.ts';
import { findFiltered } from './find-filtered.ts';
import { type FilterInput, parseFilters } from './parse-filters.ts';

/** A folder of notes, indexed, and asked as the reader thread asks. */
export interface FilterNotebook extends Disposable {
  readonly scratch: Scratch;
  /** The paths that the filters find, for someone who sees these globs. */
  find(input: FilterInput, visible?: readonly string[]): string[];
}

const testZone = 'Europe/Berlin';

export async function indexNotes(
  notes: Record<string, string>,
  options: { now?: number; globs?: readonly string[] } = {},
): Promise<FilterNotebook> {
  const scratch = makeScratch(notes);
  const writer = openScratchWriter(scratch);
  writer.register(options.globs ?? []);
  await writer.sweep();
  writer.finish();
  writer.close();
  const { index } = locateIndex(scratch.cache, scratch.root);
  const db = new Database(index, { readOnly: true, busyTimeout: 1000, cacheKiB: 4096 });
  const { generation } = readState(db);
  const cache = new QueryCache();
  const memory = new Map<string, unknown>();
  const paths = new Map(db.tuples<[number, string]>('SELECT id, path FROM notes'));
  return {
    scratch,
    find(input, visible = ['**']) {
      const scope = scopeOf(db, { ...owner, visible });
      const view: ThreadView = {
        db,
        scope,
        cache,
        generation,
        memory,
        complete: true,
        root: scratch.root,
        throwIfCancelled: () => undefined,
      };
      const now = options.now ?? Date.now();
      const filters = structuredClone(parseFilters(input, { timeZone: testZone, now }));
      return Array.from(findFiltered(view, filters).ids(), (id) => paths.get(id)!).sort();
    },
    [Symbol.dispose]() {
      db.close();
      scratch.remove();
    },
  };
}
