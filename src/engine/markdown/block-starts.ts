/** Tests on single lines; `at` is the first character that is not blank, `end` the end of the line. */

export function isBlankAfter(text: string, at: number, end: number): boolean {
  for (let pos = at; pos < end; pos++) {
    const unit = text.charCodeAt(pos);
    if (unit !== 32 && unit !== 9 && unit !== 13) return false;
  }
  return true;
}

export function runLength(text: string, at: number, end: number, char: number): number {
  let pos = at;
  while (pos < end && text.charCodeAt(pos) === char) pos++;
  return pos - at;
}

/** Where the content of the line ends when trailing blanks are left off. */
export function trimEnd(text: string, start: number, end: number): number {
  let pos = end;
  while (pos > start) {
    const unit = text.charCodeAt(pos - 1);
    if (unit !== 32 && unit !== 9 && unit !== 13) break;
    pos--;
  }
  return pos;
}

/** -1 when the line is a thematic break; else a position before which none can start on it. */
export function findThematicBreak(text: string, at: number, end: number): number {
  const char = text.charCodeAt(at);
  let count = 0;
  for (let pos = at; pos < end; pos++) {
    const unit = text.charCodeAt(pos);
    if (unit === char) count++;
    else if (unit !== 32 && unit !== 9) return pos;
  }
  return count >= 3 ? -1 : end;
}

export function isSetextUnderline(text: string, at: number, end: number): boolean {
  return isBlankAfter(text, at + runLength(text, at, end, text.charCodeAt(at)), end);
}

/** Length of a list marker (`-`, `+`, `*`, `1.`, `1)`), or 0. A blank or the line's end must follow. */
export function listMarkerLength(text: string, at: number, end: number): number {
  const first = text.charCodeAt(at);
  let after = at + 1;
  if (first >= 48 && first <= 57) {
    while (after < end && after - at < 10 && text.charCodeAt(after) >= 48 && text.charCodeAt(after) <= 57)
      after++;
    const closer = text.charCodeAt(after);
    if (after >= end || after - at > 9 || (closer !== 46 && closer !== 41)) return 0;
    after++;
  } else if (first !== 45 && first !== 43 && first !== 42) return 0;
  if (after >= end) return after - at;
  const next = text.charCodeAt(after);
  return next === 32 || next === 9 ? after - at : 0;
}

/** Cells of a table row, or 0 where there is no pipe. */
export function countCells(text: string, at: number, end: number): number {
  let pipes = 0;
  let start = at;
  let stop = trimEnd(text, at, end);
  if (text.charCodeAt(start) === 124) {
    start++;
    pipes = 1;
  }
  if (stop > start && text.charCodeAt(stop - 1) === 124 && text.charCodeAt(stop - 2) !== 92) {
    stop--;
    pipes = 1;
  }
  let cells = 1;
  for (let pos = start; pos < stop; pos++) {
    const unit = text.charCodeAt(pos);
    if (unit === 92) pos++;
    else if (unit === 124) cells++;
  }
  return pipes + cells > 1 ? cells : 0;
}

/** `| --- | :-: |`: the row that makes the line above it a table header. */
export function isDelimiterRow(text: string, at: number, end: number): boolean {
  let dashes = false;
  for (let pos = at; pos < end; pos++) {
    const unit = text.charCodeAt(pos);
    if (unit === 45) dashes = true;
    else if (unit !== 124 && unit !== 58 && unit !== 32 && unit !== 9) return false;
  }
  return dashes;
}

/** Number of `#` that open a heading here, or 0. */
export function atxLevel(text: string, at: number, end: number): number {
  const level = runLength(text, at, end, 35);
  if (level > 6) return 0;
  const after = text.charCodeAt(at + level);
  return at + level >= end || after === 32 || after === 9 ? level : 0;
}
