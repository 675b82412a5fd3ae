import { parseWikilink } from './link-target.ts';
import type { NoteLink, NoteScan } from './note-scan.ts';

/** A wikilink in the value of a property; its span lies in the frontmatter. */
export interface FrontmatterLink extends NoteLink {
  property: string;
}

/** Where each top-level property starts: one entry per line that opens one. */
export interface PropertyLine {
  key: string;
  line: number;
  start: number;
  end: number;
}

/** Properties deeper in a value than this are not looked into. */
const maxDepth = 20;

/** The lines of the frontmatter on which top-level properties begin, and where their values end. */
export function findPropertyLines(text: string, scan: NoteScan): PropertyLine[] {
  const found: PropertyLine[] = [];
  if (scan.frontmatter === undefined) return found;
  const { yamlStart, yamlEnd } = scan.frontmatter;
  let line = 2;
  for (let start = yamlStart; start < yamlEnd; line++) {
    let next = text.indexOf('\n', start);
    if (next < 0 || next > yamlEnd) next = yamlEnd;
    const first = text.charCodeAt(start);
    if (first > 35 && first !== 45) {
      const colon = text.indexOf(':', start);
      if (colon > 0 && colon < next) {
        const previous = found.at(-1);
        if (previous !== undefined) previous.end = start;
        const key = text
          .slice(start, colon)
          .trim()
          .replace(/^(["'])(.*)\1$/, '$2');
        found.push({ key, line, start: colon + 1, end: yamlEnd });
      }
    }
    start = next + 1;
  }
  return found;
}

/** Line of the first place `needle` stands in a property's value, else that of the property. */
export function lineOfValue(text: string, property: PropertyLine, needle: string): number {
  const at = text.indexOf(needle, property.start);
  if (at < 0 || at >= property.end) return property.line;
  let line = property.line;
  for (
    let next = text.indexOf('\n', property.start);
    next >= 0 && next < at;
    next = text.indexOf('\n', next + 1)
  )
    line++;
  return line;
}

function collectStrings(value: unknown, into: string[], depth: number): void {
  if (typeof value === 'string') into.push(value);
  else if (typeof value === 'number') into.push(String(value));
  else if (typeof value === 'object' && value !== null && depth < maxDepth) {
    for (const item of Object.values(value)) collectStrings(item, into, depth + 1);
  }
}

/** What stands between the brackets when YAML has read it, or undefined when no value of the property says so. */
function readQuoted(source: string, values: string): string | undefined {
  if (values.includes(`[[${source}]]`) || values.includes(source.trim())) return source;
  for (const quote of ["'", '"'] as const) {
    const read = unescapeYaml(source, quote);
    if (read !== source && read !== undefined && values.includes(`[[${read}]]`)) return read;
  }
  return undefined;
}

/** A piece of a quoted YAML scalar as text; undefined when it cannot be one. */
function unescapeYaml(source: string, quote: '"' | "'"): string | undefined {
  if (quote === "'") return source.replaceAll("''", "'");
  if (!source.includes('\\')) return source;
  try {
    return JSON.parse(`"${source}"`) as string;
  } catch {
    return undefined; // an escape that JSON does not have: too rare to be worth a parser
  }
}

const wikilink = /!?\[\[([^[\]\n]{1,1000})\]\]/g;

/** Wikilinks in property values, quoted or not; those in comments are none. */
export function findFrontmatterLinks(
  text: string,
  data: Readonly<Record<string, unknown>>,
  properties: readonly PropertyLine[],
): FrontmatterLink[] {
  const links: FrontmatterLink[] = [];
  for (const property of properties) {
    const source = text.slice(property.start, property.end);
    if (!source.includes('[[') || !Object.hasOwn(data, property.key)) continue;
    const strings: string[] = [];
    collectStrings(data[property.key], strings, 0);
    const values = strings.join('\n');
    let line = property.line;
    let counted = 0;
    for (const match of source.matchAll(wikilink)) {
      for (
        let at = source.indexOf('\n', counted);
        at >= 0 && at < match.index;
        at = source.indexOf('\n', counted)
      ) {
        line++;
        counted = at + 1;
      }
      const inside = readQuoted(match[1]!, values);
      if (inside === undefined) continue;
      const to = parseWikilink(inside);
      const start = property.start + match.index;
      links.push({
        kind: match[0].startsWith('!') ? 'embed' : 'wikilink',
        raw: match[0],
        target: to.target,
        heading: to.heading,
        block: to.block,
        alias: to.alias,
        title: undefined,
        external: false,
        line,
        start,
        end: start + match[0].length,
        property: property.key,
      });
    }
  }
  return links;
}
