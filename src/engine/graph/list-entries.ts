import type { Call } from '../call.ts';
import type { Page } from '../db/queries/links.ts';
import { countMatching, pageInOrder } from '../db/queries/list-notes.ts';
import type { IndexStatus, NotebookIndex, View } from '../indexer/notebook-index.ts';
import { isOutdated, rowWarning } from '../query/list-notes.ts';
import { summariseWarnings, type Warnings } from '../warnings.ts';
import { type NoteEntry, noteEntries } from './note-row.ts';

export interface EntryList {
  rows: NoteEntry[];
  total: number;
  index?: IndexStatus;
  warnings?: Warnings;
}

/** All notes, newest change first. Those about to be shown are compared with the disk once more. */
export async function listEntries(index: NotebookIndex, page: Page, call: Call): Promise<EntryList> {
  for (let attempt = 0; ; attempt++) {
    const answer = await index.ask(call, (view) => findPage(view, page));
    const { rows, entries, total } = answer.value;
    const outdated = attempt < 2 ? rows.filter((row) => isOutdated(index.root, row)) : [];
    if (outdated.length > 0) {
      await index.reconcile(outdated.map((row) => row.disk));
      continue;
    }
    const warnings = summariseWarnings([...rows.flatMap(rowWarning), ...answer.warnings]);
    return {
      rows: [...entries.values()],
      total,
      ...(answer.index ? { index: answer.index } : {}),
      ...(warnings ? { warnings } : {}),
    };
  }
}

function findPage({ db, scope, cache, generation }: View, { limit, offset }: Page) {
  const everything = { prefix: '' };
  const total = cache.get(`all ${JSON.stringify(scope)}`, generation, () =>
    countMatching(db, everything, scope),
  );
  const order = { by: 'modified', descending: true } as const;
  const ids = offset < total ? pageInOrder(db, everything, scope, order, offset, limit) : [];
  return { ...noteEntries(db, ids), total };
}
