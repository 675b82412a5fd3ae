import { findNameFault } from '../vault/path-guard.ts';

const longestSlug = 80;
/** File systems stop at 255 bytes, and those that sync or back up notes add endings of their own. */
const longestBytes = 240;
const unnamed = 'untitled';

// biome-ignore lint/suspicious/noControlCharactersInRegex: keeping them out of names is the point
const lineBreaks = /[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g;
const forbidden = /[\\/:*?"<>|#^[\]\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** The name of a new note, without extension: a slug, or the title as far as every file system and wikilinks allow. */
export function renderFileName(title: string, style: 'slug' | 'title'): string {
  const name = style === 'slug' ? renderSlug(title) : renderTitleName(title);
  return unreserved(name);
}

function renderSlug(title: string): string {
  const words = title
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC')
    // a mark counts with the letter it belongs to; alone it is no letter
    .match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu);
  return shorten(words?.join('-') ?? '', longestSlug).replace(/-+$/, '') || unnamed;
}

function renderTitleName(title: string): string {
  const name = title
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(lineBreaks, ' ')
    .replaceAll(forbidden, '')
    .replaceAll(/\s+/gu, ' ')
    .replace(/^[. ]+/, '');
  return trimEnd(shorten(name, Number.POSITIVE_INFINITY)) || unnamed;
}

/** Windows takes neither dots nor spaces at the end. */
function trimEnd(name: string): string {
  let end = name.length;
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end--;
  return name.slice(0, end);
}

/** By whole characters. */
function shorten(text: string, most: number): string {
  let count = 0;
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    count++;
    bytes += Buffer.byteLength(character);
    if (count > most || bytes > longestBytes) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/** The guard refuses device names (`con`) and what decodes to something else: such a name is changed until it does not. */
function unreserved(name: string): string {
  const isFine = (candidate: string) => findNameFault(`${candidate}.md`, true) === undefined;
  if (isFine(name)) return name;
  const marked = `_${name}`;
  return isFine(marked) ? marked : `_${name.replaceAll('%', '')}`;
}
