import type { Database } from '../db/database.ts';
import { type SummaryRow, summariesByIds } from '../db/queries/notes.ts';
import { ownIds } from '../db/queries/relevance.ts';
import { type NoteSummary, toSummary } from '../query/list-notes.ts';

/** What a list says of a note: never its text. `id` is the one in its frontmatter. */
export interface NoteEntry extends NoteSummary {
  id?: string;
}

/** Entries for these notes by their ids in the index, with the rows they come from. */
export function noteEntries(
  db: Database,
  ids: readonly number[],
): { rows: SummaryRow[]; entries: Map<number, NoteEntry> } {
  const rows = summariesByIds(db, ids);
  const own = ownIds(db, ids);
  const entries = new Map(rows.map((row) => [row.id, { ...ownId(own.get(row.id)), ...toSummary(row) }]));
  return { rows, entries };
}

function ownId(id: string | undefined): { id?: string } {
  return id === undefined ? {} : { id };
}
