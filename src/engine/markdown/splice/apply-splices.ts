/** `text` takes the place of what lies from `start` to `end`: UTF-16 offsets into the text before the edit. */
export interface Splice {
  start: number;
  end: number;
  text: string;
}

/** A text after an edit, and the splices that led there, in order. */
export interface Edited {
  text: string;
  splices: Splice[];
}

/** All splices at once; they may come in any order but not overlap. Those at one place keep the order they are given in. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const splice of sortSplices(splices)) {
    if (splice.start < at || splice.end < splice.start || splice.end > text.length)
      throw new RangeError(`Splice ${splice.start}-${splice.end} overlaps another or leaves the text`);
    parts.push(text.slice(at, splice.start), splice.text);
    at = splice.end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}

function sortSplices(splices: readonly Splice[]): Splice[] {
  return splices.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

export function edit(text: string, splices: readonly Splice[]): Edited {
  const real = sortSplices(splices).filter((splice) => splice.end > splice.start || splice.text !== '');
  return { text: real.length > 0 ? applySplices(text, real) : text, splices: real };
}
