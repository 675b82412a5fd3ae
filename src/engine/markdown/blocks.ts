import {
  closeLeaf,
  continueLeaf,
  extendParagraph,
  openFence,
  openParagraph,
  readAtxHeading,
  readSetextHeading,
} from './block-leaves.ts';
import {
  atxLevel,
  findThematicBreak,
  isBlankAfter,
  isSetextUnderline,
  listMarkerLength,
} from './block-starts.ts';
import { type BlockState, codeLeaf, pushLeaf, skipBlanks, skipColumns, startBlocks } from './block-state.ts';
import { endsAtBlankLine, endsHtmlBlock, findHtmlBlockEnd } from './html-blocks.ts';
import { findLabelEnd } from './link-tail.ts';
import { readTask } from './tasks.ts';

/** A document deeper than this is read as if it went no deeper: keeps each line's work bounded. */
const maxDepth = 100;
const quote = 0;

/** Closes the containers from `depth` on, and the leaf with them. */
function closeContainers(state: BlockState, depth: number): void {
  const { containers } = state;
  if (containers.length === depth) return;
  closeLeaf(state);
  while (containers.length > depth) {
    if (containers.pop() === quote) state.quotes--;
    state.emptySince.pop();
  }
}

/** Moves the cursor through the containers the line continues; returns how many those are. */
function matchContainers(state: BlockState, end: number): number {
  const { text, containers, emptySince } = state;
  let { at, column } = state;
  skipBlanks(state, end);
  let depth = 0;
  for (; depth < containers.length; depth++) {
    const width = containers[depth]!;
    const indent = state.column - column;
    if (width === quote) {
      if (state.at >= end || indent > 3 || text.charCodeAt(state.at) !== 62) break;
      state.at++;
      state.column++;
      const after = text.charCodeAt(state.at);
      if (after === 32 || after === 9) skipColumns(state, 1);
      at = state.at;
      column = state.column;
      skipBlanks(state, end);
    } else if (state.at >= end) {
      if (emptySince[depth] !== 0 && emptySince[depth] === state.line - 1) break;
    } else if (indent >= width) {
      emptySince[depth] = 0;
      // Only the blanks between here and the text are passed, so the text's own place stays known.
      const textAt = state.at;
      const textColumn = state.column;
      state.at = at;
      state.column = column;
      skipColumns(state, width);
      at = state.at;
      column = state.column;
      state.at = textAt;
      state.column = textColumn;
    } else break;
  }
  state.at = at;
  state.column = column;
  return depth;
}

/** Positions of the next `$$` and `%%` are remembered: a search from every one of them would be quadratic. */
interface Closers {
  math: number;
  comment: number;
}

/** A `$$` or `%%` at the start of a line that is closed on a later one. */
function opensSpan(state: BlockState, end: number, closers: Closers, kind: 'math' | 'comment'): boolean {
  const from = state.at + 2;
  if (closers[kind] !== -1 && closers[kind] < from) {
    closers[kind] = state.text.indexOf(kind === 'math' ? '$$' : '%%', from);
  }
  return closers[kind] >= end;
}

function openItem(state: BlockState, indent: number, marker: number, end: number): void {
  const { text } = state;
  const markerAt = state.at;
  const markerColumn = state.column;
  state.at += marker;
  state.column += marker;
  const at = state.at;
  const column = state.column;
  const blanks = skipBlanks(state, end);
  const empty = state.at >= end;
  const width = empty || blanks > 4 ? indent + marker + 1 : indent + marker + blanks;
  state.containers.push(width);
  state.emptySince.push(empty ? state.line : 0);
  if (!empty && blanks > 4) {
    state.at = at;
    state.column = column;
    skipColumns(state, 1);
  } else if (!empty && text.charCodeAt(state.at) === 91) {
    const task = readTask(text, markerAt, state.at, end);
    if (task === undefined) return;
    task.line = state.line;
    task.indent = markerColumn;
    task.heading = state.headings.at(-1)?.text;
    state.tasks.push(task);
    state.at = task.status.length + 2 + state.at;
    skipBlanks(state, end);
    if (state.at < end) openParagraph(state, end);
    else state.at = -1;
  }
}

