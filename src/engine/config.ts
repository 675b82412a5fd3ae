import { type Folders, findFolders, pathsOf, type Surroundings } from './config-folders.ts';
import {
  type AccessToken,
  type Budget,
  dialectNames,
  type Place,
  parseRegistered,
  type RegisteredNotebook,
} from './config-kinds.ts';
import { type Setting, type SettingKey, type SettingValues, settings } from './config-settings.ts';
import { SlipboxError } from './errors.ts';
import { isJsonObject } from './notebooks/json-edit.ts';
import { findJsonFile, type JsonFile } from './notebooks/json-file.ts';
import type { Warning } from './warnings.ts';

export type { AccessToken, Budget, RegisteredNotebook, Setting, SettingKey };
export { dialectNames, settings };

/** Values from a command line (text) or from a program (already typed); undefined means not given. */
export type ConfigFlags = { readonly [K in Exclude<SettingKey, 'notebooks'>]?: unknown } & {
  readonly notebook?: string | readonly string[] | undefined;
};

/** A notebook named by `--notebook` or a variable, as written: whether it exists is found out when it is needed. */
export interface NamedNotebook {
  readonly value: string;
  readonly from: string;
}

export interface LoadedConfig extends Readonly<SettingValues>, Folders {
  readonly cwd: string;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  /** Registered in OpenNotes' own file; `notebooks` holds those of ours. */
  readonly openNotesNotebooks: readonly RegisteredNotebook[];
  readonly flagNotebooks: readonly NamedNotebook[];
  readonly envNotebook: NamedNotebook | undefined;
  /** Views for every notebook, from OpenNotes' own file. */
  /** Where each value came from: a file, a variable, a flag, or `default`. */
  readonly sources: Readonly<Record<SettingKey, string>>;
  readonly warnings: readonly Warning[];
}

/** Variables that are not settings of the file. */
export const variables = [
  { env: 'SLIPBOX_CONFIG', description: 'The configuration file to use.' },
  { env: 'SLIPBOX_CACHE', description: 'The folder for the index.' },
  { env: 'SLIPBOX_STATE', description: 'The folder for journals and locks.' },
  {
    env: 'SLIPBOX_NOTEBOOK',
    description: 'The notebook to use, by path or name, unless `--notebook` is given.',
  },
  { env: 'OPENNOTES_NOTEBOOK', description: 'The same; read when SLIPBOX_NOTEBOOK is not set.' },
  {
    env: 'OPENNOTES_CONFIG',
    description: "OpenNotes' own configuration file, read for notebooks and views.",
  },
] as const;

export function loadConfig(input: { flags: ConfigFlags } & Surroundings): LoadedConfig {
  const { flags, env, cwd, home, platform } = input;
  const folders = findFolders(input);
  const warnings: Warning[] = [];
  const file = findJsonFile(folders.configFile);
  if (file !== undefined) warnings.push(...findUnknownKeys(file));
  const sources = {} as Record<SettingKey, string>;
  const entries = Object.values(settings).map((setting) => {
    const given = findGiven(setting, file, input);
    sources[setting.key] = given?.from ?? 'default';
    return [setting.key, given === undefined ? setting.default : parseGiven(setting, given)] as const;
  });
  // Each row's kind yields the type its key has in SettingValues; the table's own type checks that.
  const values = Object.fromEntries(entries) as unknown as SettingValues;
  const openNotes = readOpenNotes(folders.openNotesFile, input);
  const named = flags.notebook ?? [];
  const variable = findVariable(['SLIPBOX_NOTEBOOK', 'OPENNOTES_NOTEBOOK'], env);
  return {
    ...values,
    ...folders,
    cwd,
    home,
    platform,
    openNotesNotebooks: openNotes.notebooks,
    flagNotebooks: (typeof named === 'string' ? [named] : named).map((value) => ({
      value,
      from: '--notebook',
    })),
    envNotebook: variable,
    sources,
    warnings: [...warnings, ...openNotes.warnings],
  };
}

