import { classOf, codePointAt, isWord } from './char-class.ts';
import { advance, findAhead, type InlineState } from './inline-state.ts';
import { findLabelEnd, normaliseLabel, parseLinkTail } from './link-tail.ts';
import { type LinkTarget, parseDestination, parseWikilink } from './link-target.ts';
import type { LinkKind } from './note-scan.ts';
import { countWords } from './words.ts';

function pushLink(
  state: InlineState,
  kind: LinkKind,
  start: number,
  end: number,
  line: number,
  to: LinkTarget,
  alias: string | undefined,
  title: string | undefined,
): void {
  state.links.push({
    kind,
    raw: state.text.slice(start, end),
    target: to.target,
    heading: to.heading,
    block: to.block,
    alias,
    title,
    external: to.external,
    line,
    start,
    end,
  });
}

/** Destinations that are nothing but destinations; `(v2)` or `(and so on)` after a link is a remark in brackets. */
const plainlyDestination = /^(?:[A-Za-z][A-Za-z0-9+.-]+:|\.{0,2}\/|#)|\.md(?:#|$)/i;

/**
 * `[[1]](https://…)`, a citation, is a Markdown link as elsewhere. Languages that put no blank before a bracket write remarks
 * just so after a wikilink, and Obsidian's users mean the wikilink; one with a display text is nothing else.
 */
function isLinkText(
  { alias }: { alias: string | undefined },
  text: string,
  open: number,
  end: number,
): boolean {
  if (alias !== undefined || open >= end || text.charCodeAt(open) !== 40) return false;
  const tail = parseLinkTail(text, open, end);
  return tail !== undefined && plainlyDestination.test(tail.destination);
}

/** A `[[…]]` whose brackets open at `open`; `start` is one less for an embed. False leaves the cursor. */
export function readWikilink(state: InlineState, start: number, open: number): boolean {
  const { text } = state;
  const close = findAhead(state, ']]', open + 2);
  if (close < 0) return false;
  const inner = findAhead(state, '[[', open + 1);
  if (inner >= 0 && inner < close) return false;
  const inside = text.slice(open + 2, close);
  if (inside.includes('\n')) return false;
  const to = parseWikilink(inside);
  if (to.target === '' && to.heading === undefined && (to.block === undefined || to.block === ''))
    return false;
  if (to.target.includes('[') || to.target.includes(']')) return false;
  const end = close + 2;
  if (isLinkText(to, text, end, state.end)) return false;
  const embed = start !== open;
  pushLink(state, embed ? 'embed' : 'wikilink', start, end, state.line, to, to.alias, undefined);
  if (!embed) {
    state.words += countWords(text, open + 3 + inside.indexOf('|'), close);
  }
  state.at = end;
  return true;
}

/** Numbers kept for each open bracket. */
const bracketSize = 5;

export function openBracket(state: InlineState, start: number, image: boolean): void {
  state.lastOpener = image ? start + 1 : start;
  state.brackets.push(start, state.line, image ? 1 : 0, state.tags.length, state.links.length);
  state.at = state.lastOpener + 1;
}

/** What a `]` closes: an inline link, or a reference to a definition. */
export function closeBracket(state: InlineState): void {
  const { text, brackets } = state;
  const close = state.at;
  state.at++;
  const height = brackets.length - bracketSize;
  if (height < 0) return;
  const [start, line, image, tags, links] = brackets.slice(height) as [
    number,
    number,
    number,
    number,
    number,
  ];
  brackets.length = height;
  const inactive = height < state.inactive;
  if (inactive) state.inactive = height;
  if (inactive && image === 0) return;
  const open = start + image;
  const alias = text.slice(open + 1, close);
  const next = close + 1 < state.end ? text.charCodeAt(close + 1) : 0;
  let end = -1;
  let destination: string | undefined;
  let title: string | undefined;
  let kind: LinkKind = image === 1 ? 'image' : 'markdown';
  const tail = next === 40 ? parseLinkTail(text, close + 1, state.end) : undefined;
  if (tail !== undefined) {
    ({ end, destination, title } = tail);
  } else if (state.definitions.size > 0 && text.charCodeAt(open + 1) !== 94) {
    if (image === 0) kind = 'reference';
    const labelEnd = next === 91 ? findLabelEnd(text, close + 1, state.end) : -1;
    const full = labelEnd > close + 3;
    if (!full && state.lastOpener > open) return;
    const label = full ? text.slice(close + 2, labelEnd - 1) : alias;
    if (label.length > 999) return;
    const definition = state.definitions.get(normaliseLabel(label));
    if (definition === undefined) return;
    ({ destination, title } = definition);
    end = labelEnd > 0 ? labelEnd : close + 1;
  }
  if (destination === undefined) return;
  state.tags.length = Math.min(state.tags.length, tags);
  while (state.bareUrls.length > 0 && state.bareUrls.at(-1)! >= links) {
    const index = state.bareUrls.pop()!;
    if (image === 0) state.dropped.add(state.links[index]!);
  }
  // The description of an image is text: what looks like a link in it is none.
  if (image === 1) state.links.length = Math.min(state.links.length, links);
  if (image === 0) state.inactive = height;
  if (destination !== '') {
    if (state.links.length > links) state.nested = true;
    pushLink(state, kind, start, end, line, parseDestination(destination), alias, title);
  }
  advance(state, end);
}

const schemeUrl = /^[A-Za-z][A-Za-z0-9+.-]{1,31}:/;
const email = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*$/;

/** `<https://…>` and `<someone@example.org>`. */
export function readAngleLink(state: InlineState): boolean {
  const { text } = state;
  const start = state.at;
  let at = start + 1;
  let marks = false;
  for (; at < state.end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 62) break;
    if (unit <= 32 || unit === 60) return false;
    if (unit === 58 || unit === 64) marks = true;
  }
  if (!marks || at >= state.end) return false;
  const inside = text.slice(start + 1, at);
  if (!schemeUrl.test(inside) && (inside.length > 320 || !email.test(inside))) return false;
  const to = { target: inside, heading: undefined, block: undefined, external: true };
  pushLink(state, 'autolink', start, at + 1, state.line, to, undefined, undefined);
  state.at = at + 1;
  return true;
}

