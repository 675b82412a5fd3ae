import type { Definition } from './block-state.ts';

/** Parentheses inside one another in a destination: keeps `[a](` repeated a million times linear. */
const maxNesting = 16;
const maxLabel = 999;

export interface LinkTail extends Definition {
  end: number;
}

function isSpaceUnit(unit: number): boolean {
  return unit === 32 || unit === 9 || unit === 10 || unit === 13;
}

/** Over blanks and at most one line break. */
function skipSpace(text: string, from: number, end: number): number {
  let at = from;
  let breaks = 0;
  while (at < end) {
    const unit = text.charCodeAt(at);
    if (unit === 10 && ++breaks > 1) break;
    if (!isSpaceUnit(unit)) break;
    at++;
  }
  return at;
}

/** End of `<…>` including the closing bracket, or -1. */
function angleEnd(text: string, from: number, end: number): number {
  for (let at = from + 1; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 62) return at + 1;
    if (unit === 60 || unit === 10) return -1;
    if (unit === 92) at++;
  }
  return -1;
}

/** End of a destination without brackets, or -1 when its parentheses do not balance. */
function plainEnd(text: string, from: number, end: number): number {
  let depth = 0;
  let at = from;
  for (; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit <= 32 || unit === 127) break;
    if (unit === 40) {
      if (++depth > maxNesting) return -1;
    } else if (unit === 41) {
      if (depth === 0) break;
      depth--;
    } else if (unit === 92 && at + 1 < end && text.charCodeAt(at + 1) > 32) at++;
  }
  return depth === 0 ? at : -1;
}

/** End of a quoted title including its closing mark, or -1. */
function titleEnd(text: string, from: number, end: number): number {
  const open = text.charCodeAt(from);
  const close = open === 40 ? 41 : open;
  for (let at = from + 1; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === close) return at + 1;
    if (unit === 40 && open === 40) return -1;
    if (unit === 92) at++;
  }
  return -1;
}

function isTitleOpen(unit: number): boolean {
  return unit === 34 || unit === 39 || unit === 40;
}

/** The rest of an inline link from its `(`: destination, title, closing parenthesis. */
export function parseLinkTail(text: string, open: number, end: number): LinkTail | undefined {
  let at = skipSpace(text, open + 1, end);
  if (at >= end) return undefined;
  const angle = text.charCodeAt(at) === 60;
  const destinationEnd = angle ? angleEnd(text, at, end) : plainEnd(text, at, end);
  if (destinationEnd < 0) return undefined;
  const destination = angle ? text.slice(at + 1, destinationEnd - 1) : text.slice(at, destinationEnd);
  const start = angle ? at + 1 : at;
  at = skipSpace(text, destinationEnd, end);
  let title: string | undefined;
  if (at > destinationEnd && at < end && isTitleOpen(text.charCodeAt(at))) {
    const close = titleEnd(text, at, end);
    if (close < 0) return undefined;
    title = text.slice(at + 1, close - 1);
    at = skipSpace(text, close, end);
  }
  return at < end && text.charCodeAt(at) === 41 ? { destination, at: start, title, end: at + 1 } : undefined;
}

/** End of a `[label]` including its closing bracket, or -1; a label holds no unescaped bracket. */
export function findLabelEnd(text: string, open: number, end: number): number {
  const stop = Math.min(end, open + maxLabel + 2);
  for (let at = open + 1; at < stop; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 93) return at + 1;
    if (unit === 91) return -1;
    if (unit === 92) at++;
  }
  return -1;
}

/** Two labels name the same definition when these are equal. */
export function normaliseLabel(label: string): string {
  return label
    .replace(/[\t\n\r ]+/g, ' ')
    .trim()
    .toLowerCase()
    .toUpperCase();
}

/** End of the line when nothing but blanks is left on it, else -1. */
function restOfLine(text: string, from: number, end: number): number {
  for (let at = from; at < end; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 10) return at + 1;
    if (unit !== 32 && unit !== 9 && unit !== 13) return -1;
  }
  return end;
}

/** Takes the reference definitions off the start of a paragraph; returns where the rest starts. */
export function takeDefinitions(
  text: string,
  start: number,
  end: number,
  definitions: Map<string, Definition>,
): number {
  let rest = start;
  while (rest < end && text.charCodeAt(rest) === 91 && text.charCodeAt(rest + 1) !== 94) {
    const labelEnd = findLabelEnd(text, rest, end);
    if (labelEnd < 0 || text.charCodeAt(labelEnd) !== 58) break;
    const label = normaliseLabel(text.slice(rest + 1, labelEnd - 1));
    let at = skipSpace(text, labelEnd + 1, end);
    if (label === '' || at >= end) break;
    const angle = text.charCodeAt(at) === 60;
    let destinationEnd = at;
    if (angle) destinationEnd = angleEnd(text, at, end);
    else while (destinationEnd < end && text.charCodeAt(destinationEnd) > 32) destinationEnd++;
    if (destinationEnd < 0) break;
    const destination = angle ? text.slice(at + 1, destinationEnd - 1) : text.slice(at, destinationEnd);
    const start = angle ? at + 1 : at;
    let next = restOfLine(text, destinationEnd, end);
    let title: string | undefined;
    at = skipSpace(text, destinationEnd, end);
    if (at > destinationEnd && at < end && isTitleOpen(text.charCodeAt(at))) {
      const close = titleEnd(text, at, end);
      const afterTitle = close < 0 ? -1 : restOfLine(text, close, end);
      if (afterTitle >= 0) {
        title = text.slice(at + 1, close - 1);
        next = afterTitle;
      }
    }
    if (next < 0) break;
    if (!definitions.has(label)) definitions.set(label, { destination, at: start, title });
    rest = next;
    // A line of a paragraph never starts with `>` of its own: there it is the mark of the quote around it.
    while (rest < end && (isSpaceUnit(text.charCodeAt(rest)) || text.charCodeAt(rest) === 62)) rest++;
  }
  return rest;
}
