import { SlipboxError } from '../../errors.ts';
import { type Edited, edit, type Splice } from './apply-splices.ts';
import { findText } from './find-text.ts';
import { findLineEnd, withLineEnds } from './line-ends.ts';

const mostLines = 20;

/** Exact and literal; only line ends count as equal, and the new content gets those of the text around it. */
export function replaceText(
  text: string,
  oldContent: string,
  newContent: string,
  all: boolean,
): Edited & { replacements: number } {
  if (oldContent === '')
    throw new SlipboxError('INVALID_PARAMS', 'oldContent must not be empty', {
      hint: 'Give the text that is to be replaced, or append or prepend the new one',
      details: { parameter: 'oldContent' },
    });
  let found = findSpans(text, oldContent);
  // Whoever names half of a `\r\n` means it.
  if (found.length === 0 && oldContent.includes('\r')) found = findExactly(text, oldContent);
  if (found.length === 0) throw notFound(text, oldContent);
  if (found.length > 1 && !all) throw notUnique(text, found);
  const lineEnd = findLineEnd(text);
  const splices = found.map(({ start, end }): Splice => {
    const own = findLineEnd(text.slice(start, end)) ?? lineEnd;
    const keepsMark = start === 0 && end > 1 && text.charCodeAt(0) === 0xfeff;
    const unmarked = keepsMark && newContent.charCodeAt(0) === 0xfeff ? newContent.slice(1) : newContent;
    return {
      start: keepsMark ? 1 : start,
      end,
      text: own === undefined ? unmarked : withLineEnds(unmarked, own),
    };
  });
  return { ...edit(text, splices), replacements: found.length };
}

interface Span {
  start: number;
  end: number;
}

function findExactly(text: string, wanted: string): Span[] {
  return findText(text, wanted).map((start) => ({ start, end: start + wanted.length }));
}

function findSpans(text: string, content: string): Span[] {
  const wanted = withLineEnds(content, '\n');
  if (!wanted.includes('\n') || !text.includes('\r\n')) return findExactly(text, wanted);
  const found = findText(withLineEnds(text, '\n'), wanted);
  // Each `\r\n` on the way makes the place in the text one further on than that in the text without `\r`.
  let shift = 0;
  let next = text.indexOf('\r\n');
  const place = (at: number) => {
    while (next >= 0 && next - shift < at) {
      shift++;
      next = text.indexOf('\r\n', next + 2);
    }
    return at + shift;
  };
  return found.map((at) => ({ start: place(at), end: place(at + wanted.length) }));
}

function notFound(text: string, content: string): SlipboxError {
  const shown = JSON.stringify(content.length > 80 ? `${content.slice(0, 80)}…` : content);
  return new SlipboxError('INVALID_PARAMS', `oldContent not found in the note: ${shown}`, {
    hint: hintAt(text, content),
    details: { parameter: 'oldContent' },
  });
}

function hintAt(text: string, content: string): string {
  if (findText(text.normalize('NFC'), content.normalize('NFC')).length > 0)
    return 'The note has this text in another Unicode form: copy it as the note has it';
  const first = content.split('\n').find((line) => line.trim() !== '');
  const at = first === undefined ? -1 : (findText(text, first.trim())[0] ?? -1);
  if (at < 0) return 'Read the note again and copy the text exactly, with its spaces and line breaks';
  return `Its first line stands on line ${linesOf(text, [{ start: at, end: at }])[0]}: copy the text from there exactly, with its spaces and line breaks`;
}

function notUnique(text: string, found: readonly Span[]): SlipboxError {
  const lines = linesOf(text, found.slice(0, mostLines));
  const more = found.length > lines.length ? ', …' : '';
  return new SlipboxError(
    'INVALID_PARAMS',
    `oldContent occurs ${found.length} times in the note (lines ${lines.join(', ')}${more})`,
    {
      hint: 'Give more of the text around the one that is meant, or `all: true`',
      details: { parameter: 'oldContent', count: found.length, lines },
    },
  );
}

/** The line on which each span starts, for spans in order. */
function linesOf(text: string, spans: readonly Span[]): number[] {
  let line = 1;
  let next = text.indexOf('\n');
  return spans.map(({ start }) => {
    for (; next >= 0 && next < start; next = text.indexOf('\n', next + 1)) line++;
    return line;
  });
}
