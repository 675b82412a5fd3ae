import { type BlockState, htmlLeaf, leafSize, rowLeaf, textLeaf } from './block-state.ts';
import { classOf, codePointAt, isCjk, isMark, isSpace, isTagChar, isWord } from './char-class.ts';
import { findTagEnd } from './html-tags.ts';
import { closeBracket, openBracket, readAngleLink, readBareUrl, readWikilink } from './inline-links.ts';
import { advance, findAhead, type InlineState, startInline } from './inline-state.ts';
import { findLabelEnd } from './link-tail.ts';
import { countWords } from './words.ts';

const plain = 0;
const word = 1;
const special = 2;
const kinds = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  if ((classOf(code) & isWord) !== 0) kinds[code] = word;
}
for (const char of '\n`[]!<\\#:^%$&') kinds[char.charCodeAt(0)] = special;

/** Jumps to the end of a code span that opens at the cursor, or over its backticks. */
function readCodeSpan(state: InlineState): void {
  const { text, end } = state;
  const start = state.at;
  let length = 1;
  while (start + length < end && text.charCodeAt(start + length) === 96) length++;
  const from = start + length;
  state.at = from;
  const last = state.backticks.get(length);
  if (state.backticksKnown && (last === undefined || last < from)) return;
  for (let at = text.indexOf('`', from); at >= 0 && at < end; ) {
    let run = 1;
    while (at + run < end && text.charCodeAt(at + run) === 96) run++;
    if (run === length) {
      state.words += countWords(text, from, at);
      advance(state, at + run);
      return;
    }
    if (!state.backticksKnown) state.backticks.set(run, at);
    at = text.indexOf('`', at + run);
  }
  state.backticksKnown = true;
}

/** Everything `<` may open; false when it is a character like any other. */
function readAngle(state: InlineState): boolean {
  const { text, at } = state;
  const next = text.charCodeAt(at + 1);
  let end = -1;
  if (next === 33) {
    if (text.startsWith('<!--', at)) {
      if (text.startsWith('<!-->', at)) end = at + 5;
      else if (text.startsWith('<!--->', at)) end = at + 6;
      else end = findAhead(state, '-->', at + 4) + 3;
      if (end === 2) return false;
    } else if (text.startsWith('<![CDATA[', at)) {
      end = findAhead(state, ']]>', at + 9) + 3;
      if (end === 2) return false;
    } else {
      end = findAhead(state, '>', at + 2) + 1;
      if (end === 0 || (classOf(text.charCodeAt(at + 2)) & isWord) === 0) return false;
    }
  } else if (next === 63) {
    end = findAhead(state, '?>', at + 2) + 2;
    if (end === 1) return false;
  } else {
    if (readAngleLink(state)) return true;
    end = findTagEnd(text, at, state.end);
    if (end < 0) return false;
  }
  if (end > state.end) return false;
  advance(state, end);
  return true;
}

/** Obsidian takes a tag after a blank and after opening punctuation, never inside a word or an address. */
function mayPrecedeTag(state: InlineState): boolean {
  if (state.at <= state.start) return true;
  const before = state.text.charCodeAt(state.at - 1);
  if (before > 127) return (classOf(before) & (isTagChar | isWord)) === 0 && (before & 0xfc00) !== 0xdc00;
  return before <= 32 || '([{,;:"\'*~>|!?_'.includes(String.fromCharCode(before));
}

function readTag(state: InlineState): boolean {
  if (!mayPrecedeTag(state)) return false;
  const { text, at: start } = state;
  let at = start + 1;
  let named = false;
  while (at < state.end) {
    const unit = text.charCodeAt(at);
    const code = unit < 128 ? unit : codePointAt(text, at, unit);
    if ((classOf(code) & isTagChar) === 0) break;
    if (code !== 47 && (code < 48 || code > 57)) named = true;
    at += code > 0xffff ? 2 : 1;
  }
  while (at > start + 1 && text.charCodeAt(at - 1) === 47) at--;
  if (!named) return false;
  state.tags.push({ tag: text.slice(start + 1, at), line: state.line, start, end: at });
  state.words += countWords(text, start + 1, at);
  state.at = at;
  return true;
}

/** `^id` as the last thing on a line, after a blank, or right after a link: there even Obsidian's own help leaves the blank out. */
function readBlockId(state: InlineState): boolean {
  const { text, links, at: start } = state;
  const isApart = start <= state.start || (classOf(text.charCodeAt(start - 1)) & isSpace) !== 0;
  if (!isApart && links.at(-1)?.end !== start) return false;
  let at = start + 1;
  while (at < state.end) {
    const unit = text.charCodeAt(at);
    if (!((unit < 128 && kinds[unit] === word) || unit === 45)) break;
    at++;
  }
  if (at === start + 1) return false;
  let rest = at;
  while (rest < state.end && text.charCodeAt(rest) !== 10) {
    if ((classOf(text.charCodeAt(rest)) & isSpace) === 0) return false;
    rest++;
  }
  state.blocks.push({ id: text.slice(start + 1, at), line: state.line, start, end: at });
  state.at = at;
  return true;
}

