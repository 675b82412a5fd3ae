import { DatabaseSync } from 'node:sqlite';
import type { CorpusNote } from './corpus.ts';

/** Paths for a question, the best first. */
export type Search = (question: string, limit: number) => Promise<string[]>;

export interface PlainSearch {
  search: Search;
  close(): void;
}

const frontmatter = /^---\n[\s\S]*?\n---\n/;

/** What anyone gets from SQLite in an afternoon: FTS5 over title and body, Porter's stems, any of the words, bm25(). */
export function openPlainSearch(notes: readonly CorpusNote[]): PlainSearch {
  const db = new DatabaseSync(':memory:');
  db.exec("CREATE VIRTUAL TABLE plain USING fts5(path UNINDEXED, title, body, tokenize='porter unicode61')");
  const insert = db.prepare('INSERT INTO plain VALUES (?, ?, ?)');
  for (const { path, title, text } of notes) insert.run(path, title, text.replace(frontmatter, ''));
  const find = db.prepare('SELECT path FROM plain WHERE plain MATCH ? ORDER BY bm25(plain), path LIMIT ?');
  return {
    search: async (question, limit) => {
      const words = question.match(/[\p{L}\p{N}]+/gu) ?? [];
      const match = words.map((word) => `"${word}"`).join(' OR ');
      return find.all(match, limit).map(({ path }) => path as string);
    },
    close: () => db.close(),
  };
}