const urlStop = new Set([...'。，；：！？）】》」』、“”‘’（【《「『'].map((char) => char.charCodeAt(0)));

/** Leaves off what belongs to the sentence: `?!.,:*_~'"`, an unbalanced `)`, an entity. */
function trimUrl(text: string, start: number, from: number): number {
  let end = from;
  let extra = 0;
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 41) extra++;
    else if (unit === 40) extra--;
  }
  for (; end > start; end--) {
    const unit = text.charCodeAt(end - 1);
    if (unit === 41) {
      if (extra <= 0) break;
      extra--;
    } else if (unit === 59) {
      let name = end - 2;
      while (name > start && end - name < 34 && /[A-Za-z0-9]/.test(text[name]!)) name--;
      if (text.charCodeAt(name) === 38 && name < end - 2) end = name + 1;
      else break;
    } else if (
      !(
        unit === 63 ||
        unit === 33 ||
        unit === 46 ||
        unit === 44 ||
        unit === 58 ||
        unit === 42 ||
        unit === 95 ||
        unit === 126 ||
        unit === 39 ||
        unit === 34
      )
    )
      break;
  }
  return end;
}

/** A bare URL whose `://` starts at the cursor. */
export function readBareUrl(state: InlineState): boolean {
  const { text } = state;
  const colon = state.at;
  const secure = (text.charCodeAt(colon - 1) | 32) === 115;
  const start = colon - (secure ? 5 : 4);
  if (start < state.start || text.slice(start, colon).toLowerCase() !== (secure ? 'https' : 'http'))
    return false;
  if (start > state.start) {
    const before = text.charCodeAt(start - 1);
    const lower = before | 32;
    if ((lower >= 97 && lower <= 122) || (before >= 48 && before <= 57)) return false;
  }
  let at = colon + 3;
  for (; at < state.end; at++) {
    const unit = text.charCodeAt(at);
    if (unit <= 32 || unit === 60 || unit === 93 || (unit === 124 && state.row)) break;
    if (unit === 91 && at > colon + 3) break;
    if (unit > 127 && (urlStop.has(unit) || unit === 0xa0 || unit === 0x3000)) break;
  }
  const end = trimUrl(text, colon + 3, at);
  const host = text.charCodeAt(colon + 3);
  if (end <= colon + 3 || (host !== 91 && (classOf(codePointAt(text, colon + 3, host)) & isWord) === 0))
    return false;
  const to = { target: text.slice(start, end), heading: undefined, block: undefined, external: true };
  state.bareUrls.push(state.links.length);
  pushLink(state, 'autolink', start, end, state.line, to, undefined, undefined);
  state.words--;
  state.at = end;
  return true;
}
