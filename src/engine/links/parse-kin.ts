import type { KinRow } from '../db/note-record.ts';
import { parseWikilink } from '../markdown/link-target.ts';
import { scanNote } from '../markdown/scan.ts';
import { keyOfAim, parseAim } from './link-aim.ts';

/** Properties that name parents (1) and children (0) of a note. */
const roles: ReadonlyMap<string, 0 | 1> = new Map([
  ['parent', 1],
  ['parents', 1],
  ['up', 1],
  ['children', 0],
  ['subnotes', 0],
  ['down', 0],
]);

export function isKinProperty(key: string): boolean {
  return roles.has(key.toLowerCase());
}

interface Meant {
  kind: 'wikilink' | 'markdown';
  target: string;
}

/** What the properties of a note say about its place in the hierarchy, in the order it is written. */
export function parseKin(data: Readonly<Record<string, unknown>>, folder: string): KinRow[] {
  const rows: KinRow[] = [];
  for (const key of Object.keys(data)) {
    const up = roles.get(key.toLowerCase());
    if (up === undefined) continue;
    for (const { kind, target } of findMeant(data[key], 0)) {
      const targetKey = keyOfAim(parseAim(kind, target, folder));
      if (targetKey !== null) rows.push([up, kind, target, targetKey]);
    }
  }
  return rows;
}

/** Lists in lists, as deep as YAML reads a wikilink without quotes as a list, and those in a list of these. */
const deepest = 3;

function findMeant(value: unknown, depth: number): Meant[] {
  if (Array.isArray(value)) return depth < deepest ? value.flatMap((item) => findMeant(item, depth + 1)) : [];
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  if (text === '') return [];
  if (depth > 1) return [{ kind: 'wikilink', target: parseWikilink(text).target }];
  if (text.includes('[')) {
    const { links } = scanNote(text);
    if (links.length > 0)
      return links
        .filter(({ external }) => !external)
        .map(({ kind, target }) => ({
          kind: kind === 'wikilink' || kind === 'embed' ? 'wikilink' : 'markdown',
          target,
        }));
  }
  // A path, title or id as it is: a title may have a # in it.
  return [{ kind: 'wikilink', target: text }];
}
