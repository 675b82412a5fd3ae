import { randomBytes } from 'node:crypto';
import { canSee } from '../access.ts';
import type { Call } from '../call.ts';
import { SlipboxError } from '../errors.ts';
import type { NotebookIndex } from '../indexer/notebook-index.ts';
import { checkPath, type NotePath } from '../vault/path-guard.ts';
import { isNoteName } from '../vault/walk.ts';
import type { Warnings } from '../warnings.ts';
import type { CreateFileJob } from '../writing/job-shapes.ts';
import { renderNote } from './create-note-text.ts';
import { renderFileName } from './file-name.ts';
import { getTemplate, type TemplateSettings } from './template-source.ts';

export interface CreateNoteInput {
  title: string;
  /** A folder, or a file when it ends in `.md`. */
  path?: string;
  template?: string;
  content?: string;
  data?: Readonly<Record<string, unknown>>;
  /** Checks everything and writes nothing. */
  dryRun?: boolean;
}

export interface CreateNoteSettings {
  readonly readOnly: boolean;
  readonly fileNames: 'slug' | 'title';
  readonly timeZone: string;
  readonly now: number;
  readonly templates: () => TemplateSettings;
}

export interface CreatedNote {
  created: { path: string; absolutePath: string; title: string };
  etag: string;
  dryRun?: true;
  warnings?: Warnings;
}

const longestTitle = 200;
const largestContent = 10 * 1024 * 1024;
const deepest = 32;
const mostFolders = 100;

/** Makes a new note; an existing one is never touched. The index knows it before this returns. */
export async function createNote(
  index: NotebookIndex,
  input: CreateNoteInput,
  settings: CreateNoteSettings,
  call: Call,
): Promise<CreatedNote> {
  const title = checkTitle(input.title);
  const content = checkContent(input.content ?? '');
  const data = checkData(input.data ?? {});
  if (settings.readOnly) throw new SlipboxError('READ_ONLY', `Cannot create a note: ${title}`);
  const isVisible = canSee(call.caller);
  const target = chooseTarget(input.path ?? '', title, settings.fileNames);
  const template =
    input.template === undefined
      ? undefined
      : getTemplate(index.root, settings.templates(), input.template, isVisible);
  const id = randomBytes(4).toString('hex');
  const { now, timeZone } = settings;
  const text = renderNote({ title, id, content, data, template, now, timeZone });
  const made = await index.change<CreateFileJob>(
    call,
    'createFile',
    { path: target, content: text, ...(input.dryRun ? { dryRun: true } : {}) },
    { needsIndex: false },
  );
  return {
    created: { path: made.path, absolutePath: made.absolutePath, title },
    etag: made.etag,
    ...(made.dryRun ? { dryRun: true } : {}),
    ...(made.warnings ? { warnings: made.warnings } : {}),
  };
}

function invalid(parameter: string, message: string, hint?: string): SlipboxError {
  return new SlipboxError('INVALID_PARAMS', message, {
    ...(hint === undefined ? {} : { hint }),
    details: { parameter },
  });
}

function checkTitle(given: string): string {
  const title = given.toWellFormed();
  const length = title.length > 2 * longestTitle ? title.length : [...title].length;
  if (length > longestTitle)
    throw invalid('title', `Invalid title: expected 1 to ${longestTitle} characters, got ${length}`);
  if (title.trim() === '') throw invalid('title', 'Invalid title: it is empty');
  if (title.includes('\0')) throw invalid('title', 'Invalid title: it contains a NUL character');
  return title;
}

function checkContent(content: string): string {
  if (content.includes('\0')) throw invalid('content', 'Invalid content: it contains a NUL character');
  if (Buffer.byteLength(content) > largestContent)
    throw invalid('content', `Invalid content: larger than ${largestContent} bytes`);
  return content.toWellFormed();
}

/** A copy whose texts can all be written as UTF-8. */
function checkData(data: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const copy = (value: unknown, depth: number): unknown => {
    if (depth > deepest) throw invalid('data', `Invalid data: nested deeper than ${deepest} levels`);
    if (typeof value === 'string') return value.toWellFormed();
    if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => [key.toWellFormed(), copy(item, depth + 1)]),
    );
  };
  if (Object.keys(data).some((key) => key.trim() === ''))
    throw invalid('data', 'Invalid data: a key is empty', 'Give every frontmatter field a name');
  return copy(data, 0) as Record<string, unknown>;
}

/** The path of the new note. A text that the guard refuses is refused here, before anything else is looked at. */
function chooseTarget(given: string, title: string, style: 'slug' | 'title'): NotePath {
  const folder = checkPath(given);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no name should hold one
  if (/[\\\x00-\x1f\x7f]/.test(folder))
    throw invalid('path', `Invalid path: ${JSON.stringify(given)}`, 'Put / between folders');
  if (folder.split('/').length > mostFolders)
    throw invalid('path', `Invalid path: more than ${mostFolders} folders`, 'Use a path with fewer folders');
  if (isNoteName(folder)) return folder;
  const name = `${renderFileName(title, style)}.md`;
  return checkPath(folder === '' ? name : `${folder}/${name}`);
}
