import { SlipboxError } from '../errors.ts';

export interface Heading {
  level: number;
  text: string;
  line: number;
}

const deepest = 6;
const longestPath = 5000;
const mostNamed = 50;
const mostClosest = 3;

/** The lines of a section: its heading and all below it. */
export function getSection(
  headings: readonly Heading[],
  section: string,
): { first: number; end: number | undefined } {
  const { heading, next } = getSectionHeadings(headings, section);
  return { first: heading.line - 1, end: next && next.line - 1 };
}

/** The heading of a section and the one that ends it. `section` is a heading, or a path of them: `Plan > Risks`, `Plan#Risks`, `Plan/Risks`. */
export function getSectionHeadings<H extends Heading>(
  headings: readonly H[],
  section: string,
): { heading: H; next: H | undefined } {
  // `C# > Types`, `Langs#C# notes`, `2026/01`: each sign may also be part of a heading, and then that is what is meant.
  const signs = section.length > longestPath ? [] : [/[>#]/, />/, /#/, /\//, /[>#/]/];
  const paths = [[section], ...signs.map((sign) => section.split(sign))]
    .map((parts) => parts.map(toKey).filter(Boolean))
    .filter((parts) => parts.length > 0 && parts.length <= deepest);
  for (const readings of [paths.slice(0, 1), paths]) {
    const at = findHeading(headings, readings);
    if (at < 0) continue;
    const heading = headings[at]!;
    return { heading, next: headings.find((other, i) => i > at && other.level <= heading.level) };
  }
  throw sectionNotFound(headings, section);
}

function findHeading(headings: readonly Heading[], readings: readonly string[][]): number {
  const path: { level: number; key: string }[] = [];
  for (const [i, { level, text }] of headings.entries()) {
    while (path.length > 0 && path.at(-1)!.level >= level) path.pop();
    path.push({ level, key: toKey(text) });
    if (readings.some((wanted) => endsWith(path, wanted))) return i;
  }
  return -1;
}

/** The last wanted heading is the innermost; the others must stand above it in this order. */
function endsWith(path: readonly { key: string }[], wanted: readonly string[]): boolean {
  let at = path.length - 1;
  if (path[at]!.key !== wanted.at(-1)) return false;
  for (const want of wanted.slice(0, -1).toReversed()) {
    at--;
    while (at >= 0 && path[at]!.key !== want) at--;
    if (at < 0) return false;
  }
  return true;
}

function toKey(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}

function sectionNotFound(headings: readonly Heading[], section: string): SlipboxError {
  const closest = findClosest(headings, section);
  return new SlipboxError('INVALID_PARAMS', `section: no heading "${section.slice(0, 200)}" in this note`, {
    hint:
      closest.length > 0
        ? `Closest: ${closest.map((text) => JSON.stringify(text)).join(', ')}`
        : 'Ask for the outline to see the headings',
    details: {
      parameter: 'section',
      headings: headings.slice(0, mostNamed).map(({ text }) => text.slice(0, 100)),
    },
  });
}

/** The headings that share most pairs of letters with the last part of what was asked for. */
function findClosest(headings: readonly Heading[], section: string): string[] {
  const last = section.slice(-300).split(/[>#/]/).map(toKey).filter(Boolean).at(-1) ?? '';
  const wanted = pairsOf(last);
  const texts = new Set(headings.map(({ text }) => text.slice(0, 100)));
  const scored = [...texts].map((text) => {
    const pairs = pairsOf(toKey(text));
    let shared = 0;
    for (const pair of pairs) if (wanted.has(pair)) shared++;
    return { text, score: (2 * shared) / (pairs.size + wanted.size || 1) };
  });
  return scored
    .filter(({ score }) => score >= 0.35)
    .sort((a, b) => b.score - a.score)
    .slice(0, mostClosest)
    .map(({ text }) => text);
}

function pairsOf(text: string): Set<string> {
  const pairs = new Set<string>();
  const padded = ` ${text.slice(0, 100)} `;
  for (let i = 1; i < padded.length; i++) pairs.add(padded.slice(i - 1, i + 1));
  return pairs;
}
