import { type IndexStatus, type NoteRead, SlipboxError, type Warnings } from '../engine/index.ts';
import { type Budget, contentBytes, fitRows } from './budget.ts';
import { present } from './present.ts';
import { jsonBytes, type Shortened, shortenRecord } from './shorten.ts';

interface Window {
  maxLines?: number;
  offset?: number;
}

/** The window asked for, given flat or as an object; both at once would leave open which one counts. */
export function pickWindow(
  flat: { [K in keyof Window]: Window[K] | undefined },
  nested: Window | undefined,
): Window {
  const given = present(flat);
  if (nested === undefined) return given;
  if (Object.keys(given).length > 0) {
    throw new SlipboxError(
      'INVALID_PARAMS',
      'maxLines and offset were given twice: flat and in contentLimit',
      {
        hint: 'Give maxLines and offset either flat or in contentLimit',
        details: { parameter: 'contentLimit' },
      },
    );
  }
  return nested;
}

/** Small and bounded: never shortened, so that a caller can always go on from them. */
export const keptWhole = [
  'content',
  'contentMetadata',
  'outline',
  'outlineMetadata',
  'wordCount',
  'created',
  'modified',
  'etag',
];

interface FittedNote
  extends Omit<NoteRead, 'notebook' | 'properties' | 'words' | 'outline' | 'index' | 'warnings'>,
    FittedOutline {
  frontmatter: Record<string, unknown>;
  wordCount: number;
}

interface NoteAnswer extends Shortened {
  note: FittedNote & Shortened;
  notebook: { name: string; path: string };
  index?: IndexStatus;
  warnings?: Warnings;
}

/** The engine's answer in the shape of the tool, shortened where a note's metadata alone would exceed the budget. */
export function fitNote(
  read: NoteRead,
  asked: { offset: number; section?: string | undefined },
  budget: Budget,
): NoteAnswer {
  const { notebook, index, warnings, properties, words, outline, etag: _, ...rest } = read;
  const note = {
    ...rest,
    ...fitOutline(outline, asked.offset, contentBytes(budget)),
    frontmatter: properties,
    wordCount: words,
    etag: etagOf(read, asked.section),
  };
  const surroundings = { notebook, ...present({ index, warnings }) };
  const room = budget.bytes - '{"note":,}'.length;
  const fittedSurroundings = shortenRecord(surroundings, Math.max(Math.floor(room / 8), 200));
  return {
    note: shortenRecord(note, room - jsonBytes(fittedSurroundings), keptWhole),
    ...fittedSurroundings,
  };
}

/** What a change to the note may be tied to: `part:` marks an answer that must not stand for all of it. */
export function etagOf(read: NoteRead, section: string | undefined): string {
  return section === undefined && holdsWholeText(read) ? read.etag : `part:${read.etag}`;
}

function holdsWholeText({ path, content, contentMetadata: window, warnings }: NoteRead): boolean {
  if (content === undefined) return false;
  const unfaithful = warnings?.items.some(
    (warning) => warning.path === path && (warning.code === 'BINARY' || warning.code === 'NOT_UTF8'),
  );
  if (unfaithful) return false;
  if (window === undefined) return true;
  return (
    !window.isTruncated &&
    window.offset === 0 &&
    !window.charOffset &&
    window.returnedLines === window.totalLines
  );
}

type Outline = NonNullable<NoteRead['outline']>;

export interface FittedOutline {
  outline?: Outline;
  outlineMetadata?: { total: number; returned: number; nextOffset: number };
}

/** Headings carry lines as editors count them, from 1; the offset of a window counts from 0. */
export function fitOutline(outline: Outline | undefined, offset: number, maxBytes: number): FittedOutline {
  if (outline === undefined) return {};
  const following = outline.filter(({ line }) => line - 1 >= offset);
  const rows = fitRows(following, maxBytes);
  const next = following[rows.length];
  return next === undefined
    ? { outline: rows }
    : {
        outline: rows,
        outlineMetadata: { total: following.length, returned: rows.length, nextOffset: next.line - 1 },
      };
}

interface Windowed {
  contentMetadata?: {
    totalLines: number;
    returnedLines: number;
    isTruncated: boolean;
    nextOffset?: number;
    nextCharOffset?: number;
  };
  outlineMetadata?: { nextOffset?: number };
}

/** For a person at a terminal: how to read on, when text or headings follow. */
export function describeWindow({ contentMetadata, outlineMetadata }: Windowed): string {
  if (contentMetadata?.isTruncated) {
    const { returnedLines, totalLines, nextOffset, nextCharOffset } = contentMetadata;
    const next = [
      nextOffset === undefined ? '' : ` --offset ${nextOffset}`,
      nextCharOffset === undefined ? '' : ` --char-offset ${nextCharOffset}`,
    ].join('');
    return `${returnedLines} of ${totalLines} lines${next === '' ? '' : `; read on:${next}`}`;
  }
  return outlineMetadata?.nextOffset === undefined
    ? ''
    : `More headings; read on: --offset ${outlineMetadata.nextOffset}`;
}
