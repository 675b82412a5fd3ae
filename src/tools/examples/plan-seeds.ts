import type { ExampleCall } from './parse-record.ts';

type Fields = Record<string, unknown>;
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {});
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** What a conversation takes for granted of its notebook. */
export interface Seeds {
  /** Notes with their text. */
  readonly notes: Map<string, string>;
  readonly folders: Set<string>;
  readonly sessions: Set<string>;
}

interface Need {
  exact?: string | undefined;
  /** What the note has to have in it. */
  parts: string[];
  /** How many characters (code points) it has to have. */
  length?: number | undefined;
}

/**
 * Notes, folders and sessions that must be there before the first call: whatever a call that succeeds reads, changes or finds,
 * and whatever a call that fails is in the way of, unless an earlier call makes it.
 */
export function planSeeds(calls: readonly ExampleCall[]): Seeds {
  const needs = new Map<string, Need>();
  const made = new Set<string>();
  const folders = new Set<string>();
  const sessions = new Set<string>();
  const need = (path: string | undefined, more: Partial<Need> = {}) => {
    if (path === undefined || path === '' || made.has(notePath(path))) return;
    const known = needs.get(notePath(path)) ?? { parts: [] };
    known.parts.push(...(more.parts ?? []));
    known.exact ??= more.exact;
    known.length ??= more.length;
    needs.set(notePath(path), known);
  };
  for (const call of calls) {
    const args = fieldsOf(call.args.fault === undefined ? call.args.value : undefined);
    const result = fieldsOf(call.result?.fault === undefined ? call.result?.value : undefined);
    const body = isObject(result.data) ? result.data : result;
    const name = call.tool.slice(call.tool.lastIndexOf('_') + 1);
    const failed = result.success === false || result.error === true;
    const path = textOf(args.filePath) ?? textOf(args.path);
    if (failed) needBlocker(String(result.error ?? ''), path, textOf(args.newPath), need);
    else if (name === 'createContent') made.add(notePath(path ?? ''));
    else if (name === 'createFolder') {
      if (body.existed === true && path !== undefined) folders.add(path);
    } else if (name === 'editFolder') {
      if (path !== undefined) folders.add(path);
    } else if (name === 'listDirectory') {
      if (path !== undefined && path !== '/') folders.add(path);
      for (const folder of rowsIn(body.folders)) if (textOf(folder.path)) folders.add(String(folder.path));
      needRows(body, args, need);
    } else if (name === 'loadSession') sessions.add(String(args.sessionId));
    else {
      needNote(name, path, args, body, need);
      needRows(body, args, need);
      if (name === 'moveNote') made.add(notePath(textOf(body.newPath) ?? textOf(args.newPath) ?? ''));
    }
  }
  const notes = [...needs].map(([path, one]): [string, string] => [path, composeNote(path, one)]);
  return { notes: new Map(notes), folders, sessions };
}

type AddNeed = (path: string | undefined, more?: Partial<Need>) => void;

/** A call that fails because something is in its way needs that to be there. */
function needBlocker(
  error: string,
  path: string | undefined,
  newPath: string | undefined,
  need: AddNeed,
): void {
  if (error.startsWith('File already exists')) need(path);
  if (error !== 'Cannot overwrite existing file') return;
  need(path);
  need(newPath);
}

function needNote(name: string, path: string | undefined, args: Fields, body: Fields, need: AddNeed): void {
  const added = body.appendedLength ?? body.prependedLength;
  const total = body.totalLength;
  if (name === 'appendContent' || name === 'prependContent') {
    const headings = (textOf(args.section) ?? '').split(/\s*[>/]\s*/).filter(Boolean);
    const parts = headings.map((heading, level) => `${'#'.repeat(level + 1)} ${heading}\n`);
    const isCounted = typeof total === 'number' && typeof added === 'number' && parts.length === 0;
    need(path, isCounted ? { length: total - added } : { parts });
  } else if (name === 'replaceContent') need(path, beforeReplacing(args, body));
  else if (name === 'readContent') {
    const isWhole = body.startLine === 1 && body.hasMore === false && body.lineNumbersIncluded === false;
    need(path, isWhole && typeof body.content === 'string' ? { exact: body.content } : {});
  } else if (path?.endsWith('.md') || args.filePath !== undefined) {
    const note = fieldsOf(body.note);
    need(path, typeof note.content === 'string' ? { exact: note.content } : {});
  } else if (name === 'moveNote' || name === 'deleteNote') need(path);
  const references = Array.isArray(args.identifiers) ? args.identifiers : [args.identifier];
  for (const reference of references) need(textOf(reference));
}

/** The passage as often as it was found, in a note of the length it had before. */
function beforeReplacing(
  { oldContent, newContent }: Fields,
  { replacements, totalLength }: Fields,
): Partial<Need> {
  const times = typeof replacements === 'number' ? Math.min(Math.max(1, replacements), 1000) : 1;
  const passage = textOf(oldContent) ?? '';
  const parts = [Array.from({ length: times }, () => passage).join('\n')];
  const grown = times * ([...(textOf(newContent) ?? '')].length - [...passage].length);
  return typeof totalLength === 'number' ? { parts, length: totalLength - grown } : { parts };
}

/** Notes that a list or a search answers with are there, and hold what it shows of them. */
function needRows(body: Fields, args: Fields, need: AddNeed): void {
  const query = textOf(args.query) ?? '';
  for (const row of ['results', 'notes', 'files'].flatMap((key) => rowsIn(body[key]))) {
    const path = textOf(row.filePath) ?? textOf(row.path);
    if (path === undefined || !/\.md$/i.test(path)) continue;
    const shown = (textOf(row.content) ?? textOf(row.snippet) ?? '').replaceAll(
      /^(?:\.\.\.|…)|(?:\.\.\.|…)$/g,
      '',
    );
    need(path, { parts: [textOf(row.title) === undefined ? '' : `# ${row.title}\n`, shown, query] });
  }
}

function rowsIn(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function notePath(path: string): string {
  const plain = path.normalize('NFC').split('/').filter(Boolean).join('/');
  return /\.md$/i.test(plain) ? plain : `${plain}.md`;
}

function composeNote(path: string, { exact, parts, length }: Need): string {
  if (exact !== undefined) return exact;
  const name = path.slice(path.lastIndexOf('/') + 1, -'.md'.length);
  const given = [...new Set(parts)].filter(Boolean);
  const text = `${given.length === 0 ? `# ${name}\n` : given.join('\n')}\n`;
  if (length === undefined) return text;
  if (length <= 0) return '';
  // it ends its line, so that what is appended counts for itself
  const missing = length - [...text].length;
  if (missing >= 0) return `${text.slice(0, -1)}${'.'.repeat(missing)}\n`;
  return given.length > 0 ? text : `${'.'.repeat(length - 1)}\n`;
}
