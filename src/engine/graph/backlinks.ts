import { sep } from 'node:path';
import { backlinkCounts, backlinkPlaces, type LinkCount } from '../db/queries/links.ts';
import type { SummaryRow } from '../db/queries/notes.ts';
import type { ThreadQuestion, ThreadView } from '../indexer/thread-view.ts';
import { isOutdated, rowWarning } from '../query/list-notes.ts';
import { getReferenced } from '../query/note-reference.ts';
import { type FileBytes, readFileBytes } from '../vault/read-file.ts';
import { type StatKey, sameStat, statKey } from '../vault/stat-key.ts';
import { statInside } from '../vault/walk.ts';
import type { LookedAt } from './ask-fresh.ts';
import { openContexts } from './line-context.ts';
import { type NoteEntry, noteEntries } from './note-row.ts';

export interface BacklinkQuery {
  note: string;
  limit: number;
  offset: number;
  /** About how many bytes the rows may take: no file is read for a row that would not be shown. */
  maxBytes: number;
}

/** A link to a note from another one: `source` is the path of that one. */
export interface BacklinkRow extends Omit<NoteEntry, 'path'> {
  source: string;
  line: number;
  raw: string;
  /** The line it stands in. */
  context: string;
}

export interface BacklinksQuestion extends ThreadQuestion {
  name: 'backlinks';
  input: BacklinkQuery;
  output: { rows: BacklinkRow[]; total: number } & LookedAt;
}

/** What a row takes besides path, link and context. */
const leastRow = 110;
/** Notes looked up at a time, as not all of a page may fit. */
const portion = 50;
/** As much of a file as the index holds. */
const indexedBytes = 10 * 1024 * 1024;

/** A page as it was built, and the notes that it shows. */
interface KeptPage {
  answer: BacklinksQuestion['output'];
  sources: SummaryRow[];
}

/** The page of one state of the index is built once; when asked again, its notes are only compared with the disk. */
export function answerBacklinks(view: ThreadView, query: BacklinkQuery): BacklinksQuestion['output'] {
  const { cache, generation, root, scope } = view;
  const { id } = getReferenced(view, query.note);
  const { limit, offset, maxBytes } = query;
  let isNew = false;
  const make = () => {
    isNew = true;
    return buildPage(view, id, query);
  };
  const key = `backlink page ${JSON.stringify([id, limit, offset, maxBytes, scope])}`;
  const page = cache.get<KeptPage>(key, generation, make);
  const isCurrent = isNew || page.sources.every((source) => !isOutdated(root, source));
  return (isCurrent ? page : make()).answer;
}

function buildPage(view: ThreadView, id: number, { limit, offset, maxBytes }: BacklinkQuery): KeptPage {
  const { db } = view;
  const most = Math.ceil(maxBytes / leastRow);
  const page = { limit: Math.min(limit, most), offset };
  const found = backlinkPlaces(db, id, view.scope, page, countBacklinks(view, id));
  const sources = new Map<number, Place[]>();
  for (const place of found.rows) {
    const places = sources.get(place[0]);
    if (places) places.push(place);
    else sources.set(place[0], [place]);
  }
  const answer: BacklinksQuestion['output'] = { rows: [], total: found.total, outdated: [], faults: [] };
  const shown: SummaryRow[] = [];
  const ids = [...sources.keys()];
  let room = maxBytes;
  for (let from = 0; from < ids.length && room > 0; from += portion) {
    view.throwIfCancelled();
    const { rows: notes, entries } = noteEntries(db, ids.slice(from, from + portion));
    for (const source of notes) {
      if (room <= 0) break;
      shown.push(source);
      room -= addRows(view, source, entries.get(source.id)!, sources.get(source.id)!, answer);
    }
  }
  return { answer, sources: shown };
}

/** Rows come by source, so that each file is read once. Gives about how many bytes they take. */
function addRows(
  view: ThreadView,
  source: SummaryRow,
  { id, path, title, tags, created, modified }: NoteEntry,
  places: readonly Place[],
  answer: BacklinksQuestion['output'],
): number {
  const { contexts, isCurrent } = readContexts(view, source, places);
  if (!isCurrent) answer.outdated.push(source.disk);
  answer.faults.push(...rowWarning(source));
  let used = 0;
  for (const [at, [, line, raw]] of places.entries()) {
    const context = contexts[at]!;
    const row = { source: path, title, tags, created, modified, line, raw, context };
    answer.rows.push(id === undefined ? row : { id, ...row });
    used += leastRow + path.length + raw.length + context.length;
  }
  return used;
}

type Place = [note: number, line: number, raw: string];

interface KeptContexts {
  stat: StatKey;
  places: string;
  contexts: string[];
}

/** What was read for an answer is good for the next one as long as its file has not changed: a stat tells. */
const keptNotes = 2000;

function readContexts(
  { root, memory }: ThreadView,
  source: SummaryRow,
  places: readonly Place[],
): { contexts: string[]; isCurrent: boolean } {
  if (!memory.has('backlink contexts')) memory.set('backlink contexts', new Map());
  const kept = memory.get('backlink contexts') as Map<number, KeptContexts>;
  const known = kept.get(source.id);
  const asked = JSON.stringify(places);
  if (known && known.places === asked && sameStat(known.stat, source)) {
    const stats = statInside(root, source.disk);
    if (stats && sameStat(known.stat, statKey(stats))) return { contexts: known.contexts, isCurrent: true };
  }
  const file = readSource(root, source);
  const contextOf = openContexts(file?.bytes ?? Buffer.alloc(0));
  const contexts = places.map(([, line, raw]) => contextOf(line, raw));
  const isCurrent = file !== undefined && sameStat(source, statKey(file.stats));
  kept.delete(source.id);
  if (isCurrent) kept.set(source.id, { stat: statKey(file.stats), places: asked, contexts });
  if (kept.size > keptNotes) kept.delete(kept.keys().next().value!);
  return { contexts, isCurrent };
}

/** Kept for the next page: a hub has thousands, and all of them say where a page begins. */
export function countBacklinks({ db, scope, cache, generation }: ThreadView, note: number): LinkCount[] {
  return cache.get(`backlinks ${note} ${JSON.stringify(scope)}`, generation, () =>
    backlinkCounts(db, note, scope),
  );
}

/** Gone, or not to be read: the row is shown without its line, unless the file has changed. */
function readSource(root: string, { disk }: SummaryRow): FileBytes | undefined {
  try {
    return readFileBytes(`${root}${sep}${disk}`, indexedBytes);
  } catch {
    return undefined;
  }
}
