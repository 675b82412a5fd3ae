import { Buffer } from 'node:buffer';
import { foldText, hasBeyondAscii } from '../../markdown/unspaced.ts';
import { bodyStart, readNoteText } from '../text/note-texts.ts';
import type { Hit, HitFinder } from './word-hits.ts';

/** The line of a file that says most of what was asked, numbered from 1. */
export interface BestLine {
  line: number;
  snippet: string;
}

interface Candidate {
  /** In bytes of the folded text. */
  start: number;
  first: Hit;
  mass: number;
}

const longest = 200;
const ellipsis = '…';
const lineBreak = 10;
/** The title is shown beside the line anyway. */
const titleShare = 0.5;
const longestTitle = 500;
const headingMarks = /^#+\s+|\s+#*\s*$/g;

/** Of lines that say as much, the first. A note found by its title or tags alone is shown by how it begins. */
export function findBestLine(
  root: string,
  note: { disk: string; title: string; has: number },
  finder: HitFinder,
): BestLine {
  const text = readNoteText(root, note.disk);
  const first = bodyStart(text);
  const body = text.slice(first);
  // Folding neither adds nor removes line breaks: lines are numbered alike in both.
  const folded = Buffer.from(hasBeyondAscii(body) ? foldText(body) : body.toLowerCase());
  const best = pickLine(folded, finder, note);
  const before = countBreaks(text, first);
  if (!best) return firstLine(body, before);
  const skipped = countBytes(folded, best.start);
  const at = folded.toString('utf8', best.start, best.first.start).length;
  return { line: before + skipped + 1, snippet: cutAround(lineAt(body, skipped), at) };
}

function pickLine(
  folded: Buffer,
  { words, find }: HitFinder,
  note: { title: string; has: number },
): Candidate | undefined {
  const title = foldText(note.title);
  const hits = find(folded, note.has);
  let best: Candidate | undefined;
  for (let at = 0; at < hits.length; ) {
    const first = hits[at]!;
    const start = first.start === 0 ? 0 : folded.lastIndexOf(lineBreak, first.start - 1) + 1;
    const next = folded.indexOf(lineBreak, first.start);
    const end = next === -1 ? folded.length : next;
    const found = new Set<number>();
    for (; at < hits.length && hits[at]!.start < end; at++) found.add(hits[at]!.word);
    let mass = [...found].reduce((sum, word) => sum + words[word]!.idf, 0);
    if (mass <= (best?.mass ?? 0)) continue;
    if (end - start < longestTitle && isTitle(folded.toString('utf8', start, end), title)) mass *= titleShare;
    if (mass > (best?.mass ?? 0)) best = { start, first, mass };
  }
  return best;
}

function isTitle(line: string, title: string): boolean {
  return line.replaceAll(headingMarks, '') === title;
}

function firstLine(body: string, before: number): BestLine {
  const at = body.search(/\S/);
  if (at === -1) return { line: 1, snippet: '' };
  const skipped = countBreaks(body, at);
  return { line: before + skipped + 1, snippet: cutAround(lineAt(body, skipped), 0) };
}

function countBreaks(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

function countBytes(bytes: Buffer, end: number): number {
  let count = 0;
  for (let at = bytes.indexOf(lineBreak); at !== -1 && at < end; at = bytes.indexOf(lineBreak, at + 1))
    count++;
  return count;
}

/** The line after so many line breaks. */
function lineAt(text: string, breaks: number): string {
  let start = 0;
  for (let skipped = 0; skipped < breaks; skipped++) start = text.indexOf('\n', start) + 1;
  const end = text.indexOf('\n', start);
  return text.slice(start, end === -1 ? text.length : end);
}

/** At most `longest` characters of a line, with what was found in the first third of them. */
function cutAround(line: string, at: number): string {
  const lead = line.length - line.trimStart().length;
  const trimmed = line.trim();
  const found = Math.max(0, at - lead);
  const start = trimmed.length <= longest || found < longest / 2 ? 0 : found - Math.floor(longest / 3);
  const before = start > 0 ? ellipsis : '';
  const room = longest - before.length;
  const rest = trimmed.slice(start, start + longest * 2);
  const chars = [...rest];
  if (chars.length <= room && start + rest.length >= trimmed.length) return (before + rest).toWellFormed();
  return `${before}${chars
    .slice(0, room - 1)
    .join('')
    .trim()}${ellipsis}`.toWellFormed();
}
