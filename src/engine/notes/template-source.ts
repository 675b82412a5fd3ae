import { isAbsolute, relative, sep } from 'node:path';
import { SlipboxError, toSlipboxError } from '../errors.ts';
import { listNotesBelow } from '../vault/new-file.ts';
import { checkPath, findInside, type NotePath } from '../vault/path-guard.ts';
import { decodeText, readFileBytes } from '../vault/read-file.ts';
import { isNoteName } from '../vault/walk.ts';
import type { Template } from './create-note-text.ts';

/** Where a notebook keeps its templates. */
export interface TemplateSettings {
  /** By name, from the notebook's configuration: the text itself, or the path of a file with it. */
  readonly configured: Readonly<
    Record<string, { readonly content: string; readonly data: Readonly<Record<string, unknown>> }>
  >;
  /** Folders that paths in the configuration start from. */
  readonly bases: readonly string[];
  /** Folders of the notebook in which each note is a template. */
  readonly folders: readonly string[];
}

const largestTemplate = 1024 * 1024;
const mostFiles = 2000;
const mostShown = 50;

/** The template of a name, as far as the caller may see it; TEMPLATE_NOT_FOUND with the names there are. */
export function getTemplate(
  root: string,
  settings: TemplateSettings,
  name: string,
  isVisible: (path: string) => boolean,
): Template {
  const { configured } = settings;
  if (Object.hasOwn(configured, name)) {
    const { content, data } = configured[name]!;
    const found = findConfigured(root, settings, content, isVisible);
    if (found !== undefined)
      return { name, text: 'text' in found ? found.text : readText(found.base, found.path, name), data };
  }
  const files = listFiles(root, settings.folders).filter(({ path }) => isVisible(path));
  const file = findFile(files, checkPath(name));
  if (file === undefined || Object.hasOwn(configured, name)) {
    const isOffered = (one: string) => isUsable(root, settings, configured[one]!.content, isVisible);
    throw notFound(name, Object.keys(configured).filter(isOffered), files, configured);
  }
  return { name, text: readText(root, file.path as NotePath, name), data: {} };
}

interface TemplateFile {
  readonly name: string;
  readonly path: string;
}

type Configured = { readonly text: string } | { readonly base: string; readonly path: NotePath };

/** What a configured template is: a text, or a file. One that can only be a path, of a file that is not there for the caller, is nothing. */
function findConfigured(
  root: string,
  { bases }: TemplateSettings,
  content: string,
  isVisible: (path: string) => boolean,
): Configured | undefined {
  if (!isNoteName(content) || /[\r\n]/.test(content)) return { text: content };
  const path = checkPath(content);
  for (const base of bases) {
    const inside = findInside(base, path);
    if (inside === undefined) continue;
    const note = relative(root, inside).split(sep).join('/');
    // beside the notes folder lies what only the notebook's owner can have meant
    const isNote = !note.startsWith('../') && !isAbsolute(note);
    return !isNote || isVisible(note.normalize('NFC')) ? { base, path } : undefined;
  }
  return /\s/.test(content) ? { text: content } : undefined;
}

/** The name of a template says what is in the file: whoever may not see that is not told the name either. */
function isUsable(
  root: string,
  settings: TemplateSettings,
  content: string,
  isVisible: (path: string) => boolean,
): boolean {
  try {
    return findConfigured(root, settings, content, isVisible) !== undefined;
  } catch {
    return false; // a path that leads out of the notebook
  }
}

function listFiles(root: string, folders: readonly string[]): TemplateFile[] {
  const files = new Map<string, TemplateFile>();
  for (const folder of folders) {
    const start = folder.normalize('NFC');
    for (const disk of listNotesBelow(root, start as NotePath, mostFiles)) {
      const path = disk.normalize('NFC');
      const inner = path.startsWith(`${start}/`) ? path.slice(start.length + 1) : path;
      if (!files.has(path)) files.set(path, { name: inner.slice(0, -3), path });
    }
  }
  return [...files.values()];
}

/** By name or by path, with or without `.md`; exact before ignoring case. */
function findFile(files: readonly TemplateFile[], wanted: string): TemplateFile | undefined {
  const bare = isNoteName(wanted) ? wanted.slice(0, -3) : wanted;
  const lower = bare.toLowerCase();
  return (
    files.find(({ name, path }) => name === bare || path.slice(0, -3) === bare) ??
    files.find(({ name, path }) => name.toLowerCase() === lower || path.slice(0, -3).toLowerCase() === lower)
  );
}

function readText(root: string, path: NotePath, name: string): string {
  const refuse = (why: string) =>
    new SlipboxError('CONFIG_INVALID', `Template ${name} cannot be used: ${path} ${why}`, {
      hint: 'Correct the template, or use another one',
      details: { template: name, path },
    });
  const inside = findInside(root, path);
  if (inside === undefined) throw refuse('is gone');
  try {
    const { bytes, truncated } = readFileBytes(inside, largestTemplate);
    if (truncated) throw refuse(`is larger than ${largestTemplate} bytes`);
    const { text, kind } = decodeText(bytes);
    if (kind !== 'utf8') throw refuse('is not UTF-8 text');
    return text;
  } catch (error) {
    const { code, message } = toSlipboxError(error);
    if (error instanceof SlipboxError) throw error;
    throw code === 'INTERNAL' ? refuse(`cannot be read: ${message}`) : toSlipboxError(error);
  }
}

function notFound(
  name: string,
  offered: readonly string[],
  files: readonly TemplateFile[],
  configured: TemplateSettings['configured'],
): SlipboxError {
  const free = files.filter((file) => !Object.hasOwn(configured, file.name));
  const names = new Set([...offered, ...free.map((file) => file.name)]);
  return new SlipboxError('TEMPLATE_NOT_FOUND', `Template not found: ${name}`, {
    details: { available: [...names].sort().slice(0, mostShown) },
  });
}
