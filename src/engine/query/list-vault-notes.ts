import type { Call } from '../call.ts';
import { renderInstant } from '../clock.ts';
import {
  countVaultNotes,
  frontmatterTags,
  type VaultFilter,
  type VaultRow,
  type VaultSort,
  vaultPage,
  vaultRows,
} from '../db/queries/list-vault-notes.ts';
import { SlipboxError } from '../errors.ts';
import type { IndexStatus, NotebookIndex, View } from '../indexer/notebook-index.ts';
import { parseInstant } from '../markdown/dates.ts';
import { sameStat, statKey } from '../vault/stat-key.ts';
import { statInside } from '../vault/walk.ts';
import { summariseWarnings, type Warning, type Warnings } from '../warnings.ts';

export interface VaultListQuery {
  sort: VaultSort;
  limit: number;
  offset: number;
  includeTags: boolean;
  /** ISO 8601; without a zone it is read in `timeZone`. */
  modifiedSince?: string | undefined;
  tags?: readonly string[] | undefined;
}

/** A note as its frontmatter and its file describe it: headings and inline tags do not count. */
export interface VaultNote {
  path: string;
  title: string;
  tags?: string[];
  words: number;
  /** Of the file. */
  modified: string;
}

export interface VaultList {
  notes: VaultNote[];
  total: number;
  index?: IndexStatus;
  warnings?: Warnings;
}

/** One page of notes; the rows about to be shown are compared with the disk once more. */
export async function listVaultNotes(
  index: NotebookIndex,
  query: VaultListQuery,
  timeZone: string,
  call: Call,
): Promise<VaultList> {
  const filter = parseFilter(query, timeZone);
  for (let attempt = 0; ; attempt++) {
    const answer = await index.ask(call, (view) => findPage(view, filter, query));
    const { rows, tags, total } = answer.value;
    const outdated = attempt < 2 ? rows.filter((row) => isOutdated(index.root, row)) : [];
    if (outdated.length > 0) {
      await index.reconcile(outdated.map((row) => row.disk));
      continue;
    }
    const warnings = summariseWarnings([...rows.flatMap(rowWarning), ...answer.warnings]);
    return {
      notes: rows.map((row) => toNote(row, tags)),
      total,
      ...(answer.index ? { index: answer.index } : {}),
      ...(warnings ? { warnings } : {}),
    };
  }
}

function parseFilter({ modifiedSince, tags }: VaultListQuery, timeZone: string): VaultFilter {
  const since = modifiedSince === undefined ? undefined : parseInstant(modifiedSince, timeZone);
  if (modifiedSince !== undefined && since === undefined)
    throw new SlipboxError(
      'INVALID_PARAMS',
      `Invalid modified_since: ${JSON.stringify(modifiedSince.slice(0, 80))} is not a date`,
      {
        hint: 'Give a date such as 2026-01-31 or 2026-01-31T09:00:00Z',
        details: { parameter: 'modified_since' },
      },
    );
  const keys = tags?.map((tag) => tag.replace(/^#+/, '').replace(/\/+$/, '').normalize('NFC').toLowerCase());
  return { modifiedSince: since, tags: keys };
}

interface FoundPage {
  rows: VaultRow[];
  tags: Map<number, string[]> | undefined;
  total: number;
}

function findPage(view: View, filter: VaultFilter, query: VaultListQuery): FoundPage {
  const { db, scope, cache, generation } = view;
  const key = `vault ${JSON.stringify([filter, scope])}`;
  const count = () => countVaultNotes(db, filter, scope);
  // a touch changes a file's time and nothing else, which raises no generation
  const total = filter.modifiedSince === undefined ? cache.get(key, generation, count) : count();
  const ids = vaultPage(db, filter, scope, query.sort, query);
  return { rows: vaultRows(db, ids), tags: query.includeTags ? frontmatterTags(db, ids) : undefined, total };
}

function isOutdated(root: string, row: VaultRow): boolean {
  const stats = statInside(root, row.disk);
  return !stats?.isFile() || !sameStat(row, statKey(stats));
}

function rowWarning({ path, warning, warningCode }: VaultRow): Warning[] {
  return warning === null
    ? []
    : [{ path, code: (warningCode ?? 'INTERNAL') as Warning['code'], message: warning }];
}

function toNote(row: VaultRow, tags: FoundPage['tags']): VaultNote {
  return {
    path: row.path,
    title: row.title ?? row.path.slice(row.path.lastIndexOf('/') + 1).replace(/\.md$/i, ''),
    ...(tags === undefined ? {} : { tags: tags.get(row.id) ?? [] }),
    words: row.words,
    modified: renderInstant(row.mtime),
  };
}
