import type { Definition } from './block-state.ts';
import type { NoteBlock, NoteLink, NoteTag } from './note-scan.ts';

export interface InlineState {
  readonly text: string;
  readonly definitions: ReadonlyMap<string, Definition>;
  readonly links: NoteLink[];
  readonly tags: NoteTag[];
  readonly blocks: NoteBlock[];
  words: number;
  /** The stretch being read. */
  at: number;
  start: number;
  end: number;
  line: number;
  row: boolean;
  /**
   * Unmatched `[` and `![`, five numbers each: start, line, whether an image, and how many tags and links came before.
   * Numbers in one list, as half a million objects would keep the garbage collector busy for a second.
   */
  readonly brackets: number[];
  /** Openers below this height cannot become links: a link may not hold another. */
  inactive: number;
  lastOpener: number;
  /** Indexes of bare URLs, which a link around them swallows. */
  readonly bareUrls: number[];
  readonly dropped: Set<NoteLink>;
  /** Whether an outer link was pushed after one inside it. */
  nested: boolean;
  /** A line break at or after the cursor, unless it lies behind it. */
  nextBreak: number;
  /** Next known position of each look-ahead; positions only grow, so a search never repeats. */
  readonly ahead: Map<string, number>;
  /** Last position of a backtick run of each length in this stretch, once all were looked at. */
  readonly backticks: Map<number, number>;
  backticksKnown: boolean;
}

export function startInline(text: string, definitions: ReadonlyMap<string, Definition>): InlineState {
  return {
    text,
    definitions,
    links: [],
    tags: [],
    blocks: [],
    words: 0,
    at: 0,
    start: 0,
    end: 0,
    line: 0,
    row: false,
    brackets: [],
    inactive: 0,
    lastOpener: -1,
    bareUrls: [],
    dropped: new Set(),
    nested: false,
    nextBreak: -1,
    ahead: new Map(),
    backticks: new Map(),
    backticksKnown: false,
  };
}

/** First `needle` at or after `from` in this stretch, or -1. Callers ask with growing positions only. */
export function findAhead(state: InlineState, needle: string, from: number): number {
  let found = state.ahead.get(needle);
  if (found === undefined || (found !== -1 && found < from)) {
    found = state.text.indexOf(needle, from);
    state.ahead.set(needle, found);
  }
  return found + needle.length <= state.end ? found : -1;
}

/** Moves to `to`, counting the line breaks passed over. */
export function advance(state: InlineState, to: number): void {
  const { text } = state;
  let next = state.nextBreak;
  if (next < state.at) next = text.indexOf('\n', state.at);
  while (next >= 0 && next < to) {
    state.line++;
    next = text.indexOf('\n', next + 1);
  }
  state.nextBreak = next < 0 ? text.length : next;
  state.at = to;
}
