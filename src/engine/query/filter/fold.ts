/** What texts are compared by: the keys of titles, names and tags in the index are made the same way. */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** By code point, as SQLite compares: the units of UTF-16 put an emoji before some letters. */
export function compareText(a: string, b: string): number {
  const end = Math.min(a.length, b.length);
  for (let i = 0; i < end; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return isSurrogate(x) === isSurrogate(y) ? x - y : isSurrogate(x) ? 1 : -1;
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return (unit & 0xf800) === 0xd800;
}
