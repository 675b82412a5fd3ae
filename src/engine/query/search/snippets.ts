import type { SummaryRow } from '../../db/queries/notes.ts';
import type { ThreadView } from '../../indexer/thread-view.ts';
import { foldText, hasBeyondAscii } from '../../markdown/unspaced.ts';
import { dropAccents, hasAccents } from '../text/accents.ts';
import { bodyStart, readNoteText } from '../text/note-texts.ts';
import type { ParsedQuery } from '../text/parse-query.ts';

/** A line of the file in which the query was found; numbered from 1. */
export interface Snippet {
  line: number;
  text: string;
}

const mostPerNote = 3;
const longest = 160;

/** The lines of each note that hold the most of the query. `near` are the other words it was found by. */
export function findSnippets(
  view: ThreadView,
  rows: readonly Pick<SummaryRow, 'disk'>[],
  query: ParsedQuery,
  near: readonly string[] = [],
): Snippet[][] {
  const needles = needlesOf(query);
  return rows.map(({ disk }) => {
    view.throwIfCancelled();
    const text = readNoteText(view.root, disk);
    const found = snippetsOf(text, needles);
    return found.length > 0 ? found : snippetsOf(text, near);
  });
}

/** Words of a phrase may stand on two lines: each counts. */
function needlesOf({ parts }: ParsedQuery): string[] {
  return parts.flatMap(({ phrase, terms, text }) => (phrase ? terms.map((term) => term.text) : [text]));
}

export function snippetsOf(text: string, needles: readonly string[]): Snippet[] {
  if (needles.length === 0) return [];
  const found: { line: number; start: number; end: number; hits: number; at: number }[] = [];
  const first = bodyStart(text);
  let line = 1;
  for (let start = 0; start < text.length; line++) {
    const next = text.indexOf('\n', start);
    const end = next < 0 ? text.length : next;
    if (start >= first) {
      const { hits, at } = countHits(text.slice(start, end), needles);
      if (hits > 0) found.push({ line, start, end, hits, at });
    }
    start = end + 1;
  }
  return found
    .sort((a, b) => b.hits - a.hits || a.line - b.line)
    .slice(0, mostPerNote)
    .sort((a, b) => a.line - b.line)
    .map((hit) => ({ line: hit.line, text: cutAround(text.slice(hit.start, hit.end), hit.at) }));
}

/** How many needles a line holds, and where the first of them stands, in the characters of the line as it is written. */
function countHits(line: string, needles: readonly string[]): { hits: number; at: number } {
  const folded = hasBeyondAscii(line) ? foldText(line) : line.toLowerCase();
  let plain: string | undefined;
  let hits = 0;
  let at = Number.POSITIVE_INFINITY;
  for (const needle of needles) {
    let found = folded.indexOf(needle);
    if (found < 0 && !hasAccents(needle)) {
      plain ??= dropAccents(folded);
      found = plain.indexOf(needle);
    }
    if (found < 0) continue;
    hits++;
    at = Math.min(at, found);
  }
  return { hits, at: hits > 0 ? unfold(line, folded, at) : 0 };
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

/** At most `longest` characters of a line, with what was found in the first third of them. */
function cutAround(line: string, at: number): string {
  const lead = line.length - line.trimStart().length;
  const trimmed = line.trim();
  const chars = [...trimmed.slice(0, Math.max(0, at - lead) + longest * 2)];
  if (chars.length <= longest && trimmed.length <= longest * 2) return trimmed;
  const found = [...trimmed.slice(0, Math.max(0, at - lead))].length;
  const from = found < longest / 2 ? 0 : found - Math.floor(longest / 3);
  const to = from + longest;
  const cutEnd = to < chars.length;
  const text = chars.slice(from, to).join('').trim();
  return `${from > 0 ? '…' : ''}${text}${cutEnd ? '…' : ''}`.toWellFormed();
}
