import { mkdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { resolvePath, type Surroundings } from '../config-folders.ts';
import { SlipboxError } from '../errors.ts';
import type { Warning } from '../warnings.ts';
import { isJsonObject, type JsonObject } from './json-edit.ts';
import { findJsonFile, isAbsence, withFile } from './json-file.ts';

/** In the order they are looked for; `.jot.json` is what OpenNotes called it after it was renamed. */
export const configNames = ['.opennotes.json', '.jot.json'] as const;

export interface NotebookGroup {
  readonly name: string;
  readonly globs: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly template: string | undefined;
}

/** What a notebook says about itself. A key of the wrong type is reported and left out; `raw` has everything as written. */
export interface NotebookConfig {
  readonly file: string;
  readonly root: string;
  readonly name: string | undefined;
  readonly contexts: readonly string[];
  readonly templates: Readonly<Record<string, string>>;
  /** Properties that some templates come with, by the template's name. */
  readonly templateData: Readonly<Record<string, Readonly<JsonObject>>>;
  readonly groups: readonly NotebookGroup[];
  readonly unknown: Readonly<Record<string, unknown>>;
  readonly raw: Readonly<JsonObject>;
  readonly warnings: readonly Warning[];
}

// views are read where they are run
const knownKeys = ['$schema', 'config_version', 'root', 'name', 'contexts', 'templates', 'groups', 'views'];

/** The configuration in a folder; undefined when it has none; CONFIG_INVALID with file and line when it is broken. */
export function findNotebookConfig(folder: string): NotebookConfig | undefined {
  for (const name of configNames) {
    const json = findJsonFile(join(folder, name));
    if (json !== undefined) return parseNotebookConfig(json.file, json.value);
  }
  return undefined;
}

export function parseNotebookConfig(file: string, raw: JsonObject): NotebookConfig {
  const warnings: Warning[] = [];
  const ignore = (key: string, expected: string) => {
    warnings.push({
      path: file,
      code: 'CONFIG_INVALID',
      message: `Ignored "${key}" in ${file}: expected ${expected}`,
    });
  };
  const given: JsonObject = Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== null));
  const { root = '', name, contexts = [], templates = {}, groups = [] } = given;
  if (typeof root !== 'string' || root.includes('\0'))
    throw new SlipboxError(
      'CONFIG_INVALID',
      `Invalid root in ${file}: expected a folder, relative to the file`,
      {
        details: { file, key: 'root', value: root },
      },
    );
  if (name !== undefined && typeof name !== 'string') ignore('name', 'text');
  return {
    file,
    root: root === '' ? '.' : root,
    name: typeof name === 'string' && name.trim() !== '' ? name.trim().normalize('NFC') : undefined,
    contexts: listOf(contexts, 'contexts', 'a list of folders', isText, ignore),
    templates: parseTemplates(templates, ignore),
    templateData: findTemplateData(templates),
    groups: listOf(groups, 'groups', 'a list of objects', isJsonObject, ignore).map(parseGroup),
    unknown: Object.fromEntries(Object.entries(raw).filter(([key]) => !knownKeys.includes(key))),
    raw,
    warnings,
  };
}

type Ignore = (key: string, expected: string) => void;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function listOf<T>(
  raw: unknown,
  key: string,
  expected: string,
  isItem: (item: unknown) => item is T,
  ignore: Ignore,
): T[] {
  if (!Array.isArray(raw)) {
    ignore(key, expected);
    return [];
  }
  const items = raw.filter(isItem);
  if (items.length < raw.length) ignore(key, `${expected}, all of its items being such`);
  return items;
}

/** A template is text (or the path of a file with it); OpenNotes' documents also show `{content: text, data: {}}`. */
function parseTemplates(raw: unknown, ignore: Ignore): Record<string, string> {
  if (!isJsonObject(raw)) {
    ignore('templates', 'an object of templates by name');
    return {};
  }
  const entries: [string, string][] = [];
  for (const [name, template] of Object.entries(raw)) {
    const text = isJsonObject(template) ? (template.content ?? (template.data ? '' : null)) : template;
    if (typeof text === 'string') entries.push([name, text]);
    else ignore(`templates.${name}`, 'text or the path of a file');
  }
  return Object.fromEntries(entries);
}

function findTemplateData(raw: unknown): Record<string, JsonObject> {
  const templates = Object.entries(isJsonObject(raw) ? raw : {});
  return Object.fromEntries(
    templates.flatMap(([name, template]) =>
      isJsonObject(template) && isJsonObject(template.data) ? [[name, template.data]] : [],
    ),
  );
}

function parseGroup(raw: JsonObject): NotebookGroup {
  return {
    name: typeof raw.name === 'string' ? raw.name : '',
    globs: Array.isArray(raw.globs) ? raw.globs.filter(isText) : [],
    metadata: isJsonObject(raw.metadata) ? raw.metadata : {},
    template: typeof raw.template === 'string' ? raw.template : undefined,
  };
}

/**
 * The folder that holds the notes, without links. A `root` outside the file's own folder is followed only for a
 * trusted notebook: otherwise a cloned repository could hand out any folder of the person who enters it.
 */
export function getNotesFolder(
  config: NotebookConfig,
  options: Pick<Surroundings, 'home' | 'platform'> & { trusted: boolean; create?: boolean },
): string {
  const folder = dirname(config.file);
  const written = resolvePath(config.root, folder, options);
  const details = { file: config.file, root: config.root };
  const refuse = () =>
    new SlipboxError(
      'CONFIG_INVALID',
      `The root in ${config.file} lies outside its own folder: ${config.root}`,
      {
        hint: 'Register this notebook or name it with --notebook to allow that',
        details,
      },
    );
  if (!options.trusted && !isInside(folder, written)) throw refuse();
  if (options.create) makeFolder(written);
  const found = findFolder(written);
  if (found === undefined)
    throw new SlipboxError('FOLDER_NOT_FOUND', `The root in ${config.file} does not exist: ${config.root}`, {
      hint: `Create the folder ${written}, or correct "root" in ${config.file}`,
      details,
    });
  if (!options.trusted && !isInside(realpathSync.native(folder), found)) throw refuse();
  return found;
}

/** The real path of a folder; undefined when there is no folder there. */
export function findFolder(path: string): string | undefined {
  try {
    const found = realpathSync.native(path);
    return statSync(found).isDirectory() ? found : undefined;
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw withFile(error, path);
  }
}

export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw withFile(error, path);
  }
}

/** Whether `path` is `folder` or below it, by whole segments. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && way !== path);
}
