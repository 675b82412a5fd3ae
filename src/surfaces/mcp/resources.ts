import { ResourceNotFoundError } from '@modelcontextprotocol/server';
import {
  type Call,
  type Catalogue,
  type Engine,
  listCatalogue,
  type NoteRead,
  readNote,
  toSlipboxError,
} from '../../engine/index.ts';
import { type Budget, contentBytes, contentLines } from '../../tools/budget.ts';
import { etagOf } from '../../tools/note-window.ts';
import { parseCursor, renderCursor } from './cursor.ts';
import { findOverescaped, type NoteUri, noteTemplate, parseNoteUri, renderNoteUri } from './note-uri.ts';
import { toProtocolError } from './request-call.ts';
import { describeSkill, findSkillText, isSkillUri } from './skills.ts';

const mimeType = 'text/markdown';
const pageSize = 100;
const longestTitle = 200;

export const resourceTemplates = [
  {
    uriTemplate: noteTemplate,
    name: 'note',
    title: 'Note',
    description: 'A note of a notebook by its path. A long one comes in windows.',
    mimeType,
  },
];

/** Notes of the current notebook by path, a page at a time; the skill comes before the first. */
export async function listResources(engine: Engine, cursor: string | undefined, budget: Budget, call: Call) {
  const after = cursor === undefined ? '' : parseCursor(cursor);
  const { notebook, notes, hasMore } = await findNotes(engine, after, call);
  const fitting: object[] =
    cursor === undefined ? [await describeSkill()].filter((skill) => skill !== undefined) : [];
  let room = contentBytes(budget) - Buffer.byteLength(JSON.stringify(fitting));
  let last: string | undefined;
  for (const { path, title, size, modified } of notes) {
    const resource = {
      uri: renderNoteUri({ notebook, path }),
      name: path,
      title: title.slice(0, longestTitle).toWellFormed(),
      mimeType,
      size,
      annotations: { lastModified: modified },
    };
    room -= Buffer.byteLength(JSON.stringify(resource)) + 1;
    if (room < 0 && last !== undefined) break;
    fitting.push(resource);
    last = path;
  }
  const isLast = last === undefined || (!hasMore && last === notes.at(-1)?.path);
  return {
    resources: fitting as { uri: string; name: string }[],
    ...(isLast ? {} : { nextCursor: renderCursor(last!) }),
  };
}

/** Clients list at the start whether or not there are notes; a notebook that is missing is said by the tools. */
async function findNotes(engine: Engine, after: string, call: Call): Promise<Catalogue> {
  try {
    return await listCatalogue(engine, { after, limit: pageSize }, call);
  } catch (error) {
    if (toSlipboxError(error).code !== 'NOTEBOOK_NOT_FOUND') throw toProtocolError(error);
    return { notebook: '', notes: [], hasMore: false };
  }
}

/** What a caller may not see, or may not reach, is not there. */
const looksUnknown = new Set([
  'NOTE_NOT_FOUND',
  'NOTE_AMBIGUOUS',
  'NOTEBOOK_NOT_FOUND',
  'PATH_TRAVERSAL',
  'INVALID_PARAMS',
  'FORBIDDEN',
]);

export async function readResource(engine: Engine, uri: string, budget: Budget, call: Call) {
  if (isSkillUri(uri)) return { contents: [{ uri, mimeType, text: await getSkillText(uri) }] };
  const named = parseNoteUri(uri);
  const other = named && findOverescaped(named);
  const read =
    (named && (await findNote(engine, named, budget, call))) ??
    (other && (await findNote(engine, other, budget, call)));
  if (read === undefined) throw new ResourceNotFoundError(uri);
  const { content: text = '', contentMetadata: window } = read;
  const meta = { etag: etagOf(read, undefined), totalLines: window?.totalLines ?? 0 };
  if (!window?.isTruncated) return { contents: [{ uri, mimeType, text, _meta: meta }] };
  const next = { offset: window.nextOffset ?? window.offset, charOffset: window.nextCharOffset };
  const nextUri = renderNoteUri({ notebook: named!.notebook, path: read.path }, next);
  const shown = `lines ${window.offset + 1} to ${window.offset + window.returnedLines} of ${window.totalLines}`;
  return {
    contents: [
      { uri, mimeType, text, _meta: { ...meta, nextUri, nextOffset: next.offset } },
      // beside the text, not in it: a model must see that there is more, and the text stays the file's own
      { uri: nextUri, mimeType: 'text/plain', text: `[${shown}; read on at ${nextUri}]` },
    ],
  };
}

async function getSkillText(uri: string): Promise<string> {
  const text = await findSkillText(uri);
  if (text === undefined) throw new ResourceNotFoundError(uri);
  return text;
}

async function findNote(
  engine: Engine,
  { notebook, path, offset, charOffset }: NoteUri,
  budget: Budget,
  call: Call,
): Promise<NoteRead | undefined> {
  const window = { offset, charOffset, maxLines: contentLines(budget), maxBytes: contentBytes(budget) };
  try {
    const read = await readNote(engine, { notebook, note: path, includeContent: true, ...window }, call);
    // a title or an alias finds a note too, but is no address of it
    return read.path === path ? read : undefined;
  } catch (error) {
    if (looksUnknown.has(toSlipboxError(error).code)) return undefined;
    throw toProtocolError(error);
  }
}
