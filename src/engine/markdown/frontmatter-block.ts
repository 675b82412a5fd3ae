import type { FrontmatterBlock } from './note-scan.ts';

const dash = 45;
const dot = 46;

/** End of a line made of three times `char` and trailing blanks, or -1. */
function fenceEnd(text: string, at: number, char: number): number {
  if (text.charCodeAt(at) !== char || text.charCodeAt(at + 1) !== char || text.charCodeAt(at + 2) !== char) {
    return -1;
  }
  for (let end = at + 3; ; end++) {
    const unit = text.charCodeAt(end);
    if (unit === 10) return end + 1;
    if (end >= text.length) return text.length;
    if (unit !== 32 && unit !== 9 && unit !== 13) return -1;
  }
}

/** A block at the very start of the text, a byte order mark aside; an unclosed one is ordinary text. */
export function findFrontmatter(text: string): FrontmatterBlock | undefined {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const yamlStart = fenceEnd(text, start, dash);
  if (yamlStart < 0 || text.charCodeAt(yamlStart - 1) !== 10) return undefined;
  for (let line = yamlStart; line < text.length; ) {
    const unit = text.charCodeAt(line);
    if (unit === dash || unit === dot) {
      const end = fenceEnd(text, line, unit);
      if (end >= 0) return { start, end, yamlStart, yamlEnd: line };
    }
    const next = text.indexOf('\n', line);
    if (next < 0) break;
    line = next + 1;
  }
  return undefined;
}
