const newline = 0x0a;
const longest = 160;
/** More bytes than any context has, before and after. */
const reach = 4 * longest;

/**
 * Gives what stands around each link of a file: at most 160 characters of its line, numbered from 1. To be asked in the order of
 * the links: what lies behind is not looked at again, so that many links in one long line cost no more than the line.
 */
export function openContexts(bytes: Buffer): (line: number, raw: string) => string {
  let line = 1;
  let start = 0;
  let end = lineEnd(bytes, 0);
  let after = 0;
  return (wanted, raw) => {
    while (line < wanted && end < bytes.length) {
      start = end + 1;
      end = lineEnd(bytes, start);
      after = start;
      line++;
    }
    if (line !== wanted) return shorten(raw, 0, false, false);
    const link = Buffer.from(raw);
    const found = bytes.subarray(0, end).indexOf(link, after);
    const at = found < 0 ? after : found;
    if (found >= 0) after = found + link.length;
    return contextAt(bytes, { start, at, end });
  };
}

function lineEnd(bytes: Buffer, from: number): number {
  const next = bytes.indexOf(newline, from);
  return next < 0 ? bytes.length : next;
}

function contextAt(bytes: Buffer, { start, at, end }: { start: number; at: number; end: number }): string {
  const first = Math.max(start, at - reach);
  const last = Math.min(end, at + reach);
  const isHead = first === start;
  const isTail = last === end;
  // what a cut leaves of a character is no character
  const before = bytes.toString('utf8', first, at);
  const rest = bytes.toString('utf8', at, last);
  const lead = isHead ? before.trimStart() : before.replace(/^\uFFFD+/, '');
  const text = lead + (isTail ? rest.trimEnd() : rest.replace(/\uFFFD+$/, ''));
  return shorten(text, lead.length, !isHead, !isTail);
}

/** The part of a text around a place; `head` and `tail` say that it was cut before. */
function shorten(text: string, at: number, head: boolean, tail: boolean): string {
  const from = text.length <= longest || at <= longest / 2 ? 0 : at - Math.floor(longest / 3);
  const begin = Math.max(0, Math.min(from, text.length - longest));
  const to = Math.min(text.length, begin + longest);
  const part = text.slice(begin + (splitsPair(text, begin) ? 1 : 0), to - (splitsPair(text, to) ? 1 : 0));
  return `${head || begin > 0 ? '…' : ''}${part}${tail || to < text.length ? '…' : ''}`;
}

function splitsPair(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
}
