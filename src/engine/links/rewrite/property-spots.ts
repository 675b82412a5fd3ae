import {
  findFrontmatterLinks,
  findPropertyLines,
  type PropertyLine,
} from '../../markdown/frontmatter-links.ts';
import type { NoteLink, NoteScan } from '../../markdown/note-scan.ts';
import { parseFrontmatter } from '../../markdown/yaml.ts';
import { isKinProperty } from '../parse-kin.ts';
import { type LinkSpot, wikilinkSpot } from './link-spot.ts';

const mayNameNotes = /\[\[|^["']?(?:parents?|up|children|subnotes|down)["']?\s*:/im;

/** Links in the values of properties, and notes that are named as parents or children without brackets. */
export function findPropertySpots(text: string, scan: NoteScan): LinkSpot[] {
  const block = scan.frontmatter;
  const yaml = block === undefined ? '' : text.slice(block.yamlStart, block.yamlEnd);
  if (!mayNameNotes.test(yaml)) return [];
  const { data } = parseFrontmatter(yaml);
  const properties = findPropertyLines(text, scan);
  const spots: LinkSpot[] = [];
  const quoteAt = trackQuotes(text);
  for (const property of properties) {
    for (const link of findFrontmatterLinks(text, data, [property])) {
      if (link.target === '') continue;
      const quote = quoteAt(property, link.start);
      spots.push(wikilinkSpot(link, `yaml-${quote}`, writtenInYaml(link, quote)));
    }
    if (isKinProperty(property.key)) spots.push(...findNamedNotes(text, property, data[property.key]));
  }
  return spots;
}

/** With escapes in it a path is longer in the file than what it says. */
function writtenInYaml({ kind, raw }: NoteLink, quote: string): string {
  const inside = raw.slice(kind === 'embed' ? 3 : 2, -2);
  const path = /^[^#|]*/.exec(inside)![0];
  const mark = inside[path.length] === '|' ? (quote === '"' ? '\\\\' : '\\') : '';
  return (mark !== '' && path.endsWith(mark) ? path.slice(0, -mark.length) : path).trim();
}

type Quote = '"' | "'" | 'plain';

/** Tells how the scalar is quoted that a place belongs to. To be asked for places in the order of the text. */
function trackQuotes(text: string): (property: PropertyLine, at: number) => Quote {
  let i = 0;
  let open: Quote = 'plain';
  let mayOpen = true;
  return ({ start }, at) => {
    if (i < start) {
      i = start;
      open = 'plain';
      mayOpen = true;
    }
    for (; i < at; i++) {
      const char = text[i]!;
      if (open !== 'plain') {
        if ((open === '"' && char === '\\') || (open === "'" && char === "'" && text[i + 1] === "'")) i++;
        else if (char === open) open = 'plain';
      } else if (mayOpen && (char === '"' || char === "'")) open = char;
      else if (char !== ' ' && char !== '\r') mayOpen = '\n[{,:-'.includes(char);
    }
    return open;
  };
}

const mostNamed = 500;

/** Values such as `folder/note.md` or `note`, where they stand. Those with escapes or over several lines are left alone. */
function findNamedNotes(text: string, property: PropertyLine, value: unknown): LinkSpot[] {
  const values = (Array.isArray(value) ? value : [value]) as unknown[];
  const spots: LinkSpot[] = [];
  const quoteAt = trackQuotes(text);
  let from = property.start;
  for (const one of values.slice(0, mostNamed)) {
    const written = typeof one === 'string' ? one.trim() : '';
    const at = written === '' || written.includes('[') ? -1 : findScalar(text, written, from, property.end);
    if (at < 0) continue;
    from = at + written.length;
    spots.push({
      kind: 'wikilink',
      target: written,
      heading: null,
      block: null,
      form: `yaml-${quoteAt(property, at)}`,
      start: at,
      end: from,
      written,
      raw: written,
      rawStart: at,
    });
  }
  return spots;
}

const scalarEnd = /["']?[ \r]*(?:[\n,\]]| #|$)/y;

function findScalar(text: string, wanted: string, from: number, end: number): number {
  for (
    let at = text.indexOf(wanted, from);
    at >= 0 && at + wanted.length <= end;
    at = text.indexOf(wanted, at + 1)
  ) {
    const before = text.slice(Math.max(from, at - 3), at).trimEnd();
    scalarEnd.lastIndex = at + wanted.length;
    if ((at === from || before === '' || '\n:-,["\''.includes(before.at(-1)!)) && scalarEnd.test(text))
      return at;
  }
  return -1;
}
