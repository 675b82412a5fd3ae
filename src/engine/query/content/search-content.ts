import type { Call } from '../../call.ts';
import type { IndexStatus, NotebookIndex } from '../../indexer/notebook-index.ts';
import { checkPath } from '../../vault/path-guard.ts';
import { summariseWarnings, type Warnings } from '../../warnings.ts';
import { isOutdated, rowWarning } from '../list-notes.ts';
import { parsePathPattern } from '../path-pattern.ts';
import type { ContentQuestion, SearchMethod } from './answer-content.ts';

export interface ContentQuery {
  query: string;
  paths: readonly string[];
  snippetLength: number;
  limit: number;
  offset: number;
}

export interface ContentHit {
  path: string;
  title: string;
  properties: Record<string, unknown>;
  /** Of the file, in ms since 1970. */
  modified: number;
  score: number;
  method: SearchMethod;
  snippet: string;
}

export interface ContentHits {
  hits: ContentHit[];
  total: number;
  index?: IndexStatus;
  warnings?: Warnings;
}

/** One page of the notes that say something, or are called something. */
export async function searchContent(
  index: NotebookIndex,
  query: ContentQuery,
  call: Call,
): Promise<ContentHits> {
  const paths = readPaths(query.paths);
  const input = { ...query, query: query.query.replaceAll('\0', ' ').trim(), paths };
  for (let attempt = 0; ; attempt++) {
    const answer = await index.askThread<ContentQuestion>(call, 'content', input);
    const { rows, total } = answer.value;
    const outdated = attempt < 2 ? rows.filter((row) => isOutdated(index.root, row)) : [];
    if (outdated.length > 0) {
      await index.reconcile(outdated.map((row) => row.disk));
      continue;
    }
    const warnings = summariseWarnings([...rows.flatMap(rowWarning), ...answer.warnings]);
    return {
      hits: rows.map(({ path, title, data, mtime, score, method, snippet }) => ({
        path,
        title,
        properties: JSON.parse(data) as Record<string, unknown>,
        modified: Math.floor(mtime),
        score,
        method,
        snippet,
      })),
      total,
      ...(answer.index ? { index: answer.index } : {}),
      ...(warnings ? { warnings } : {}),
    };
  }
}

/** An empty list, or one that names the notebook itself, leaves nothing out. */
function readPaths(given: readonly string[]): string[] {
  const paths = given.map((path) => {
    if (/[*?[{]/.test(path)) parsePathPattern(path);
    return path === '/' ? '' : checkPath(path);
  });
  return paths.includes('' as never) ? [] : paths;
}