/** `%%…%%` and `$$…$$` within a paragraph; what is in a formula counts as words. */
function readPair(state: InlineState, unit: number): boolean {
  const { text, at } = state;
  if (text.charCodeAt(at + 1) !== unit) return false;
  const close = findAhead(state, unit === 37 ? '%%' : '$$', at + 2);
  if (close < 0) return false;
  if (unit === 36) state.words += countWords(text, at + 2, close);
  advance(state, close + 2);
  return true;
}

function skipEntity(state: InlineState): boolean {
  const { text, at } = state;
  let end = at + 1;
  if (text.charCodeAt(end) === 35) end++;
  const from = end;
  while (end < state.end && end - from < 32 && kinds[text.charCodeAt(end)] === word) end++;
  if (end === from || end >= state.end || text.charCodeAt(end) !== 59) return false;
  state.at = end + 1;
  return true;
}

/** Over the line break and what stands before the text of the next line. */
function nextLine(state: InlineState, quotes: number): void {
  const { text, end } = state;
  let at = state.at + 1;
  let left = quotes;
  for (; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 62 && left > 0) left--;
    else if (unit !== 32 && unit !== 9) break;
  }
  state.line++;
  state.at = at;
}

/** False when the character at the cursor opens nothing. */
function readSpecial(state: InlineState, unit: number, quotes: number): boolean {
  const { text, at } = state;
  switch (unit) {
    case 10:
      nextLine(state, quotes);
      return true;
    case 96:
      readCodeSpan(state);
      return true;
    case 92:
      if (at + 1 < state.end && text.charCodeAt(at + 1) > 32 && text.charCodeAt(at + 1) < 128) {
        if (kinds[text.charCodeAt(at + 1)] === word) return false;
        state.at = at + 2;
        return true;
      }
      return false;
    case 33:
      if (text.charCodeAt(at + 1) !== 91 || at + 1 >= state.end) return false;
      if (text.charCodeAt(at + 2) === 91 && readWikilink(state, at, at + 1)) return true;
      openBracket(state, at, true);
      return true;
    case 91: {
      const next = text.charCodeAt(at + 1);
      if (next === 91 && readWikilink(state, at, at)) return true;
      if (next === 94) {
        const labelEnd = findLabelEnd(text, at, state.end);
        if (labelEnd > 0 && text.charCodeAt(labelEnd) !== 40) {
          advance(state, labelEnd);
          return true;
        }
      }
      openBracket(state, at, false);
      return true;
    }
    case 93:
      closeBracket(state);
      return true;
    case 60:
      return readAngle(state);
    case 35:
      return readTag(state);
    case 58:
      return text.charCodeAt(at + 1) === 47 && text.charCodeAt(at + 2) === 47 && readBareUrl(state);
    case 94:
      return readBlockId(state);
    case 38:
      return skipEntity(state);
    default:
      return readPair(state, unit);
  }
}

function readText(state: InlineState, quotes: number): void {
  const { text, end } = state;
  let at = state.at;
  let inWord = false;
  let words = 0;
  while (at < end) {
    const unit = text.charCodeAt(at);
    if (unit < 128) {
      const kind = kinds[unit];
      if (kind === word) {
        if (!inWord) words++;
        inWord = true;
        at++;
        continue;
      }
      inWord = false;
      if (kind === plain) {
        at++;
        continue;
      }
      state.at = at;
      at = readSpecial(state, unit, quotes) ? state.at : at + 1;
      continue;
    }
    const code = codePointAt(text, at, unit);
    const bits = classOf(code);
    if ((bits & isCjk) !== 0) {
      words++;
      inWord = false;
    } else if ((bits & isWord) !== 0) {
      if (!inWord) words++;
      inWord = true;
    } else if ((bits & isMark) === 0) inWord = false;
    at += code > 0xffff ? 2 : 1;
  }
  state.words += words;
}

/** Words of an HTML block: its tags and comments are none. */
function countHtmlWords(state: InlineState): void {
  const { text, end } = state;
  let from = state.at;
  for (
    let at = text.indexOf('<', from);
    at >= 0 && at < end;
    at = text.indexOf('<', Math.max(at + 1, from))
  ) {
    state.at = at;
    state.words += countWords(text, from, at);
    const comment = text.startsWith('<!--', at);
    const close = comment ? findAhead(state, '-->', at + 4) : -1;
    const tagEnd = comment ? (close < 0 ? end : close + 3) : findTagEnd(text, at, end);
    from = tagEnd > 0 ? tagEnd : at;
  }
  state.words += countWords(text, from, end);
}

/** Reads every stretch the block pass left, in order. */
export function scanInline(blocks: BlockState): InlineState {
  const { text, leaves } = blocks;
  const state = startInline(text, blocks.definitions);
  for (let index = 0; index < leaves.length; index += leafSize) {
    const kind = leaves[index]!;
    state.at = leaves[index + 1]!;
    state.start = state.at;
    state.end = leaves[index + 2]!;
    if (kind === textLeaf || kind === rowLeaf) {
      state.line = leaves[index + 3]!;
      state.row = kind === rowLeaf;
      state.brackets.length = 0;
      state.bareUrls.length = 0;
      state.inactive = 0;
      state.lastOpener = -1;
      if (state.backticksKnown || state.backticks.size > 0) {
        state.backticks.clear();
        state.backticksKnown = false;
      }
      readText(state, leaves[index + 4]!);
    } else if (kind === htmlLeaf) countHtmlWords(state);
    else state.words += countWords(text, state.start, state.end);
  }
  return state;
}