/** One line; its cursor is at the start, `end` lies before the line ending. */
function readLine(state: BlockState, end: number, closers: Closers): void {
  const { text, containers } = state;
  const matched = containers.length === 0 ? 0 : matchContainers(state, end);
  let all = matched === containers.length;
  if (state.leaf !== 'none' && state.leaf !== 'paragraph') {
    if (all) {
      continueLeaf(state, end);
      return;
    }
    closeContainers(state, matched);
    all = true;
  }
  const close = () => {
    if (!all) closeContainers(state, matched);
    else if (state.leaf === 'paragraph') closeLeaf(state);
    all = true;
  };
  let notBreakBefore = 0;
  for (;;) {
    const indent = skipBlanks(state, end);
    const { at } = state;
    if (at >= end || indent > 3) {
      if (all || at >= end || state.leaf !== 'paragraph') {
        if (!all) close();
        if (at >= end) closeLeaf(state);
        else if (state.leaf === 'paragraph' && !state.table) extendParagraph(state, end);
        else {
          closeLeaf(state);
          pushLeaf(state, codeLeaf, at, end, state.line);
        }
      } else extendParagraph(state, end);
      return;
    }
    const inParagraph = state.leaf === 'paragraph';
    const unit = text.charCodeAt(at);
    switch (unit) {
      case 62:
        if (containers.length >= maxDepth) break;
        close();
        state.at++;
        state.column++;
        if (text.charCodeAt(state.at) === 32 || text.charCodeAt(state.at) === 9) skipColumns(state, 1);
        containers.push(quote);
        state.emptySince.push(0);
        state.quotes++;
        continue;
      case 35: {
        const level = atxLevel(text, at, end);
        if (level === 0) break;
        close();
        readAtxHeading(state, level, end);
        return;
      }
      case 96:
      case 126:
        if (!openFence(state, end)) break;
        close();
        state.leaf = 'fence';
        return;
      case 60: {
        const htmlEnd = findHtmlBlockEnd(text, at, end, inParagraph && !state.table);
        if (htmlEnd === undefined) break;
        close();
        state.leaf = 'html';
        state.htmlEnd = htmlEnd;
        state.leafStart = at;
        state.leafEnd = end;
        state.leafLine = state.line;
        if (htmlEnd !== endsAtBlankLine && endsHtmlBlock(text, at + 2, end, htmlEnd)) closeLeaf(state);
        return;
      }
      case 36:
      case 37: {
        if (text.charCodeAt(at + 1) !== unit) break;
        const kind = unit === 36 ? 'math' : 'comment';
        if (!opensSpan(state, end, closers, kind)) break;
        close();
        state.leaf = kind;
        if (kind === 'math') pushLeaf(state, codeLeaf, at, end, state.line);
        return;
      }
      case 91:
        if (text.charCodeAt(at + 1) === 94 && containers.length < maxDepth) {
          const labelEnd = findLabelEnd(text, at, end);
          if (labelEnd < 0 || text.charCodeAt(labelEnd) !== 58) break;
          close();
          containers.push(4);
          state.emptySince.push(0);
          state.column += labelEnd + 1 - at;
          state.at = labelEnd + 1;
          skipBlanks(state, end);
          if (state.at < end) openParagraph(state, end);
          return;
        }
        break;
      default:
    }
    if (
      inParagraph &&
      all &&
      !state.table &&
      (unit === 61 || unit === 45) &&
      isSetextUnderline(text, at, end)
    ) {
      if (readSetextHeading(state, end)) return;
    }
    if ((unit === 42 || unit === 45 || unit === 95) && at >= notBreakBefore) {
      notBreakBefore = findThematicBreak(text, at, end);
      if (notBreakBefore < 0) {
        close();
        return;
      }
    }
    const marker = containers.length < maxDepth ? listMarkerLength(text, at, end) : 0;
    if (marker > 0 && !(inParagraph && all && !state.table && !interruptsParagraph(text, at, marker, end))) {
      close();
      openItem(state, indent, marker, end);
      if (state.at < 0 || state.leaf === 'paragraph') return;
      if (state.at >= end) return;
      continue;
    }
    if (inParagraph) extendParagraph(state, end);
    else {
      if (!all) close();
      openParagraph(state, end);
    }
    return;
  }
}

function interruptsParagraph(text: string, at: number, marker: number, end: number): boolean {
  const first = text.charCodeAt(at);
  if (first >= 48 && first <= 57 && !(marker === 2 && first === 49)) return false;
  return !isBlankAfter(text, at + marker, end);
}

/** Splits the body into stretches of inline text, and takes headings, tasks and definitions on the way. */
export function scanBlocks(text: string, bodyStart: number, firstLine: number): BlockState {
  const state = startBlocks(text, firstLine);
  const closers: Closers = { math: -2, comment: -2 };
  const { length } = text;
  for (let start = bodyStart; start < length; state.line++) {
    let next = text.indexOf('\n', start);
    if (next < 0) next = length;
    const end = next > start && text.charCodeAt(next - 1) === 13 ? next - 1 : next;
    state.at = start;
    state.column = 0;
    readLine(state, end, closers);
    start = next + 1;
  }
  closeLeaf(state);
  closeContainers(state, 0);
  return state;
}
