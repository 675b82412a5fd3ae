import { countCells, isBlankAfter, isDelimiterRow, runLength, trimEnd } from './block-starts.ts';
import {
  type BlockState,
  codeLeaf,
  htmlLeaf,
  pushLeaf,
  rowLeaf,
  skipBlanks,
  textLeaf,
} from './block-state.ts';
import { endsAtBlankLine, endsHtmlBlock } from './html-blocks.ts';
import { takeDefinitions } from './link-tail.ts';

export function closeLeaf(state: BlockState): void {
  const { leaf } = state;
  if (leaf === 'none') return;
  state.leaf = 'none';
  if (leaf === 'html') pushLeaf(state, htmlLeaf, state.leafStart, state.leafEnd, state.leafLine);
  if (leaf !== 'paragraph') return;
  if (state.table) {
    state.table = false;
    return;
  }
  let { leafStart, leafLine } = state;
  if (state.text.charCodeAt(leafStart) === 91) {
    const rest = takeDefinitions(state.text, leafStart, state.leafEnd, state.definitions);
    for (let at = leafStart; at < rest; at++) if (state.text.charCodeAt(at) === 10) leafLine++;
    leafStart = rest;
  }
  pushLeaf(state, textLeaf, leafStart, state.leafEnd, leafLine);
}

export function openParagraph(state: BlockState, end: number): void {
  state.leaf = 'paragraph';
  state.table = false;
  state.leafStart = state.at;
  state.leafEnd = trimEnd(state.text, state.at, end);
  state.leafLine = state.line;
}

export function extendParagraph(state: BlockState, end: number): void {
  const { text, at } = state;
  const stop = trimEnd(text, at, end);
  if (state.table) {
    pushLeaf(state, rowLeaf, at, stop, state.line);
  } else if (
    state.leafLine === state.line - 1 &&
    isDelimiterRow(text, at, stop) &&
    countCells(text, at, stop) > 0 &&
    countCells(text, at, stop) === countCells(text, state.leafStart, state.leafEnd)
  ) {
    state.table = true;
    pushLeaf(state, rowLeaf, state.leafStart, state.leafEnd, state.leafLine);
  }
  state.leafEnd = stop;
}

function pushHeading(
  state: BlockState,
  level: number,
  start: number,
  end: number,
  textStart: number,
  textEnd: number,
  line: number,
): void {
  let text = state.text.slice(textStart, textEnd);
  if (text.includes('\n')) text = text.split(/[\t ]*\r?\n[\t >]*/).join(' ');
  state.headings.push({ level, text, line, start, end });
  pushLeaf(state, textLeaf, textStart, textEnd, line);
}

export function readAtxHeading(state: BlockState, level: number, end: number): void {
  const { text, at } = state;
  let textStart = at + level;
  while (textStart < end && (text.charCodeAt(textStart) === 32 || text.charCodeAt(textStart) === 9))
    textStart++;
  const stop = trimEnd(text, at, end);
  let textEnd = Math.max(stop, textStart);
  let hashes = textEnd;
  while (hashes > textStart && text.charCodeAt(hashes - 1) === 35) hashes--;
  if (hashes === textStart) textEnd = textStart;
  else if (hashes < textEnd && (text.charCodeAt(hashes - 1) === 32 || text.charCodeAt(hashes - 1) === 9)) {
    textEnd = trimEnd(text, textStart, hashes);
  }
  pushHeading(state, level, at, stop, textStart, textEnd, state.line);
}

export function readSetextHeading(state: BlockState, end: number): boolean {
  const { text } = state;
  const start = takeDefinitions(text, state.leafStart, state.leafEnd, state.definitions);
  if (start >= state.leafEnd) return false;
  let line = state.leafLine;
  for (let at = state.leafStart; at < start; at++) if (text.charCodeAt(at) === 10) line++;
  state.leaf = 'none';
  const level = text.charCodeAt(state.at) === 61 ? 1 : 2;
  pushHeading(state, level, start, trimEnd(text, state.at, end), start, state.leafEnd, line);
  return true;
}

/** Opens a fence when there is one here; its info string is markup. */
export function openFence(state: BlockState, end: number): boolean {
  const { text, at } = state;
  const char = text.charCodeAt(at);
  const length = runLength(text, at, end, char);
  if (length < 3) return false;
  if (char === 96) {
    const backtick = text.indexOf('`', at + length);
    if (backtick >= 0 && backtick < end) return false;
  }
  state.fenceChar = char;
  state.fenceLength = length;
  return true;
}

/** A line inside a fence, an HTML block, math or a comment. */
export function continueLeaf(state: BlockState, end: number): void {
  const { text } = state;
  const from = state.at;
  switch (state.leaf) {
    case 'fence': {
      const indent = skipBlanks(state, end);
      if (indent < 4 && text.charCodeAt(state.at) === state.fenceChar) {
        const run = runLength(text, state.at, end, state.fenceChar);
        if (run >= state.fenceLength && isBlankAfter(text, state.at + run, end)) {
          state.leaf = 'none';
          return;
        }
      }
      pushLeaf(state, codeLeaf, state.at, end, state.line);
      return;
    }
    case 'html':
      if (state.htmlEnd === endsAtBlankLine) {
        if (isBlankAfter(text, from, end)) closeLeaf(state);
        else state.leafEnd = end;
        return;
      }
      state.leafEnd = end;
      if (endsHtmlBlock(text, from, end, state.htmlEnd)) closeLeaf(state);
      return;
    default: {
      const close = text.indexOf(state.leaf === 'math' ? '$$' : '%%', from);
      const closed = close >= 0 && close < end;
      if (state.leaf === 'math') pushLeaf(state, codeLeaf, from, closed ? close : end, state.line);
      if (!closed) return;
      state.leaf = 'none';
      state.at = close + 2;
      skipBlanks(state, end);
      if (state.at < end) openParagraph(state, end);
    }
  }
}
