import path from 'node:path';
import { canSee } from '../access.ts';
import type { Call } from '../call.ts';
import { renderInstant } from '../clock.ts';
import { findNoteByPath, headingsOf, type NoteRow } from '../db/queries/notes.ts';
import { SlipboxError, toSlipboxError } from '../errors.ts';
import type { IndexStatus, NotebookIndex, View } from '../indexer/notebook-index.ts';
import { getSection, type Heading } from '../markdown/section.ts';
import { asPath, findReferenced, noteNotFound } from '../query/note-reference.ts';
import { findInside, type NotePath } from '../vault/path-guard.ts';
import { contentHash, decodeText, type FileBytes, readFileBytes } from '../vault/read-file.ts';
import { sameStat, statKey } from '../vault/stat-key.ts';
import { isNoteName } from '../vault/walk.ts';
import { summariseWarnings, type Warning, type Warnings } from '../warnings.ts';
import { type ContentWindow, countLines, cutHeadAndTail, cutWindow } from './content-window.ts';

export interface ReadNoteQuery {
  note: string;
  /** `note` is a path and nothing else: no title, id or name, and no other case. */
  byPath?: boolean;
  includeContent: boolean;
  offset?: number;
  maxLines?: number;
  charOffset?: number;
  section?: string;
  outline?: boolean;
  truncate?: 'smart';
  /** How long the content may be as a JSON string. */
  maxBytes: number;
}

export interface ContentMetadata {
  totalLines: number;
  returnedLines: number;
  offset: number;
  isTruncated: boolean;
  nextOffset?: number;
  charOffset?: number;
  nextCharOffset?: number;
}

export interface ReadNote {
  path: string;
  title: string;
  tags: string[];
  aliases: string[];
  created: string;
  modified: string;
  properties: Record<string, unknown>;
  words: number;
  etag: string;
  content?: string;
  contentMetadata?: ContentMetadata;
  outline?: Heading[];
  index?: IndexStatus;
  warnings?: Warnings;
}

const readableBytes = 256 * 1024 * 1024;
const defaultLines = 2000;
const attempts = 5;

/** One note as it is on disk now: its own file is looked at, whatever the index says. */
export async function readNote(index: NotebookIndex, query: ReadNoteQuery, call: Call): Promise<ReadNote> {
  // A path that is there needs no finished index: if it has no row yet, that one note is indexed now.
  const first = index.isComplete ? undefined : findUnindexed(index, query.note, call);
  for (let attempt = 1; ; attempt++) {
    const find = (view: View) => {
      const row = query.byPath ? findByPath(view, query.note) : findReferenced(view, query.note);
      const wantsHeadings = query.section !== undefined || query.outline;
      return row
        ? { row, headings: wantsHeadings ? headingsOf(view.db, row.id) : [] }
        : noteNotFound(view, query.note);
    };
    const answer = await (first === undefined ? index.ask(call, find) : index.askNow(call, find));
    // This note was looked at itself, so what else may have changed is not its reader's concern.
    if (first !== undefined) answer.warnings = answer.warnings.filter((warning) => warning.code !== 'STALE');
    if (answer.value instanceof SlipboxError) {
      const unknown = attempt === 1 ? findUnindexed(index, query.note, call) : undefined;
      if (unknown === undefined) throw refusal(query.note) ?? answer.value;
      await index.reconcile([unknown]);
      continue;
    }
    const { row, headings } = answer.value;
    const file = openRow(index, row);
    if (file === undefined || isOutdated(row, file)) {
      if (attempt < attempts) {
        await index.reconcile([row.disk]);
        continue;
      }
      if (file === undefined) throw new SlipboxError('NOTE_CHANGED', `The note keeps changing: ${row.path}`);
      // A file that is written to all the time (a log): what the index knows is a moment old, the text is not.
      Object.assign(row, whatBytesSay(file));
    }
    return {
      ...describe(row, answer),
      ...(query.outline ? { outline: headings } : readContent(row, file, headings, query)),
    };
  }
}

function findByPath({ db, scope }: View, given: string): NoteRow | undefined {
  const asked = asPath(given);
  return 'path' in asked ? findNoteByPath(db, asked.path, scope) : undefined;
}

/** A note on disk that the index does not have (yet): its path as the disk spells it. */
function findUnindexed(index: NotebookIndex, reference: string, call: Call): string | undefined {
  const asked = asPath(reference);
  if ('fault' in asked) return undefined;
  const isVisible = canSee(call.caller);
  const candidate = (isNoteName(asked.path) ? asked.path : `${asked.path}.md`) as NotePath;
  // Before the disk is asked: what is refused there would tell a caller what lies where it may not look.
  if (!isVisible(candidate)) return undefined;
  const inside = findInside(index.root, candidate);
  if (inside === undefined || !isNoteName(inside)) return undefined;
  const disk = path.relative(index.root, inside).split(path.sep).join('/');
  return isVisible(disk.normalize('NFC')) ? disk : undefined;
}

