import type { Splice } from './apply-splices.ts';
import { lineStart, lineTextEnd, nextLine } from './line-ends.ts';
import type { Item } from './yaml-places.ts';

/** Between two items that stay, or an end: `removed` items from index `from` to `to` give way to new ones. */
export interface Gap {
  from: number;
  to: number;
  /** Each new item as its lines; in `[]` and `{}` all on one. */
  added: string[][];
}

export interface Source {
  yaml: string;
  lineEnd: string;
}

/** Items between brackets, with commas. Not for a gap that leaves none. */
export function editFlowGap(source: Source, items: readonly Item[], { from, to, added }: Gap): Splice {
  const text = added.map((lines) => lines.join(' ')).join(', ');
  if (to > from) {
    const start = items[from]!.first;
    const end = items[to - 1]!.end;
    if (added.length > 0) return { start, end, text };
    if (to < items.length) return { start, end: items[to]!.first, text: '' };
    return { start: items[from - 1]!.end, end, text: '' };
  }
  if (from > 0) {
    const at = items[from - 1]!.end;
    return { start: at, end: at, text: `${separatorOf(source, items)}${text}` };
  }
  const at = items[0]!.first;
  return { start: at, end: at, text: `${text}, ` };
}

/** What stands between the first two items, when it is a comma and blanks. */
function separatorOf({ yaml }: Source, items: readonly Item[]): string {
  if (items.length < 2) return ', ';
  const between = yaml.slice(items[0]!.end, items[1]!.first);
  return /^,\s*$/.test(between) ? between : ', ';
}

/** Items on lines of their own. Not for a gap that leaves none. */
export function editBlockGap(source: Source, items: readonly Item[], { from, to, added }: Gap): Splice {
  const { yaml, lineEnd } = source;
  const { column } = items[0]!;
  const indent = ' '.repeat(column);
  const text = added.flat().join(lineEnd + indent);
  if (to > from) {
    const { first } = items[from]!;
    const end = items[to - 1]!.end;
    if (added.length > 0) return { start: first, end: lineTextEnd(yaml, end), text };
    // The first item may stand behind the dash or key around it, which stays: the next one moves up there.
    if (lineStart(yaml, first) + column !== first || !isIndent(yaml, first)) {
      if (to < items.length) return { start: first, end: items[to]!.first, text: '' };
    }
    return { start: lineStart(yaml, first), end: nextLine(yaml, end), text: '' };
  }
  if (from > 0) {
    const at = lineTextEnd(yaml, items[from - 1]!.end);
    return { start: at, end: at, text: `${lineEnd}${indent}${text}` };
  }
  const at = items[0]!.first;
  return { start: at, end: at, text: `${text}${lineEnd}${indent}` };
}

function isIndent(yaml: string, at: number): boolean {
  return yaml.slice(lineStart(yaml, at), at).trim() === '';
}

const mostCompared = 250_000;

/** Which old items stay, as pairs of old and new index, as many as can be. */
export function matchItems(old: readonly string[], now: readonly string[]): [number, number][] {
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  while (
    tail < Math.min(old.length, now.length) - head &&
    old[old.length - 1 - tail] === now[now.length - 1 - tail]
  )
    tail++;
  const pairs: [number, number][] = [];
  for (let i = 0; i < head; i++) pairs.push([i, i]);
  pairs.push(...matchMiddle(old.slice(head, old.length - tail), now.slice(head, now.length - tail), head));
  for (let i = tail; i > 0; i--) pairs.push([old.length - i, now.length - i]);
  return pairs;
}

function matchMiddle(old: readonly string[], now: readonly string[], shift: number): [number, number][] {
  const pairs: [number, number][] = [];
  if (old.length === 0 || now.length === 0 || old.length * now.length > mostCompared) return pairs;
  const width = now.length + 1;
  const longest = new Uint32Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      longest[i * width + j] =
        old[i] === now[j]
          ? longest[(i + 1) * width + j + 1]! + 1
          : Math.max(longest[(i + 1) * width + j]!, longest[i * width + j + 1]!);
  for (let i = 0, j = 0; i < old.length && j < now.length; ) {
    if (old[i] === now[j]) pairs.push([shift + i++, shift + j++]);
    else if (longest[(i + 1) * width + j]! >= longest[i * width + j + 1]!) i++;
    else j++;
  }
  return pairs;
}
