import { basename, join } from 'node:path';
import type { LoadedConfig } from '../config.ts';
import { pathsOf, resolvePath } from '../config-folders.ts';
import { type Place, parseRegistered } from '../config-kinds.ts';
import { SlipboxError } from '../errors.ts';
import type { NotebookRef } from './discover.ts';
import { isJsonObject } from './json-edit.ts';
import {
  configNames,
  findFolder,
  findNotebookConfig,
  getNotesFolder,
  makeFolder,
} from './notebook-config.ts';
import { isVault, openFolder } from './survey.ts';
import { createFile } from './update-file.ts';
import { updateJsonFile } from './update-json-file.ts';

export interface InitResult {
  readonly notebook: NotebookRef;
  /** Whether a config file was written into the folder. */
  readonly created: boolean;
  /** Whether the registration is new. */
  readonly registered: boolean;
}

/**
 * Makes a folder a notebook. What is there stays as it is: an existing config is never replaced, and an Obsidian vault
 * needs none, so nothing is written into it; a name for it is kept with its registration.
 */
export async function initNotebook(
  input: { dir: string; name?: string; register?: boolean },
  config: LoadedConfig,
): Promise<InitResult> {
  if (config.readOnly)
    throw new SlipboxError('READ_ONLY', `Cannot make a notebook of ${input.dir}: read-only`);
  const dir = resolvePath(input.dir, config.cwd, config);
  makeFolder(dir);
  const own = findNotebookConfig(dir);
  const needsConfig = own === undefined && !isVault(dir);
  const name = input.name?.trim() || basename(dir) || dir;
  const created =
    needsConfig && createFile(join(dir, configNames[0]), `${JSON.stringify({ root: '.', name }, null, 2)}\n`);
  if (own !== undefined)
    getNotesFolder(own, {
      ...config,
      trusted: input.register === true || isRegistered(dir, config),
      create: true,
    });
  const keepsName = !created && input.name !== undefined && name !== own?.name;
  const target = { dir, ...(keepsName ? { name } : {}) };
  if (input.register) return { ...(await registerNotebook(target, config)), created };
  return { notebook: { ...getFolder(target, config), source: 'explicit' }, created, registered: false };
}

/** Adds a folder to the notebooks in our configuration file; known ones (also those of OpenNotes) are not added twice. */
export async function registerNotebook(
  input: { dir: string; name?: string },
  config: LoadedConfig,
): Promise<{ notebook: NotebookRef; registered: boolean }> {
  const dir = resolvePath(input.dir, config.cwd, config);
  const notebook = getFolder({ ...input, dir }, config);
  const known = config.openNotesNotebooks.some(({ path }) => isSameFolder(path, dir));
  if (known && input.name === undefined) return { notebook, registered: false };
  const { dirname } = pathsOf(config);
  const place: Place = { base: dirname(config.configFile), home: config.home, platform: config.platform };
  const entry = input.name === undefined ? dir : { path: dir, name: input.name };
  const registered = await updateJsonFile(config.configFile, (current) => {
    const entries = listEntries(current.notebooks, config.configFile, 'notebooks');
    const index = entries.findIndex((item) => {
      const parsed = parseRegistered(item, place);
      return parsed !== undefined && isSameFolder(parsed.path, dir);
    });
    if (index === -1) return { ...current, notebooks: [...entries, entry] };
    if (input.name === undefined) return current;
    const known = entries[index];
    // A new name leaves the rest of the entry as it is, its policy above all.
    const renamed = isJsonObject(known) ? { ...known, name: input.name } : entry;
    return { ...current, notebooks: entries.with(index, renamed) };
  });
  return { notebook, registered };
}

/** Makes a notebook the current one for a folder and everything below it; false when it already was. */
export async function addContext(
  input: { notebook: NotebookRef; dir: string },
  config: LoadedConfig,
): Promise<boolean> {
  const { name, configFile } = input.notebook;
  if (config.readOnly) throw new SlipboxError('READ_ONLY', `Cannot add a context to ${name}: read-only`);
  if (configFile === undefined)
    throw new SlipboxError('CONFIG_INVALID', `${name} has no ${configNames[0]} to keep contexts in`, {
      hint: `Create ${join(input.notebook.path, configNames[0])} with a "name" and try again`,
      details: { path: input.notebook.path },
    });
  const dir = findFolder(resolvePath(input.dir, config.cwd, config));
  if (dir === undefined)
    throw new SlipboxError('FOLDER_NOT_FOUND', `Folder not found: ${input.dir}`, {
      hint: 'Name an existing folder',
    });
  const { dirname } = pathsOf(config);
  return await updateJsonFile(configFile, (current) => {
    const contexts = listEntries(current.contexts, configFile, 'contexts');
    const isHere = (item: unknown) =>
      typeof item === 'string' && isSameFolder(resolvePath(item, dirname(configFile), config), dir);
    return contexts.some(isHere) ? current : { ...current, contexts: [...contexts, dir] };
  });
}

function listEntries(value: unknown, file: string, key: string): unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  throw new SlipboxError('CONFIG_INVALID', `Invalid ${key} in ${file}: expected a list`, {
    details: { file, key, value },
  });
}

function getFolder({ dir, name }: { dir: string; name?: string }, config: LoadedConfig): NotebookRef {
  const options = { source: 'registered', trusted: true, ...(name === undefined ? {} : { name }) } as const;
  const found = openFolder(dir, config, options);
  if (found === undefined) throw new SlipboxError('NOTEBOOK_NOT_FOUND', `Notebook not found: ${dir}`);
  if ('problem' in found) throw found.problem;
  return found.ref;
}

function isRegistered(dir: string, config: LoadedConfig): boolean {
  return [...config.notebooks, ...config.openNotesNotebooks].some(({ path }) => isSameFolder(path, dir));
}

function isSameFolder(one: string, other: string): boolean {
  if (one === other) return true;
  const real = findFolder(one);
  return real !== undefined && real === findFolder(other);
}
