import { SlipboxError } from '../errors.ts';

export interface Heading {
  level: number;
  text: string;
  line: number;
}

const deepest = 6;

/** The lines of a section: its heading and all below it. `section` is a heading, or a path of them: `Plan > Risks`, `Plan#Risks`. */
export function getSection(
  headings: readonly Heading[],
  section: string,
): { first: number; end: number | undefined } {
  // `C# > Types`, `Langs#C# notes`: either sign may also be part of a heading.
  const readings = [[section], section.split('>'), section.split('#'), section.split(/[>#]/)]
    .map((parts) => parts.map(toKey).filter(Boolean))
    .filter((parts) => parts.length > 0 && parts.length <= deepest);
  const path: Heading[] = [];
  for (const [i, heading] of headings.entries()) {
    while (path.length > 0 && path.at(-1)!.level >= heading.level) path.pop();
    path.push(heading);
    if (!readings.some((wanted) => endsWith(path, wanted))) continue;
    const next = headings.find((other, j) => j > i && other.level <= heading.level);
    return { first: heading.line - 1, end: next && next.line - 1 };
  }
  throw new SlipboxError('INVALID_PARAMS', `section: no heading "${section.slice(0, 200)}" in this note`, {
    hint: 'Ask for the outline to see the headings',
    details: { parameter: 'section', headings: headings.slice(0, 50).map(({ text }) => text.slice(0, 100)) },
  });
}

/** The last wanted heading is the innermost; the others must stand above it in this order. */
function endsWith(path: readonly Heading[], wanted: readonly string[]): boolean {
  let at = path.length - 1;
  if (toKey(path[at]!.text) !== wanted.at(-1)) return false;
  for (const want of wanted.slice(0, -1).toReversed()) {
    at--;
    while (at >= 0 && toKey(path[at]!.text) !== want) at--;
    if (at < 0) return false;
  }
  return true;
}

function toKey(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}
