import type { Call } from '../call.ts';
import { renderInstant } from '../clock.ts';
import {
  countMatching,
  matchingIds,
  type NoteOrder,
  type PathFilter,
  pageInOrder,
  type SortKey,
  sortIds,
} from '../db/queries/list-notes.ts';
import { type SummaryRow, summariesByIds } from '../db/queries/notes.ts';
import type { IndexStatus, NotebookIndex, View } from '../indexer/notebook-index.ts';
import { sameStat, statKey } from '../vault/stat-key.ts';
import { statInside } from '../vault/walk.ts';
import { summariseWarnings, type Warning, type Warnings } from '../warnings.ts';
import { parsePathPattern } from './path-pattern.ts';

export interface ListNotesQuery {
  sortBy: SortKey;
  sortOrder?: 'asc' | 'desc';
  limit: number;
  offset: number;
  pattern?: string;
}

export interface NoteSummary {
  path: string;
  title: string;
  tags: string[];
  created: string;
  modified: string;
}

export interface ListedNotes {
  notes: NoteSummary[];
  total: number;
  index?: IndexStatus;
  warnings?: Warnings;
}

/** One page of notes. The rows about to be shown are compared with the disk once more. */
export async function listNotes(
  index: NotebookIndex,
  query: ListNotesQuery,
  call: Call,
): Promise<ListedNotes> {
  const filter = parsePathPattern(query.pattern ?? '**');
  const descending = (query.sortOrder ?? defaultOrder(query.sortBy)) === 'desc';
  const order: NoteOrder = { by: query.sortBy, descending };
  for (let attempt = 0; ; attempt++) {
    const answer = await index.ask(call, (view) => findPage(view, filter, query, order));
    const { rows, total } = answer.value;
    const outdated = attempt < 2 ? rows.filter((row) => isOutdated(index.root, row)) : [];
    if (outdated.length > 0) {
      await index.reconcile(outdated.map((row) => row.disk));
      continue;
    }
    const warnings = summariseWarnings([...rows.flatMap(rowWarning), ...answer.warnings]);
    return {
      notes: rows.map(toSummary),
      total,
      ...(answer.index ? { index: answer.index } : {}),
      ...(warnings ? { warnings } : {}),
    };
  }
}

function defaultOrder(by: SortKey): 'asc' | 'desc' {
  return by === 'modified' || by === 'created' ? 'desc' : 'asc';
}

function findPage(
  view: View,
  filter: PathFilter,
  query: ListNotesQuery,
  order: NoteOrder,
): { rows: SummaryRow[]; total: number } {
  const { db, scope, cache, generation } = view;
  const key = JSON.stringify([query.pattern ?? '**', scope]);
  const all = cache.get(`all ${JSON.stringify(scope)}`, generation, () =>
    countMatching(db, { prefix: '' }, scope),
  );
  const matching = () => cache.get(`match ${key}`, generation, () => matchingIds(db, filter, scope));
  // A folder is counted by the index alone; a name or a test looks at every path, so the ids are kept from that.
  const isScan = filter.name !== undefined || filter.test !== undefined;
  const total = isScan
    ? matching().length
    : cache.get(`count ${key}`, generation, () => countMatching(db, filter, scope));
  if (query.offset >= total) return { rows: [], total };
  // Walking the order reads about (offset + limit) x all / total rows, sorting the matches reads them all: take the cheaper.
  const walked = ((query.offset + query.limit) * all) / total;
  if ((order.by === 'path' && !isScan) || total === all || walked <= total) {
    const ids = pageInOrder(db, filter, scope, order, query.offset, query.limit);
    return { rows: summariesByIds(db, ids), total };
  }
  const sorted = cache.get(`sorted ${key} ${order.by} ${order.descending}`, generation, () =>
    sortIds(db, matching(), order),
  );
  const ids = [...sorted.subarray(query.offset, query.offset + query.limit)];
  return { rows: summariesByIds(db, ids), total };
}

export function isOutdated(root: string, row: SummaryRow): boolean {
  const stats = statInside(root, row.disk);
  return !stats?.isFile() || !sameStat(row, statKey(stats));
}

export function rowWarning(row: SummaryRow): Warning[] {
  if (row.warning === null) return [];
  return [{ path: row.path, code: (row.warningCode ?? 'INTERNAL') as Warning['code'], message: row.warning }];
}

export function toSummary(
  row: Pick<SummaryRow, 'path' | 'title' | 'tags' | 'created' | 'modified'>,
): NoteSummary {
  return {
    path: row.path,
    title: row.title,
    tags: JSON.parse(row.tags) as string[],
    created: renderInstant(row.created),
    modified: renderInstant(row.modified),
  };
}
