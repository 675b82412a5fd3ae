import { parseInstant } from './dates.ts';
import {
  type FrontmatterLink,
  findFrontmatterLinks,
  findPropertyLines,
  lineOfValue,
  type PropertyLine,
} from './frontmatter-links.ts';
import type { NoteScan } from './note-scan.ts';
import { renderPlainText } from './plain-text.ts';

interface TagRow {
  tag: string;
  source: 'frontmatter' | 'inline';
  line: number;
}

/** What a note is called and counts as, by its properties first. Times are ms since 1970. */
export interface NoteFacts {
  title: string;
  id: string | undefined;
  aliases: string[];
  /** Every occurrence, properties first. */
  tags: TagRow[];
  /** Each tag once, ignoring case, in its first spelling. */
  tagList: string[];
  created: number;
  modified: number;
  frontmatterLinks: FrontmatterLink[];
}

export interface FileTimes {
  birthMs: number;
  mtimeMs: number;
}

type Data = Readonly<Record<string, unknown>>;

const createdKeys = ['created', 'created_at', 'date'];
const modifiedKeys = ['modified', 'updated', 'updated_at'];

function scalarText(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  const text = String(value).replace(/\s+/g, ' ').trim();
  return text === '' ? undefined : text;
}

function getOwn(data: Data, key: string): unknown {
  return Object.hasOwn(data, key) ? data[key] : undefined;
}

/** The scalars of a list, or the parts of one text. */
function listTexts(value: unknown, separator: RegExp): string[] {
  const items = Array.isArray(value) ? value : typeof value === 'string' ? value.split(separator) : [value];
  return items.map(scalarText).filter((item) => item !== undefined);
}

function findAliases(data: Data): string[] {
  const found = new Set<string>();
  for (const key of ['aliases', 'alias'])
    for (const alias of listTexts(getOwn(data, key), /[,\n]/)) found.add(alias);
  return [...found];
}

function normaliseTag(tag: string): string {
  return tag.replace(/^#+/, '').normalize('NFC');
}

function findTags(scan: NoteScan, data: Data, text: string, properties: () => PropertyLine[]): TagRow[] {
  const rows: TagRow[] = [];
  for (const key of ['tags', 'tag']) {
    const value = getOwn(data, key);
    if (value === undefined || value === null) continue;
    const property = properties().find((candidate) => candidate.key === key);
    for (const written of listTexts(value, /[,\s]+/)) {
      const tag = normaliseTag(written);
      const line = property === undefined ? 1 : lineOfValue(text, property, written);
      if (tag !== '') rows.push({ tag, source: 'frontmatter', line });
    }
  }
  for (const { tag, line } of scan.tags) rows.push({ tag: normaliseTag(tag), source: 'inline', line });
  return rows;
}

function collapseTags(rows: readonly TagRow[]): string[] {
  const first = new Map<string, string>();
  for (const { tag } of rows) {
    const key = tag.toLowerCase();
    if (!first.has(key)) first.set(key, tag);
  }
  return [...first.values()];
}

function findTime(data: Data, keys: readonly string[], timeZone: string): number | undefined {
  for (const key of keys) {
    const value = getOwn(data, key);
    const time = typeof value === 'string' ? parseInstant(value, timeZone) : undefined;
    if (time !== undefined) return time;
  }
  return undefined;
}

function findTitle(scan: NoteScan, data: Data, fileName: string): string {
  const property = scalarText(getOwn(data, 'title'));
  if (property !== undefined) return property;
  for (const heading of scan.headings) {
    if (heading.level !== 1) continue;
    const title = renderPlainText(heading.text);
    if (title !== '') return title;
    break;
  }
  return fileName.replace(/\.md$/i, '');
}

export function deriveFacts(
  scan: NoteScan,
  data: Data,
  text: string,
  fileName: string,
  times: FileTimes,
  timeZone: string,
): NoteFacts {
  let lines: PropertyLine[] | undefined;
  const properties = () => {
    lines ??= findPropertyLines(text, scan);
    return lines;
  };
  const block = scan.frontmatter;
  const linked = block !== undefined && text.slice(block.yamlStart, block.yamlEnd).includes('[[');
  const tags = findTags(scan, data, text, properties);
  return {
    title: findTitle(scan, data, fileName),
    id: scalarText(getOwn(data, 'id')),
    aliases: findAliases(data),
    tags,
    tagList: tags.length > 0 ? collapseTags(tags) : [],
    created: findTime(data, createdKeys, timeZone) ?? Math.trunc(times.birthMs),
    modified: findTime(data, modifiedKeys, timeZone) ?? Math.trunc(times.mtimeMs),
    frontmatterLinks: linked ? findFrontmatterLinks(text, data, properties()) : [],
  };
}
