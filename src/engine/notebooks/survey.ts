import { type Stats, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { AccessRule } from '../access.ts';
import type { LoadedConfig, NamedNotebook, RegisteredNotebook } from '../config.ts';
import { resolvePath } from '../config-folders.ts';
import { SlipboxError, toSlipboxError } from '../errors.ts';
import type { Warning } from '../warnings.ts';
import { configNames, findFolder, findNotebookConfig, getNotesFolder } from './notebook-config.ts';

export interface NotebookRef {
  readonly name: string;
  /** The folder that holds the notes, without links. */
  readonly path: string;
  readonly configFile?: string;
  /** `obsidian` whenever the notes folder is a vault, also when it has a `configFile` too. */
  readonly kind: 'opennotes' | 'obsidian' | 'plain';
  /** How it became known: registered, found from the working folder upwards, or named for this run. */
  readonly source: 'registered' | 'ancestor' | 'explicit';
  /** What the configuration says of it, however it was found; each must allow what a tool does. */
  readonly policies?: readonly AccessRule[];
  /** Known notebooks that lie in this one, relative to its folder: what their policies hide is not to be seen from here. */
  readonly inner?: readonly InnerNotebook[];
}

export interface InnerNotebook {
  readonly path: string;
  readonly hasPolicy: boolean;
}

/** A folder that is a notebook, or would be if its configuration were sound: then `problem` says what is wrong. */
export type Found = {
  readonly folder: string;
  readonly name: string;
  readonly contexts: readonly string[];
  readonly warnings: readonly Warning[];
} & ({ readonly ref: NotebookRef } | { readonly problem: SlipboxError });

/** Every notebook in reach, by the way it was found. */
export interface Survey {
  readonly flags: readonly Found[];
  readonly env: Found | undefined;
  readonly registered: readonly Found[];
  readonly cwd: Found | undefined;
  readonly ancestors: readonly Found[];
}

export function surveyNotebooks(config: LoadedConfig): Survey {
  const registered = [
    ...config.notebooks.map((entry) => findRegistered(entry, config, { anyFolder: true })),
    // OpenNotes registers folders by their config file only; without one its entry is stale.
    ...config.openNotesNotebooks.map((entry) => findRegistered(entry, config, { anyFolder: false })),
  ].filter((found) => found !== undefined);
  const flags = config.flagNotebooks.map((named) => openNamed(named, config, registered, true));
  const trusted = new Set([...flags, ...registered].map(({ folder }) => folder));
  const env = config.envNotebook && openNamed(config.envNotebook, config, registered, trusted);
  const look = (folder: string) =>
    openFolder(folder, config, { source: 'ancestor', trusted, needsMarker: true });
  const ancestors: Found[] = [];
  for (let at = dirname(config.cwd); at !== dirname(at); at = dirname(at)) {
    const found = look(at);
    if (found !== undefined) ancestors.push(found);
  }
  return { flags, env, registered, cwd: look(config.cwd), ancestors };
}

function findRegistered(entry: RegisteredNotebook, config: LoadedConfig, options: { anyFolder: boolean }) {
  return openFolder(entry.path, config, {
    source: 'registered',
    trusted: true,
    needsMarker: !options.anyFolder,
    ...(entry.name === undefined ? {} : { name: entry.name }),
    ...(entry.policy === undefined ? {} : { policies: [entry.policy] }),
  });
}

/** `--notebook` and the variables name a folder of any kind, or a registered notebook. */
function openNamed(
  { value, from }: NamedNotebook,
  config: LoadedConfig,
  registered: readonly Found[],
  trusted: Trust,
): Found {
  const path = resolvePath(value, config.cwd, config);
  const fail = (problem: SlipboxError) => ({
    folder: path,
    name: value,
    contexts: [],
    warnings: [],
    problem,
  });
  try {
    const found = value === '' ? undefined : openFolder(path, config, { source: 'explicit', trusted });
    const known = found ?? findByName(registered, value);
    if (known !== undefined) return known;
  } catch (error) {
    return fail(toSlipboxError(error));
  }
  const details = { from, known: registered.map(({ name }) => name) };
  return fail(new SlipboxError('NOTEBOOK_NOT_FOUND', `Notebook not found: ${value}`, { details }));
}

/** The notebook of that name, exact before ignoring case and sound before broken; an error when several share it. */
export function findByName(all: readonly Found[], written: string): Found | undefined {
  const wanted = written.normalize('NFC');
  const alike = all.filter(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  const exact = alike.filter(({ name }) => name === wanted);
  const named = exact.length > 0 ? exact : alike;
  const sound = named.filter((found) => 'ref' in found);
  if (sound.length <= 1) return sound[0] ?? named[0];
  const candidates = sound.map(({ ref }) => ref.path);
  throw new SlipboxError(
    'NOTEBOOK_NOT_FOUND',
    `Several notebooks are called ${written}: ${candidates.join(', ')}`,
    { hint: 'Name the notebook by one of the paths in details.candidates', details: { candidates } },
  );
}

type Trust = boolean | ReadonlySet<string>;

export interface OpenOptions {
  readonly source: NotebookRef['source'];
  readonly trusted: Trust;
  /** Whether only a folder with a config file or `.obsidian/` counts. */
  readonly needsMarker?: boolean;
  readonly name?: string;
  readonly policies?: readonly AccessRule[];
}

/** What a folder is as a notebook; undefined when it does not exist or does not count. Never throws. */
export function openFolder(path: string, config: LoadedConfig, options: OpenOptions): Found | undefined {
  let folder = path;
  const nameOf = (own?: string) => (options.name ?? own ?? (basename(folder) || folder)).normalize('NFC');
  try {
    const real = findFolder(path);
    if (real === undefined) return undefined;
    folder = real;
    const own = findNotebookConfig(folder);
    if (own === undefined && options.needsMarker && !isVault(folder)) return undefined;
    const trusted = typeof options.trusted === 'boolean' ? options.trusted : options.trusted.has(folder);
    const notes = own === undefined ? folder : getNotesFolder(own, { ...config, trusted });
    const ref: NotebookRef = {
      name: nameOf(own?.name),
      path: notes,
      ...(own === undefined ? {} : { configFile: own.file }),
      kind: isVault(notes) ? 'obsidian' : own === undefined ? 'plain' : 'opennotes',
      source: options.source,
      ...(options.policies === undefined ? {} : { policies: options.policies }),
    };
    return { folder, name: ref.name, contexts: own?.contexts ?? [], warnings: own?.warnings ?? [], ref };
  } catch (error) {
    // A folder above us that may not be looked into is no notebook of ours; a config file that may not be read is one.
    if (options.needsMarker && !hasMarker(folder)) return undefined;
    return { folder, name: nameOf(), contexts: [], warnings: [], problem: toSlipboxError(error) };
  }
}

function hasMarker(folder: string): boolean {
  return isVault(folder) || configNames.some((name) => findStat(join(folder, name)) !== undefined);
}

export function isVault(folder: string): boolean {
  return findStat(join(folder, '.obsidian'))?.isDirectory() ?? false;
}

function findStat(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
