import { makeScratch, openScratchWriter, type Scratch } from '../../../../test/scratch-notebook.ts';
import { owner } from '../../call.ts';
import { Database } from '../../db/database.ts';
import { locateIndex } from '../../db/index-location.ts';
import { readState } from '../../db/queries/state.ts';
import { scopeOf } from '../../db/queries/zones.ts';
import { QueryCache } from '../../indexer/query-cache.ts';
import type { ThreadView } from '../../indexer/thread-view.ts';
import { type FilterInput, parseFilters } from '../filter/parse-filters.ts';
import { answerSearch, type SearchQuestion } from './answer-search.ts';

interface SearchOptions {
  fuzzy?: boolean;
  filters?: FilterInput;
  visible?: readonly string[];
  limit?: number;
  offset?: number;
  snippets?: boolean;
}

/** A folder of notes, indexed, and searched as the reader thread does. Used by tests only. */
export interface SearchNotebook extends Disposable {
  readonly scratch: Scratch;
  view(visible?: readonly string[]): ThreadView;
  search(query: string | undefined, options?: SearchOptions): SearchQuestion['output'];
  /** The paths found, in order. */
  find(query: string, options?: SearchOptions): string[];
  /** Takes in what has changed on disk. */
  update(): Promise<void>;
}

export async function indexForSearch(
  notes: Record<string, string>,
  globs: readonly string[] = [],
): Promise<SearchNotebook> {
  const scratch = makeScratch(notes);
  const update = async () => {
    const writer = openScratchWriter(scratch);
    writer.register(globs);
    await writer.sweep();
    writer.finish();
    writer.close();
  };
  await update();
  const { index } = locateIndex(scratch.cache, scratch.root);
  const db = new Database(index, { readOnly: true, busyTimeout: 1000, cacheKiB: 4096 });
  const cache = new QueryCache();
  const memory = new Map<string, unknown>();
  const view = (visible: readonly string[] = ['**']): ThreadView => {
    const { generation, complete } = readState(db);
    const scope = scopeOf(db, { ...owner, visible });
    const throwIfCancelled = () => undefined;
    return { db, scope, cache, generation, memory, complete, root: scratch.root, throwIfCancelled };
  };
  const search: SearchNotebook['search'] = (query, options = {}) => {
    const { fuzzy = false, filters, visible, limit = 1000, offset = 0, snippets = false } = options;
    const input = {
      ...(query === undefined ? {} : { text: { query, fuzzy } }),
      ...(filters ? { filters: parseFilters(filters) } : {}),
      limit,
      offset,
      snippets,
    };
    return structuredClone(answerSearch(view(visible), structuredClone(input)));
  };
  return {
    scratch,
    view,
    search,
    find: (query, options) => search(query, options).rows.map(({ path }) => path),
    update,
    [Symbol.dispose]() {
      db.close();
      scratch.remove();
    },
  };
}