function refusal(reference: string): SlipboxError | undefined {
  const asked = asPath(reference);
  return 'fault' in asked ? asked.fault : undefined;
}

/** The bytes of a row's file, undefined when it is not there any more (or its folder became a symlink that leads out). */
function openRow(index: NotebookIndex, row: NoteRow): FileBytes | SlipboxError | undefined {
  try {
    const inside = findInside(index.root, row.disk as NotePath);
    return inside === undefined ? undefined : readFileBytes(inside, readableBytes);
  } catch (error) {
    if (error instanceof SlipboxError) return undefined;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP' || code === 'EINVAL') return undefined;
    return toSlipboxError(error);
  }
}

/** A racy row was read too soon after a change for its stat to mean anything: its bytes decide. */
function isOutdated(row: NoteRow, file: FileBytes | SlipboxError): boolean {
  if (file instanceof SlipboxError) return false;
  if (!sameStat(row, statKey(file.stats))) return true;
  return row.racy === 1 && !file.truncated && contentHash(file.bytes) !== row.hash;
}

function whatBytesSay(file: FileBytes | SlipboxError): Partial<NoteRow> {
  return file instanceof SlipboxError ? {} : { hash: contentHash(file.bytes), lines: countLines(file.bytes) };
}

function describe(row: NoteRow, answer: { index: IndexStatus | undefined; warnings: Warning[] }): ReadNote {
  const own: Warning[] =
    row.warning === null
      ? []
      : [{ path: row.path, code: (row.warningCode ?? 'INTERNAL') as Warning['code'], message: row.warning }];
  const warnings = summariseWarnings([...own, ...answer.warnings.filter((warning) => warning.path === '')]);
  return {
    path: row.path,
    title: row.title,
    tags: JSON.parse(row.tags) as string[],
    aliases: JSON.parse(row.aliases) as string[],
    created: renderInstant(row.created),
    modified: renderInstant(row.modified),
    properties: JSON.parse(row.data) as Record<string, unknown>,
    words: row.words,
    etag: row.hash,
    ...(answer.index ? { index: answer.index } : {}),
    ...(warnings ? { warnings } : {}),
  };
}

function readContent(
  row: NoteRow,
  file: FileBytes | SlipboxError,
  headings: Heading[],
  query: ReadNoteQuery,
): Pick<ReadNote, 'content' | 'contentMetadata'> {
  if (!query.includeContent) return {};
  if (file instanceof SlipboxError) throw file;
  const all =
    row.encoding === 'binary' || decodeText(file.bytes.subarray(0, 8192), true).kind === 'binary'
      ? file.bytes.subarray(0, 0)
      : file.bytes;
  const section = query.section === undefined ? undefined : getSection(headings, query.section);
  const bytes = section ? sliceLines(all, section.first, section.end) : all;
  const totalLines =
    section || row.warningCode === 'TOO_LARGE' || row.encoding !== 'utf8' ? countLines(bytes) : row.lines;
  const maxLines = query.maxLines ?? defaultLines;
  const isSmart = query.truncate === 'smart' && query.offset === undefined && query.charOffset === undefined;
  const window = isSmart
    ? cutHeadAndTail(bytes, totalLines, maxLines, query.maxBytes)
    : cutWindow(bytes, totalLines, {
        offset: query.offset ?? 0,
        charOffset: query.charOffset ?? 0,
        maxLines,
        maxBytes: query.maxBytes,
      });
  return { content: window.content, contentMetadata: toMetadata(window) };
}

function toMetadata(window: ContentWindow): ContentMetadata {
  const { totalLines, returnedLines, offset, isTruncated, nextOffset, charOffset, nextCharOffset } = window;
  return {
    totalLines,
    returnedLines,
    offset,
    isTruncated,
    ...(nextOffset === undefined ? {} : { nextOffset }),
    ...(charOffset === 0 ? {} : { charOffset }),
    ...(nextCharOffset === undefined ? {} : { nextCharOffset }),
  };
}

function sliceLines(bytes: Buffer, first: number, end: number | undefined): Buffer {
  let at = 0;
  let line = 0;
  let start = 0;
  while (end === undefined ? line < first : line < end) {
    if (line === first) start = at;
    const next = bytes.indexOf(0x0a, at);
    if (next === -1) return bytes.subarray(line < first ? bytes.length : start);
    at = next + 1;
    line++;
  }
  return end === undefined ? bytes.subarray(at) : bytes.subarray(start, at);
}
