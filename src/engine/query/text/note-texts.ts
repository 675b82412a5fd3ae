import { Buffer, isUtf8 } from 'node:buffer';
import { changedSince } from '../../db/queries/changes.ts';
import { type NamedNote, namedNotes } from '../../db/queries/full-text.ts';
import type { ThreadView } from '../../indexer/thread-view.ts';
import { findFrontmatter } from '../../markdown/frontmatter-block.ts';
import { foldText, hasBeyondAscii } from '../../markdown/unspaced.ts';
import { decodeText, type FileBytes, readFileBytes } from '../../vault/read-file.ts';
import { foldBytes } from './fold-bytes.ts';

/** As much of a file as the index holds. */
const indexedBytes = 10 * 1024 * 1024;
/** How much text is kept for the next question. */
const keptBytes = 32 * 1024 * 1024;
const stepSize = 256;

/** Between title and text: no query can hold it. */
const textBreak = '\0';

/** Title and text of a note, folded, in UTF-8. */
export interface NoteText {
  bytes: Buffer;
  /** Whether a letter in it may have an accent. */
  accented: boolean;
}

interface KeptTexts {
  texts: Map<number, NoteText>;
  size: number;
  generation: number;
}

function readNote(root: string, disk: string): FileBytes | undefined {
  try {
    return readFileBytes(`${root}/${disk}`, indexedBytes);
  } catch {
    return undefined; // gone or not readable: what is known of it is its title
  }
}

/** The text of a note as it is on disk; empty when it cannot be read. */
export function readNoteText(root: string, disk: string): string {
  const file = readNote(root, disk);
  return file ? decodeText(file.bytes, file.truncated).text : '';
}

/** Where the text begins after the frontmatter. */
export function bodyStart(text: string): number {
  return findFrontmatter(text)?.end ?? (text.charCodeAt(0) === 0xfeff ? 1 : 0);
}

/**
 * Calls `visit` with each note until time is up; gives the number of notes visited. The notes that a common word is not in are much the same for every common word: texts are kept.
 */
export function visitTexts(
  view: ThreadView,
  notes: Int32Array,
  deadline: number,
  visit: (id: number, text: NoteText) => void,
): number {
  const kept = keptTexts(view);
  const unknown: number[] = [];
  for (const id of notes) {
    const text = kept.texts.get(id);
    if (text === undefined) unknown.push(id);
    else visit(id, text);
  }
  let done = notes.length - unknown.length;
  for (let from = 0; from < unknown.length; from += stepSize) {
    view.throwIfCancelled();
    if (performance.now() > deadline) break;
    const step = Int32Array.from(unknown.slice(from, from + stepSize));
    for (const note of namedNotes(view.db, step)) {
      const bytes = foldNote(view.root, note);
      const text = { bytes, accented: mayHaveAccents(bytes) };
      keep(kept, note.id, text);
      visit(note.id, text);
    }
    done += step.length;
  }
  return done;
}

/** About how long it takes to read and fold a note, in ms. */
export const lookCost = 0.015;
const keptCost = 0.003;

/** About how long it takes to look into the notes, in ms. */
export function costOfTexts(view: ThreadView, notes: Int32Array): number {
  const { texts } = keptTexts(view);
  let kept = 0;
  for (const id of notes) if (texts.has(id)) kept++;
  return kept * keptCost + (notes.length - kept) * lookCost;
}

function foldNote(root: string, { disk, title }: NamedNote): Buffer {
  const file = readNote(root, disk);
  const head = Buffer.from((hasBeyondAscii(title) ? foldText(title) : title.toLowerCase()) + textBreak);
  if (!file || file.bytes.includes(0)) return head;
  if (file.truncated || !isUtf8(file.bytes)) {
    const { text } = decodeText(file.bytes, file.truncated);
    return Buffer.concat([head, Buffer.from(foldText(text.slice(bodyStart(text))))]);
  }
  const body = findBody(file.bytes);
  const text = Buffer.concat([head, body]);
  if (foldBytes(text.subarray(head.length))) return text;
  return Buffer.concat([head, Buffer.from(foldText(body.toString('utf8')))]);
}

/** What follows the frontmatter, in bytes. */
function findBody(bytes: Buffer): Buffer {
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const text = marked ? bytes.subarray(3) : bytes;
  return text[0] === 0x2d ? text.subarray(findFrontmatter(text.toString('latin1'))?.end ?? 0) : text;
}

/** Letters with accents begin with these bytes: Latin, Greek and Cyrillic ones, and accents that stand alone. */
function mayHaveAccents(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if ((byte > 0xc2 && byte < 0xd4) || byte === 0xe1) return true;
  }
  return false;
}

function keptTexts({ memory, db, generation }: ThreadView): KeptTexts {
  let kept = memory.get('texts') as KeptTexts | undefined;
  if (!kept) {
    kept = { texts: new Map(), size: 0, generation };
    memory.set('texts', kept);
  }
  if (kept.generation !== generation) {
    const changed = changedSince(db, kept.generation);
    if (changed) for (const id of changed) drop(kept, id);
    else {
      kept.texts.clear();
      kept.size = 0;
    }
    kept.generation = generation;
  }
  return kept;
}

function keep(kept: KeptTexts, id: number, text: NoteText): void {
  if (kept.size + text.bytes.length > keptBytes) return;
  kept.texts.set(id, text);
  kept.size += text.bytes.length;
}

function drop(kept: KeptTexts, id: number): void {
  kept.size -= kept.texts.get(id)?.bytes.length ?? 0;
  kept.texts.delete(id);
}
