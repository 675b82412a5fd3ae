import {
  type Engine,
  type IndexStatus,
  type NoteRead,
  readNote,
  toSlipboxError,
  type Warnings,
} from '../../engine/index.ts';
import { contentBytes } from '../budget.ts';
import type { ToolCall } from '../define-tool.ts';
import { keptWhole } from '../note-window.ts';
import { present } from '../present.ts';
import { fairCap, jsonBytes, type Shortened, shortenRecord, shortenValue } from '../shorten.ts';
import { type FlintPagination, paginateFlint } from './dialect.ts';
import { type FlatNote, flattenNote } from './flat-note.ts';

interface Request {
  identifiers: readonly string[];
  window: { maxLines: number; offset: number };
  notebook?: string;
}

interface Failure {
  success: false;
  error: string;
  code: string;
}

type Entry = { success: true; note: FlatNote & Shortened } | Failure;

interface Answer {
  results: Entry[];
  pagination: FlintPagination;
  index?: IndexStatus;
  warnings?: Warnings;
}

/** What an entry takes at least, with a few words of its text; when that is too much, fewer notes are answered. */
const leastEntry = 700;
/** The names around a note and its text, and the numbers that say which part of it this is. */
const entryBytes = 190;
const pagingBytes = 200;
const longestError = 300;

/** Several notes in one answer. Short ones come whole, the long ones divide evenly what is left. */
export async function readTogether(
  engine: Engine,
  { identifiers, window, ...where }: Request,
  most: number,
  call: ToolCall,
): Promise<Answer> {
  const { bytes } = call.budget;
  const room = Math.max(contentBytes(call.budget), Math.min(leastEntry, bytes - pagingBytes - 100));
  const asked = identifiers.slice(0, Math.max(1, Math.floor(room / leastEntry)));
  const share = Math.floor(room / Math.max(1, asked.length));
  const read = (note: string, maxBytes: number) =>
    readOne(engine, { note, includeContent: true, ...window, ...where, maxBytes }, call);

  const first: (NoteRead | Failure)[] = [];
  for (const note of asked) first.push(await read(note, share));
  const taken = first.reduce((sum, one) => sum + sizeAround(one, share), 0);
  const wishes = first.map((one) => wishOf(one, window.maxLines));
  const left = Math.max(1, room - taken);
  const cap = Math.min(Math.floor(fairCap(wishes, left)), left);
  const results: Entry[] = [];
  for (const [at, one] of first.entries()) {
    const final = wishes[at]! <= cap ? one : await read(asked[at]!, Math.max(1, cap));
    results.push('code' in final ? final : { success: true, note: shapeNote(final, share) });
  }
  const rest = shortenRecord(gather(first), Math.max(bytes - room - pagingBytes, 100));
  const pagination = paginateFlint({ total: identifiers.length, limit: most, offset: 0 }, results.length);
  return { results, pagination, ...rest };
}

async function readOne(
  engine: Engine,
  request: Parameters<typeof readNote>[1],
  call: ToolCall,
): Promise<NoteRead | Failure> {
  try {
    return await readNote(engine, request, call);
  } catch (thrown) {
    const { code, message } = toSlipboxError(thrown);
    if (code === 'CANCELLED' || code === 'INTERNAL' || code === 'NOTEBOOK_NOT_FOUND') throw thrown;
    return { success: false, error: shortenValue(message, longestError) as string, code };
  }
}

function shapeNote(read: NoteRead, share: number): FlatNote & Shortened {
  const { content, contentMetadata, ...about } = flattenNote(read, { offset: 0 }, 0);
  const short = shortenRecord(about, Math.max(Math.floor(share / 2), leastEntry / 2), keptWhole);
  return { ...short, ...present({ content, contentMetadata }) };
}

/** What an entry takes without the text of the note. */
function sizeAround(one: NoteRead | Failure, share: number): number {
  if ('code' in one) return jsonBytes(one) + 1;
  const { content: _, contentMetadata: __, ...about } = shapeNote(one, share);
  return jsonBytes(about) + entryBytes;
}

/** How much room the text of a note would fill: as much as it is given, when there was not enough. */
function wishOf(one: NoteRead | Failure, maxLines: number): number {
  if ('code' in one) return 0;
  const { content = '', contentMetadata: window } = one;
  const isCut =
    window?.isTruncated && (window.returnedLines < maxLines || window.nextCharOffset !== undefined);
  return isCut ? Number.POSITIVE_INFINITY : jsonBytes(content);
}

function gather(reads: readonly (NoteRead | Failure)[]): { index?: IndexStatus; warnings?: Warnings } {
  const read = reads.filter((one) => !('code' in one)) as NoteRead[];
  const items = read.flatMap(({ warnings }) => warnings?.items ?? []);
  const distinct = [...new Map(items.map((item) => [`${item.code} ${item.path}`, item])).values()];
  return present({
    index: read.find((one) => one.index)?.index,
    warnings: distinct.length > 0 ? { count: distinct.length, items: distinct.slice(0, 10) } : undefined,
  });
}
