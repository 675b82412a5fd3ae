import { type NoteRow, notesByIds } from '../../db/queries/notes.ts';
import type { ThreadQuestion, ThreadView } from '../../indexer/thread-view.ts';
import { foldText } from '../../markdown/unspaced.ts';
import { bodyStart, readNoteText } from '../text/note-texts.ts';
import { cutSnippet, findHit } from './content-snippet.ts';
import { type FoundContent, findContent } from './find-content.ts';

/** How a note was found: by words of its text, by what it is called, or by both. */
export type SearchMethod = 'keyword' | 'fuzzy' | 'combined';

export interface ContentRow extends NoteRow {
  score: number;
  method: SearchMethod;
  snippet: string;
}

export interface ContentQuestion extends ThreadQuestion {
  name: 'content';
  /** `query` is not blank; `paths` name folders, notes or globs, in NFC and without a slash at the end. */
  input: { query: string; paths: readonly string[]; snippetLength: number; limit: number; offset: number };
  output: { rows: ContentRow[]; total: number };
}

export function answerContent(view: ThreadView, input: ContentQuestion['input']): ContentQuestion['output'] {
  const { query, paths, offset, limit } = input;
  const key = `content ${JSON.stringify([query, paths, view.scope])}`;
  const found = view.cache.get(key, view.generation, () => findContent(view, query, paths));
  const page = [...found.ids.subarray(offset, offset + limit)];
  const rows = notesByIds(view.db, page).map((row, at): ContentRow => {
    view.throwIfCancelled();
    return { ...row, score: found.scores[offset + at]!, ...describeHit(view.root, row, found, input) };
  });
  return { rows, total: found.ids.length };
}

function describeHit(
  root: string,
  row: NoteRow,
  { words }: FoundContent,
  { query, snippetLength }: ContentQuestion['input'],
): Pick<ContentRow, 'method' | 'snippet'> {
  const text = row.encoding === 'binary' ? '' : readNoteText(root, row.disk);
  const body = text.slice(bodyStart(text));
  const whole = foldText(query.replaceAll('"', ' ').trim());
  const at = findHit(body, [whole, ...words]);
  const called = foldText(`${row.path.slice(row.path.lastIndexOf('/') + 1)}\n${row.title}`);
  const isCalled = words.some((word) => called.includes(word));
  return {
    method: at === undefined ? 'fuzzy' : isCalled ? 'combined' : 'keyword',
    snippet: cutSnippet(body, at ?? 0, snippetLength),
  };
}
