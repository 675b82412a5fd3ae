export type LineEnd = '\n' | '\r\n';

/** How most lines of a text end; undefined when it is one line. */
export function findLineEnd(text: string): LineEnd | undefined {
  let unix = 0;
  let windows = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    if (at > 0 && text.charCodeAt(at - 1) === 13) windows++;
    else unix++;
  }
  if (unix === 0 && windows === 0) return undefined;
  return windows > unix ? '\r\n' : '\n';
}

/** Only `\n` and `\r\n` end lines: a `\r` alone stays what it is. */
export function withLineEnds(text: string, lineEnd: LineEnd): string {
  if (lineEnd === '\r\n') return text.includes('\n') ? text.replaceAll(/\r?\n/g, '\r\n') : text;
  return text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text;
}

/** Where the text of the line ends that `at` is on, before what ends the line. */
export function lineTextEnd(text: string, at: number): number {
  const next = text.indexOf('\n', at);
  if (next < 0) return text.length;
  return next > 0 && text.charCodeAt(next - 1) === 13 ? next - 1 : next;
}

/** Where the line after the one that `at` is on begins; the end of the text after the last line. */
export function nextLine(text: string, at: number): number {
  const next = text.indexOf('\n', at);
  return next < 0 ? text.length : next + 1;
}

export function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}
