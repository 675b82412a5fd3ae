import { Buffer } from 'node:buffer';

export interface WindowRequest {
  /** First line, from 0. */
  offset: number;
  maxLines: number;
  /** Where in the first line to go on, in UTF-16 units. */
  charOffset: number;
  /** How long the window may be as a JSON string, in bytes. */
  maxBytes: number;
}

export interface ContentWindow {
  content: string;
  totalLines: number;
  returnedLines: number;
  offset: number;
  charOffset: number;
  isTruncated: boolean;
  nextOffset: number | undefined;
  nextCharOffset: number | undefined;
}

const newline = 0x0a;

/** A stretch of text cut at line ends. Windows put together are the text, byte for byte. */
export function cutWindow(bytes: Buffer, totalLines: number, request: WindowRequest): ContentWindow {
  const parts: string[] = [];
  let left = request.maxBytes;
  let line = request.offset;
  let at = findLine(bytes, request.offset);
  let skip = request.charOffset;
  let returnedLines = 0;
  let nextCharOffset: number | undefined;
  while (at < bytes.length && returnedLines < request.maxLines) {
    const end = lineEnd(bytes, at);
    if (returnedLines > 0 && end - at > left) break;
    const whole = bytes.toString('utf8', at, end);
    const text = restOfLine(whole, skip);
    const piece = fits(text, left) ? text : returnedLines === 0 ? fitText(text, left) : undefined;
    if (piece === undefined) break;
    parts.push(piece);
    left -= jsonBytes(piece);
    returnedLines++;
    if (piece.length < text.length) {
      nextCharOffset = whole.length - text.length + piece.length;
      break;
    }
    line++;
    at = end;
    skip = 0;
  }
  const isTruncated = at < bytes.length;
  return {
    content: parts.join(''),
    totalLines,
    returnedLines,
    offset: request.offset,
    charOffset: request.charOffset,
    isTruncated,
    nextOffset: isTruncated ? line : undefined,
    nextCharOffset,
  };
}

/** What the mark for a gap takes at most, and below which room it is not worth leaving one. */
const markBytes = 120;
const worthwhileBytes = 500;
const worthwhileLines = 6;

/** Frontmatter and beginning, a mark for the gap, and the end: the parts of a long note that say most. */
export function cutHeadAndTail(
  bytes: Buffer,
  totalLines: number,
  maxLines: number,
  maxBytes: number,
): ContentWindow {
  const whole = cutWindow(bytes, totalLines, { offset: 0, charOffset: 0, maxLines, maxBytes });
  if (!whole.isTruncated || maxBytes < worthwhileBytes || maxLines < worthwhileLines) return whole;
  const head = cutWindow(bytes, totalLines, {
    offset: 0,
    charOffset: 0,
    maxLines: Math.max(1, Math.floor(maxLines * 0.7)),
    maxBytes: Math.floor((maxBytes - markBytes) * 0.7),
  });
  const headLines = head.nextCharOffset === undefined ? head.returnedLines : 0;
  const tail = tailLines(bytes, {
    most: Math.min(maxLines - head.returnedLines - 3, totalLines - headLines - 1),
    maxBytes: maxBytes - markBytes - jsonBytes(head.content),
  });
  const missing = Math.max(0, totalLines - headLines - tail.count);
  return {
    ...head,
    content: `${head.content}\n[… ${missing} lines left out …]\n${tail.text}`,
    returnedLines: head.returnedLines + tail.count,
    isTruncated: true,
  };
}

function tailLines(
  bytes: Buffer,
  limit: { most: number; maxBytes: number },
): { text: string; count: number } {
  let start = bytes.length;
  let count = 0;
  let left = limit.maxBytes;
  while (start > 0 && count < limit.most) {
    const before = start < 2 ? -1 : bytes.lastIndexOf(newline, start - 2);
    if (start - (before + 1) > left) break;
    const cost = jsonBytes(bytes.toString('utf8', before + 1, start));
    if (cost > left) break;
    left -= cost;
    start = before + 1;
    count++;
  }
  return { text: bytes.toString('utf8', start, bytes.length), count };
}

/** From a character on; one in the middle of a surrogate pair belongs to the character before. */
function restOfLine(line: string, skip: number): string {
  const splitsPair =
    (line.charCodeAt(skip) & 0xfc00) === 0xdc00 && (line.charCodeAt(skip - 1) & 0xfc00) === 0xd800;
  return line.slice(splitsPair ? skip - 1 : skip);
}

/** A text never takes less room than it has characters, which spares rendering one that is far too long. */
function fits(text: string, maxBytes: number): boolean {
  return text.length <= maxBytes && jsonBytes(text) <= maxBytes;
}

function findLine(bytes: Buffer, line: number): number {
  let at = 0;
  for (let i = 0; i < line; i++) {
    const next = bytes.indexOf(newline, at);
    if (next === -1) return bytes.length;
    at = next + 1;
  }
  return at;
}

function lineEnd(bytes: Buffer, at: number): number {
  const next = bytes.indexOf(newline, at);
  return next === -1 ? bytes.length : next + 1;
}

export function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, at + 1)) count++;
  return bytes.length > 0 && bytes[bytes.length - 1] !== newline ? count + 1 : count;
}

/** Bytes a text takes inside a JSON string. */
export function jsonBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}

/** The longest beginning that fits, at least one character, never half a surrogate pair. */
function fitText(text: string, maxBytes: number): string {
  let low = 1;
  let high = Math.min(text.length, maxBytes);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (jsonBytes(text.slice(0, middle)) <= maxBytes) low = middle;
    else high = middle - 1;
  }
  const code = text.charCodeAt(low - 1);
  const splitsPair = code >= 0xd800 && code < 0xdc00 && low < text.length;
  return text.slice(0, splitsPair ? (low > 1 ? low - 1 : 2) : low);
}
