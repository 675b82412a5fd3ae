import { parseLinkTail } from '../../markdown/link-tail.ts';
import { parseDestination, parseWikilink } from '../../markdown/link-target.ts';
import type { LinkSpot } from './link-spot.ts';

/** The ways to write a path where another one stands, in the manner of that; none when such a link cannot hold it. */
export function renderTargets(spot: LinkSpot, path: string): string[] {
  switch (spot.form) {
    case 'plain':
    case 'angle':
      return renderDestinations(spot, path);
    case 'yaml-"':
      return renderWikilink(path).map((text) => text.replace(/["\\]/g, '\\$&'));
    case "yaml-'":
      return renderWikilink(path).map((text) => text.replaceAll("'", "''"));
    default:
      return renderWikilink(path);
  }
}

/** What the resolver would be given for such a text. */
export function readTarget(spot: LinkSpot, text: string): string {
  const query =
    spot.kind === 'wikilink' || spot.kind === 'embed' ? '' : spot.target.slice(spot.written.length);
  if (spot.form === "yaml-'") return text.replaceAll("''", "'");
  if (spot.form === 'yaml-"') return text.replace(/\\(["\\])/g, '$1');
  return text + query;
}

function renderWikilink(path: string): string[] {
  if (/[[\]|#\n\r]/.test(path) || path.endsWith('\\')) return [];
  return parseWikilink(path).target === path.trim() ? [path] : [];
}

const percentSign = /%[0-9a-f]{2}/i;
/** A character outside ASCII that is written in percent signs. */
const wideSign = /%[89a-f][0-9a-f]/i;
const straySign = /%(?![0-9a-f]{2})/i;

function renderDestinations(spot: LinkSpot, path: string): string[] {
  const texts = [renderDestination(spot, path, true)];
  // a percent sign that begins no code may stand for itself, if that is how they are written here
  if (path.includes('%') && straySign.test(spot.written)) texts.unshift(renderDestination(spot, path, false));
  return texts.filter((text) => isReadBack(spot, text));
}

function renderDestination(spot: LinkSpot, path: string, encodePercent: boolean): string {
  const like = spot.written;
  const angle = spot.form === 'angle';
  const spaced = angle && !percentSign.test(like);
  const wide = wideSign.test(like);
  let text = '';
  for (const char of path) {
    const code = char.codePointAt(0)!;
    if (spaced && (char === '<' || char === '>' || char === '\\')) text += `\\${char}`;
    else if (char === '%' ? encodePercent : code > 127 ? wide : mustEncode(char, code, spaced, like))
      text += encode(char);
    else text += char;
  }
  if (!angle && (/%2[89]/.test(like) || !isBalanced(text))) text = text.replace(/[()]/g, encode);
  // what looks like `scheme:` would lead out of the notebook
  if (parseDestination(text).external) text = text.replace(':', '%3A');
  return text.replace(/&(?=#?\w{1,32};)/g, '%26');
}

function mustEncode(char: string, code: number, spaced: boolean, like: string): boolean {
  if (code <= 32 || code === 127) return !spaced || code !== 32;
  if (char === '?' || char === '#') return true;
  if (char === '|' || char === '`') return !like.includes(char);
  return char === '<' || char === '>' || char === '\\';
}

function encode(char: string): string {
  const code = char.codePointAt(0)!;
  return code > 127 ? encodeURIComponent(char) : `%${code.toString(16).toUpperCase().padStart(2, '0')}`;
}

function isBalanced(text: string): boolean {
  let depth = 0;
  for (const char of text) {
    if (char === '(') depth++;
    else if (char === ')' && --depth < 0) return false;
    if (depth > 16) return false;
  }
  return depth === 0;
}

function isReadBack({ form }: LinkSpot, text: string): boolean {
  const whole = form === 'angle' ? `(<${text}>)` : `(${text})`;
  const tail = parseLinkTail(whole, 0, whole.length);
  return tail?.end === whole.length && tail.destination === text && !parseDestination(text).external;
}
