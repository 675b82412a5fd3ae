/** What a link says of the file it means, before anything is looked up. Paths are without a leading slash and without `.md`. */
export interface LinkAim {
  /**
   * `self`: the note it stands in. `exact`: the file at `path` and no other. `near`: beside the note first, as Markdown has it.
   * `anywhere`: a path from the root, or the end of one. `nowhere`: no file can be meant.
   */
  reach: 'self' | 'exact' | 'near' | 'anywhere' | 'nowhere';
  path: string;
  /** `path` as names are compared. */
  folded: string;
  /** `.md` was written: only a note can be meant. */
  noteOnly: boolean;
  /** What aliases, ids and titles are compared with; empty when the link can only be a path. */
  text: string;
}

/** Names, aliases, ids and titles are equal when these are. */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

const oddSpace = /\s\s|[^\S ]/;

/** Aliases, ids and titles are kept with one blank between words: without this, no link to one written with two would meet it. */
function foldSpace(text: string): string {
  return oddSpace.test(text) ? text.replace(/\s+/g, ' ') : text;
}

export function isMarkdownKind(kind: string): boolean {
  return kind !== 'wikilink' && kind !== 'embed';
}

const aimless: LinkAim = { reach: 'nowhere', path: '', folded: '', noteOnly: false, text: '' };
const atSelf: LinkAim = { ...aimless, reach: 'self' };

/** An empty segment, or a step to this folder or the one above. */
const hasOddSegment = /(?:^|\/)\.{0,2}(?:\/|$)/;

/** Reads a target as written in a note of that folder. */
export function parseAim(kind: string, target: string, folder: string): LinkAim {
  const markdown = isMarkdownKind(kind);
  const text = (markdown ? decodeDestination(target) : target).trim();
  if (text === '') return atSelf;
  const rooted = text.startsWith('/');
  const plain = rooted ? text.slice(1) : text;
  if (!hasOddSegment.test(plain)) return aimAt(plain, rooted, markdown, text);
  const segments = text.split('/').filter((segment) => segment !== '');
  const last = segments.at(-1);
  if (last === undefined || last === '.' || last === '..') return aimless;
  const dotted = segments.some((segment) => segment === '.' || segment === '..');
  const steps = dotted && !rooted && folder !== '' ? [...folder.split('/'), ...segments] : segments;
  const walked = dotted ? walk(steps) : steps;
  return walked === undefined ? aimless : aimAt(walked.join('/'), rooted || dotted, markdown, text);
}

function aimAt(whole: string, exact: boolean, markdown: boolean, text: string): LinkAim {
  const noteOnly = isNotePath(whole);
  const path = (noteOnly ? whole.slice(0, -3) : whole).normalize('NFC');
  return {
    reach: exact ? 'exact' : markdown ? 'near' : 'anywhere',
    path,
    folded: path.toLowerCase(),
    noteOnly,
    text: exact ? '' : foldSpace(foldName(text)),
  };
}

/** Takes the steps of a path; undefined when they lead out of the notebook. */
function walk(steps: readonly string[]): string[] | undefined {
  const path: string[] = [];
  for (const step of steps) {
    if (step === '.') continue;
    if (step !== '..') path.push(step);
    else if (path.pop() === undefined) return undefined;
  }
  return path;
}

/** A Markdown destination without its query, escapes and percent signs. */
export function decodeDestination(destination: string): string {
  const query = destination.indexOf('?');
  const path = query < 0 ? destination : destination.slice(0, query);
  return decodePercent(path.includes('\\') ? path.replace(/\\([!-/:-@[-`{-~])/g, '$1') : path);
}

export function decodePercent(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray % is part of the name
  }
}

/**
 * What links are found by when something comes or goes that they may mean: the last two segments of their path. With the
 * last one alone, a notebook of ten thousand `index.md` would look at all its links for each. Blanks count as one, as in `text`.
 */
export function keyOfAim({ reach, folded }: LinkAim): string | null {
  return reach === 'self' || reach === 'nowhere' ? null : lastTwo(foldSpace(folded));
}

/** The keys of links that may mean the file at a path. */
export function keysOfPath(path: string): string[] {
  const folded = foldSpace(foldPath(path));
  const name = folded.slice(folded.lastIndexOf('/') + 1);
  const two = lastTwo(folded);
  return two === name ? [name] : [name, two];
}

/** The key of links that may mean an alias, id or title; it comes folded. */
export function keyOfText(text: string): string | null {
  return keyOfAim(parseAim('wikilink', text, ''));
}

/** A path as names are compared: a note's without `.md`. Twins that differ only in normal form stay different. */
export function foldPath(path: string): string {
  return (isNotePath(path) ? path.slice(0, -3) : path).toLowerCase();
}

function isNotePath(path: string): boolean {
  return /[^/]\.md$/i.test(path);
}

function lastTwo(path: string): string {
  const last = path.lastIndexOf('/');
  return last <= 0 ? path : path.slice(path.lastIndexOf('/', last - 1) + 1);
}

export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
