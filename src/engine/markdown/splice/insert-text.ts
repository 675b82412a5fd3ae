import { scanBlocks } from '../blocks.ts';
import { findFrontmatter } from '../frontmatter-block.ts';
import type { NoteHeading } from '../note-scan.ts';
import { getSectionHeadings } from '../section.ts';
import { type Edited, edit } from './apply-splices.ts';
import { findLineEnd, type LineEnd, lineStart, lineTextEnd, nextLine, withLineEnds } from './line-ends.ts';

/** A line that would make a heading of a paragraph right above it. */
const underline = /^ {0,3}(?:=+|-+)[ \t]*\r?$/;

/** Content at the end of the text, or at the end of a section. A text that ended in a line break still does. */
export function appendText(text: string, content: string, section?: string): Edited {
  if (section === undefined) return insertAt(text, text.length, content, undefined);
  const { heading, next } = findSection(text, section);
  const start = nextLine(text, heading.end);
  const end = next === undefined ? text.length : lineStart(text, next.start);
  return insertAt(text, skipBlankLinesBack(text, start, end), content, next);
}

/** Content before the body, or right below the heading of a section. */
export function prependText(text: string, content: string, section?: string): Edited {
  if (section !== undefined)
    return insertAt(text, nextLine(text, findSection(text, section).heading.end), content, undefined);
  return insertAt(text, findBodyStart(text), content, undefined);
}

function findBodyStart(text: string): number {
  return findFrontmatter(text)?.end ?? (text.charCodeAt(0) === 0xfeff ? 1 : 0);
}

function findSection(text: string, section: string): { heading: NoteHeading; next: NoteHeading | undefined } {
  // The line numbers are of no use here, so they may start anywhere.
  return getSectionHeadings(scanBlocks(text, findBodyStart(text), 1).headings, section);
}

/** Where the blank lines begin that end the stretch from `start` to `end`, both starts of lines. */
function skipBlankLinesBack(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isBlank(text.charCodeAt(at - 1))) at--;
  return at === start ? start : Math.min(nextLine(text, at), end);
}

function isBlank(unit: number): boolean {
  return unit === 32 || unit === 9 || unit === 10 || unit === 13;
}

/** `at` is the start of a line, or the end of the text. `heading`: the one below, which must stay a heading of its own. */
function insertAt(text: string, at: number, content: string, heading: NoteHeading | undefined): Edited {
  if (content === '') return { text, splices: [] };
  const own = findLineEnd(text);
  const lineEnd = own ?? findLineEnd(content) ?? '\n';
  const isEmpty = at === 0 || (at === 1 && text.charCodeAt(0) === 0xfeff);
  const before = isEmpty || text.charCodeAt(at - 1) === 10 ? '' : lineEnd;
  const lines = own === undefined ? content : withLineEnds(content, own);
  return edit(text, [
    { start: at, end: at, text: before + lines + endOf(text, at, lines, lineEnd, heading) },
  ]);
}

function endOf(
  text: string,
  at: number,
  lines: string,
  lineEnd: LineEnd,
  heading: NoteHeading | undefined,
): string {
  const own = lines.endsWith('\n') ? '' : lineEnd;
  if (at === text.length) return text.endsWith('\n') ? own : '';
  const line = text.slice(at, lineTextEnd(text, at));
  const joins =
    underline.test(line) || (heading !== undefined && heading.start >= at && isSetext(text, at, heading));
  return joins && !/(?:^|\n)[ \t]*\r?\n$/.test(lines) ? own + lineEnd : own;
}

/** Whether the heading stands right here and is made by the line under it. */
function isSetext(text: string, at: number, heading: NoteHeading): boolean {
  return lineStart(text, heading.start) === at && text.slice(heading.start, heading.end).includes('\n');
}
