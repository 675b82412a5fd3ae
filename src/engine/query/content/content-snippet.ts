import { foldText, hasBeyondAscii } from '../../markdown/unspaced.ts';
import { dropAccents, hasAccents } from '../text/accents.ts';

const gap = '...';

/** Where in a text one of the needles stands first, the first needle before all others; undefined when none does. */
export function findHit(text: string, needles: readonly string[]): number | undefined {
  const [phrase, ...words] = needles;
  for (const wanted of [[phrase], words]) {
    const list = wanted.filter((needle) => needle !== undefined && needle !== '') as string[];
    const at = list.length > 0 ? findFirst(text, list) : undefined;
    if (at !== undefined) return at;
  }
  return undefined;
}

function findFirst(text: string, needles: readonly string[]): number | undefined {
  for (let start = 0; start < text.length; ) {
    const next = text.indexOf('\n', start);
    const end = next < 0 ? text.length : next;
    const at = findInLine(text.slice(start, end), needles);
    if (at !== undefined) return start + at;
    start = end + 1;
  }
  return undefined;
}

function findInLine(line: string, needles: readonly string[]): number | undefined {
  const folded = hasBeyondAscii(line) ? foldText(line) : line.toLowerCase();
  let first = folded.length;
  for (const needle of needles) {
    let at = folded.indexOf(needle);
    if (at < 0 && !hasAccents(needle) && hasBeyondAscii(folded)) at = dropAccents(folded).indexOf(needle);
    if (at >= 0 && at < first) first = at;
  }
  return first === folded.length ? undefined : unfold(line, folded, first);
}

/** Folding can lengthen or shorten what comes before. */
function unfold(line: string, folded: string, at: number): number {
  if (line.length === folded.length) return at;
  let original = 0;
  let reached = 0;
  for (const char of line) {
    if (reached >= at) break;
    original += char.length;
    reached += foldText(char).length;
  }
  return original;
}

/** At most `length` characters of a text with what stands at `at` in the middle; dots where it goes on. */
export function cutSnippet(text: string, at: number, length: number): string {
  // twice as many units as characters, on either side: enough for any characters
  const from = Math.max(0, at - 2 * length);
  const before = [...text.slice(from, at).toWellFormed()];
  const after = [...text.slice(at, at + 2 * length).toWellFormed()];
  const hasMore = at + 2 * length < text.length;
  if (from === 0 && !hasMore && before.length + after.length <= length) return text.trim();
  const lead = Math.min(before.length, Math.max(Math.floor(length / 2), length - after.length));
  const isCutBefore = from > 0 || lead < before.length;
  const room = length - (isCutBefore ? gap.length : 0);
  const kept = before.slice(before.length - Math.min(lead, Math.floor(room / 2), before.length));
  const isCutAfter = hasMore || after.length > room - kept.length;
  const rest = after.slice(0, Math.max(0, room - kept.length - (isCutAfter ? gap.length : 0)));
  const snippet = [...kept, ...rest].join('').trim();
  return `${isCutBefore ? gap : ''}${snippet}${isCutAfter ? gap : ''}`;
}
