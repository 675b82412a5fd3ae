import type { Call } from '../call.ts';
import { SlipboxError, toSlipboxError } from '../errors.ts';
import { askFresh } from '../graph/ask-fresh.ts';
import type { BacklinksQuestion } from '../graph/backlinks.ts';
import type { NoteLinksQuestion } from '../graph/note-links.ts';
import type { IndexStatus, NotebookIndex } from '../indexer/notebook-index.ts';
import { readNote } from '../notes/read-note.ts';
import { listNotes } from '../query/list-notes.ts';
import { searchRelevant } from '../query/relevance/search-relevant.ts';
import { summariseWarnings, type Warning, type Warnings } from '../warnings.ts';
import type { NotesAnswerer } from './function-threads.ts';
import { parseNotesCall } from './notes-call.ts';

export interface NotesLimits {
  readonly calls: number;
  /** Of all answers together. */
  readonly bytes: number;
}

/** The notebook as a function sees it: read-only, with the eyes of whoever called the function. */
export interface NotesApi {
  readonly answer: NotesAnswerer;
  /** What the answers so far said of the index, for the caller to know. */
  remarks(): { index?: IndexStatus; warnings?: Warnings };
}

interface Said {
  index?: IndexStatus;
  warnings?: Warnings;
}

const contentBytes = 4 * 1024 * 1024;

export function openNotesApi(index: NotebookIndex, outer: Call, limits: NotesLimits): NotesApi {
  let calls = 0;
  let bytes = 0;
  let status: IndexStatus | undefined;
  const warnings = new Map<string, Warning>();
  const ask = async (method: string, args: string, call: Call): Promise<unknown> => {
    if (++calls > limits.calls)
      throw new SlipboxError('FORBIDDEN', `More than ${limits.calls} calls of notes in one run`);
    const { index: seen, warnings: said, ...value } = await answerCall(index, method, args, call);
    status = seen ?? status;
    for (const warning of said?.items ?? []) warnings.set(`${warning.code} ${warning.path}`, warning);
    return value;
  };
  return {
    async answer(method, args, signal) {
      try {
        const text = JSON.stringify([true, await ask(method, args, { ...outer, signal })]);
        bytes += Buffer.byteLength(text);
        if (bytes <= limits.bytes) return text;
        throw new SlipboxError('FORBIDDEN', `More than ${limits.bytes} bytes from notes in one run`);
      } catch (error) {
        const { message, code } = toSlipboxError(error);
        return JSON.stringify([false, message, code]);
      }
    },
    remarks() {
      const summary = summariseWarnings([...warnings.values()]);
      return { ...(status ? { index: status } : {}), ...(summary ? { warnings: summary } : {}) };
    },
  };
}

async function answerCall(
  index: NotebookIndex,
  method: string,
  args: string,
  call: Call,
): Promise<Said & Record<string, unknown>> {
  const asked = parseNotesCall(method, args);
  const { limit, offset } = asked;
  switch (asked.method) {
    case 'list': {
      const { pattern } = asked;
      const page = { sortBy: 'path' as const, limit, offset, ...(pattern === undefined ? {} : { pattern }) };
      const { notes, ...rest } = await listNotes(index, page, call);
      return { rows: notes, ...rest };
    }
    case 'get': {
      const { note, content } = asked;
      const all = { maxLines: Number.MAX_SAFE_INTEGER, maxBytes: contentBytes };
      return { ...(await readNote(index, { note, includeContent: content, ...all }, call)) };
    }
    case 'search': {
      const { query } = asked;
      const { notes, ...rest } = await searchRelevant(index, { query, limit, offset, explain: false }, call);
      return { rows: notes, ...rest };
    }
    case 'links': {
      const { note } = asked;
      const query = { note, limit, offset, categories: ['internal', 'external'] as const };
      return askFresh<NoteLinksQuestion>(index, call, 'noteLinks', query);
    }
    case 'backlinks': {
      const { note } = asked;
      const query = { note, limit, offset, maxBytes: contentBytes };
      return askFresh<BacklinksQuestion>(index, call, 'backlinks', query);
    }
  }
}