/** The tokens as the configuration file has them now; a program's own stay as it gave them. */
export function readTokens(config: LoadedConfig): readonly AccessToken[] {
  const { configFile, sources, tokens } = config;
  if (sources.tokens !== configFile && sources.tokens !== 'default') return tokens;
  const given = findGiven(settings.tokens, findJsonFile(configFile), { ...config, flags: {}, env: {} });
  return given === undefined ? [] : (parseGiven(settings.tokens, given) as readonly AccessToken[]);
}

interface Given {
  readonly raw: unknown;
  readonly from: string;
  readonly isText: boolean;
  readonly place: Place;
}

function findGiven(
  setting: Setting,
  file: JsonFile | undefined,
  input: { flags: ConfigFlags } & Surroundings,
): Given | undefined {
  const { flags, env, cwd, home, platform } = input;
  const here = { base: cwd, home, platform };
  const flag = setting.key === 'notebooks' ? undefined : flags[setting.key];
  if (flag !== undefined)
    return { raw: flag, from: setting.flag ?? setting.key, isText: typeof flag === 'string', place: here };
  const variable = findVariable(setting.env, env);
  if (variable !== undefined) return { raw: variable.value, from: variable.from, isText: true, place: here };
  const raw = file !== undefined && Object.hasOwn(file.value, setting.key) ? file.value[setting.key] : null;
  if (file === undefined || raw === null) return undefined;
  const base = pathsOf(input).dirname(file.file);
  return { raw, from: file.file, isText: false, place: { base, home, platform } };
}

/** An empty variable counts as not set, as shells and service files have no other way to say so. */
function findVariable(names: readonly string[], env: Surroundings['env']): NamedNotebook | undefined {
  for (const from of names) {
    const value = env[from];
    if (value !== undefined && value !== '') return { value, from };
  }
  return undefined;
}

function parseGiven({ key, kind }: Setting, { raw, from, isText, place }: Given): unknown {
  const typed = isText && kind.fromText !== undefined ? kind.fromText(String(raw).trim()) : raw;
  const value = kind.parse(typed, place);
  if (value !== undefined) return value;
  const written = JSON.stringify(raw)?.slice(0, 200) ?? String(raw);
  throw new SlipboxError(
    'CONFIG_INVALID',
    `Invalid ${key} in ${from}: ${written} (accepted: ${kind.accepts})`,
    {
      hint: `Give ${key} ${kind.accepts}`,
      details: { key, value: raw, from, accepts: kind.accepts },
    },
  );
}

function findUnknownKeys({ file, value }: JsonFile): Warning[] {
  // views are read where they are run
  const isKnown = (key: string) => key === '$schema' || key === 'views' || Object.hasOwn(settings, key);
  const unknown = Object.keys(value).filter((key) => !isKnown(key));
  if (isJsonObject(value.budget))
    unknown.push(
      ...Object.keys(value.budget)
        .filter((key) => !Object.hasOwn(settings.budget.default, key))
        .map((key) => `budget.${key}`),
    );
  return unknown.map((key) => warn(file, `Unknown key ${JSON.stringify(key)} in ${file}: it has no effect`));
}

interface OpenNotesFile {
  notebooks: RegisteredNotebook[];
  warnings: Warning[];
}

/** OpenNotes' file is not ours to insist on: whatever is wrong with it is only reported. */
function readOpenNotes(path: string, around: Surroundings): OpenNotesFile {
  const result: OpenNotesFile = { notebooks: [], warnings: [] };
  let file: JsonFile | undefined;
  try {
    file = findJsonFile(path);
  } catch (error) {
    result.warnings.push(warn(path, (error as Error).message));
  }
  const place = { base: pathsOf(around).dirname(path), home: around.home, platform: around.platform };
  const { notebooks = [] } = file?.value ?? {};
  for (const entry of Array.isArray(notebooks) ? notebooks : [notebooks]) {
    const parsed = typeof entry === 'string' ? parseRegistered(entry, place) : undefined;
    if (parsed !== undefined) result.notebooks.push(parsed);
    else result.warnings.push(warn(path, `Ignored an entry of "notebooks" in ${path}: expected a path`));
  }
  return result;
}

function warn(path: string, message: string): Warning {
  return { path, code: 'CONFIG_INVALID', message };
}
