import type { NoteHeading, NoteTask } from './note-scan.ts';

/** Stretches of inline text, five numbers each: kind, start, end, line, depth of block quotes around it. */
export const leafSize = 5;
export const textLeaf = 0;
export const rowLeaf = 1;
export const htmlLeaf = 2;
/** Counted as words, otherwise skipped. */
export const codeLeaf = 3;

type OpenLeaf = 'none' | 'paragraph' | 'fence' | 'html' | 'math' | 'comment';

/** A reference definition: what `[label]` stands for. The destination stands at `at`, inside of `<…>` if there are any. */
export interface Definition {
  destination: string;
  at: number;
  title: string | undefined;
}

export interface BlockState {
  readonly text: string;
  readonly leaves: number[];
  readonly headings: NoteHeading[];
  readonly tasks: NoteTask[];
  readonly definitions: Map<string, Definition>;
  /** Columns an item's content is indented by; 0 stands for a block quote. */
  readonly containers: number[];
  /** For each container the line an item began on with nothing after its marker, else 0. */
  readonly emptySince: number[];
  quotes: number;
  line: number;
  /** Cursor inside the line: a tab may be consumed in part, so the column is kept beside the offset. */
  at: number;
  column: number;
  leaf: OpenLeaf;
  leafStart: number;
  leafEnd: number;
  leafLine: number;
  table: boolean;
  fenceChar: number;
  fenceLength: number;
  htmlEnd: string;
}

export function startBlocks(text: string, line: number): BlockState {
  return {
    text,
    leaves: [],
    headings: [],
    tasks: [],
    definitions: new Map(),
    containers: [],
    emptySince: [],
    quotes: 0,
    line,
    at: 0,
    column: 0,
    leaf: 'none',
    leafStart: 0,
    leafEnd: 0,
    leafLine: 0,
    table: false,
    fenceChar: 0,
    fenceLength: 0,
    htmlEnd: '',
  };
}

/** Moves the cursor over blanks; what it returns is their width. */
export function skipBlanks(state: BlockState, end: number): number {
  const { text } = state;
  const from = state.column;
  let { at, column } = state;
  while (at < end) {
    const unit = text.charCodeAt(at);
    if (unit === 32) column++;
    else if (unit === 9) column += 4 - (column & 3);
    else break;
    at++;
  }
  state.at = at;
  state.column = column;
  return column - from;
}

/** Moves the cursor over exactly `width` columns of blanks, stopping inside a tab if need be. */
export function skipColumns(state: BlockState, width: number): void {
  let left = width;
  while (left > 0) {
    if (state.text.charCodeAt(state.at) !== 9) {
      state.at++;
      state.column++;
      left--;
      continue;
    }
    const tab = 4 - (state.column & 3);
    if (tab > left) {
      state.column += left;
      return;
    }
    state.at++;
    state.column += tab;
    left -= tab;
  }
}

export function pushLeaf(state: BlockState, kind: number, start: number, end: number, line: number): void {
  if (end > start) state.leaves.push(kind, start, end, line, state.quotes);
}
