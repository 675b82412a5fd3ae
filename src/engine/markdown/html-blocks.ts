import { isBlankAfter } from './block-starts.ts';
import { findTagEnd } from './html-tags.ts';

const blockNames = new Set(
  (
    'address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt ' +
    'fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link ' +
    'main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead ' +
    'title tr track ul'
  ).split(' '),
);
const rawNames = new Set(['script', 'pre', 'style', 'textarea']);

/** Ends of blocks that run to a blank line, and of raw elements, which any of four closing tags ends. */
export const endsAtBlankLine = '\n';
const endsAtRawClose = '</';
const rawClose = /<\/(?:script|pre|style|textarea)>/i;

function isLetter(unit: number): boolean {
  const lower = unit | 32;
  return lower >= 97 && lower <= 122;
}

/** What ends the HTML block that starts here, or undefined when none does (CommonMark's seven kinds). */
export function findHtmlBlockEnd(
  text: string,
  at: number,
  end: number,
  inParagraph: boolean,
): string | undefined {
  const next = text.charCodeAt(at + 1);
  if (next === 33) {
    if (text.startsWith('<!--', at)) return '-->';
    if (text.startsWith('<![CDATA[', at)) return ']]>';
    return isLetter(text.charCodeAt(at + 2)) ? '>' : undefined;
  }
  if (next === 63) return '?>';
  const closing = next === 47;
  const nameStart = closing ? at + 2 : at + 1;
  if (!isLetter(text.charCodeAt(nameStart))) return undefined;
  let nameEnd = nameStart + 1;
  while (nameEnd < end && nameEnd - nameStart < 12) {
    const unit = text.charCodeAt(nameEnd);
    if (!isLetter(unit) && (unit < 48 || unit > 57)) break;
    nameEnd++;
  }
  const name = text.slice(nameStart, nameEnd).toLowerCase();
  const after = nameEnd >= end ? 10 : text.charCodeAt(nameEnd);
  const ended = after === 10 || after === 32 || after === 9 || after === 62;
  if (!closing && ended && rawNames.has(name)) return endsAtRawClose;
  if ((ended || (after === 47 && text.charCodeAt(nameEnd + 1) === 62)) && blockNames.has(name))
    return endsAtBlankLine;
  if (inParagraph || (!closing && rawNames.has(name))) return undefined;
  const tagEnd = findTagEnd(text, at, end);
  return tagEnd > 0 && isBlankAfter(text, tagEnd, end) ? endsAtBlankLine : undefined;
}

/** Whether the line holds the end of the HTML block; `from` skips what opened it. */
export function endsHtmlBlock(text: string, from: number, end: number, htmlEnd: string): boolean {
  if (htmlEnd === endsAtRawClose) return rawClose.test(text.slice(from, end));
  const found = text.slice(from, end).indexOf(htmlEnd);
  return found >= 0;
}
