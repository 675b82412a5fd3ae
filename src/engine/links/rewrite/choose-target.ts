import path from 'node:path';
import { decodeDestination, folderOf, foldPath, isMarkdownKind, parseAim } from '../link-aim.ts';
import { type LinkLookup, resolveLink } from '../resolve.ts';
import type { LinkSpot } from './link-spot.ts';
import { readTarget, renderTargets } from './render-target.ts';

/** A file before and after. Where it did not move both are the same. */
export interface FileMove {
  id: number;
  from: string;
  to: string;
  isNote: boolean;
}

/**
 * How a link names its file. `relative`: from the folder of its note. `root`: from the root, with a slash. `full`: from the root,
 * without one. `tail`: the last segments of its path, one or more; a link by alias, id or title counts as one segment.
 */
type Style = 'relative' | 'root' | 'full' | 'tail';

interface Reading {
  style: Style;
  /** It begins with `./`. */
  dotted: boolean;
  segments: number;
  /** Written with the extension of a note. */
  hasExtension: boolean;
}

/** The text of a link that still means `file` after the move; undefined when there is none. The present one where it does. */
export function chooseTarget(
  spot: LinkSpot,
  source: FileMove,
  file: FileMove,
  after: LinkLookup,
): string | undefined {
  const reading = readStyle(spot, source, file);
  if (isKept(spot, reading, source, file, after)) return spot.written;
  const own = extensionOf(file);
  const bare = file.to.slice(0, file.to.length - own.length);
  const spellings = own === '' ? [bare] : reading.hasExtension ? [bare + own] : [bare, bare + own];
  for (const spelling of spellings) {
    const texts = candidates(spot, reading, source, spelling);
    for (const wantsOne of [true, false])
      for (const text of texts) {
        const found = resolve(spot, text, source, after);
        if (found.file === file.id && (found.choices === 1 || !wantsOne)) return text;
      }
  }
  return undefined;
}

/** Whether a text means a file after the move. */
export function means(
  spot: LinkSpot,
  text: string,
  source: FileMove,
  file: number | null,
  after: LinkLookup,
): boolean {
  return resolve(spot, text, source, after).file === file;
}

function resolve({ kind, ...spot }: LinkSpot, text: string, source: FileMove, after: LinkLookup) {
  const target = readTarget({ kind, ...spot }, text);
  return resolveLink(after, { id: source.id, path: source.to }, { kind, target, heading: null, block: null });
}

/** What a destination or the path of a wikilink says, without escapes. */
function plainPath({ kind, target }: LinkSpot): string {
  return (isMarkdownKind(kind) ? decodeDestination(target) : target).trim();
}

function readStyle(spot: LinkSpot, source: FileMove, file: FileMove): Reading {
  const text = plainPath(spot);
  const { path: aimed, folded, noteOnly } = parseAim(spot.kind, spot.target, folderOf(source.from));
  const old = foldPath(file.from);
  const isDotted = /(?:^|\/)\.\.?\//.test(text);
  const beside = path.posix.join(folderOf(source.from), aimed).toLowerCase();
  const style: Style = text.startsWith('/')
    ? 'root'
    : isDotted || (isMarkdownKind(spot.kind) && beside === old)
      ? 'relative'
      : folded === old && folded.includes('/')
        ? 'full'
        : 'tail';
  const segments = style === 'tail' && `/${old}`.endsWith(`/${folded}`) ? folded.split('/').length : 1;
  return { style, dotted: text.startsWith('./'), segments, hasExtension: noteOnly };
}

/** A relative link must stay right for those who know no other, so that it leads to the file by chance is not enough. */
function isKept(
  spot: LinkSpot,
  { style }: Reading,
  source: FileMove,
  file: FileMove,
  after: LinkLookup,
): boolean {
  if (!means(spot, spot.written, source, file.id, after)) return false;
  if (style !== 'relative') return true;
  const text = plainPath(spot);
  const extension = /\.md$/i.exec(text)?.[0] ?? '';
  const there = path.posix.join(folderOf(source.to), text.slice(0, text.length - extension.length));
  const whole = there + (file.isNote ? '.md' : extension);
  return foldPath(whole.normalize('NFC')) === foldPath(file.to);
}

function extensionOf({ to, isNote }: FileMove): string {
  return isNote ? to.slice(-3) : '';
}

/** From the one most like what stands there to the one that is sure to be right. */
function candidates(spot: LinkSpot, reading: Reading, source: FileMove, to: string): string[] {
  const relative = path.posix.relative(`/${folderOf(source.to)}`, `/${to}`);
  const stepped = relative.startsWith('../') ? relative : `./${relative}`;
  const isMarkdown = isMarkdownKind(spot.kind);
  const segments = to.split('/');
  const tails: string[] = [];
  for (let count = Math.min(reading.segments, segments.length); count <= segments.length; count++)
    tails.push(segments.slice(-count).join('/'));
  const paths = {
    root: [`/${to}`],
    relative: isMarkdown && !reading.dotted ? [relative, stepped] : [stepped],
    full: [to],
    tail: tails,
  }[reading.style];
  if (isMarkdown && reading.style !== 'root') paths.push(stepped);
  return [...new Set([...paths, `/${to}`])].flatMap((one) => renderTargets(spot, one));
}
