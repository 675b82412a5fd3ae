import { homedir } from 'node:os';
import {
  type Budget,
  type ConfigFlags,
  type LoadedConfig,
  loadConfig,
  type Setting,
  settings,
  toSlipboxError,
} from '../../engine/index.ts';
import { findNearest } from '../../tools/nearest.ts';
import { type ServedTool, selectTools } from '../../tools/registry.ts';

/** What pi itself lets a tool answer; more would only be cut off. */
export const mostBytes = 51_200;
const mostLines = 2000;

/** The settings of Slipbox that pi's settings may hold too, and what OpenNotes' own extension called their variables. */
const shared = {
  toolPrefix: ['OPENNOTES_TOOL_PREFIX'],
  defaultPageSize: ['OPENNOTES_PAGE_SIZE'],
  dialects: [],
  budget: [],
} as const;
type SharedKey = keyof typeof shared;
const cliPathVariables = ['SLIPBOX_CLI_PATH', 'OPENNOTES_CLI_PATH'];
const ownKeys = [...Object.keys(shared), 'cliPath'];

/** One place that holds settings for Slipbox: a settings file of pi. */
export interface SettingsSource {
  readonly from: string;
  readonly values: Readonly<Record<string, unknown>>;
}

export interface ExtensionSettings {
  readonly tools: readonly ServedTool[];
  readonly budget: Budget;
  /** The `slipbox` to run instead of answering in this process. */
  readonly cliPath: string | undefined;
  readonly openNotebooks: boolean;
  readonly toolPrefix: string;
  readonly defaultPageSize: number;
  /** What is wrong with the settings, for a person to read; what is wrong has no effect. */
  readonly problems: readonly string[];
  /** The configuration of an engine for a session in this folder. Throws CONFIG_INVALID. */
  readonly configFor: (cwd: string) => LoadedConfig;
}

export interface SettingsInput {
  readonly env: NodeJS.ProcessEnv;
  /** The strongest first. */
  readonly sources: readonly SettingsSource[];
  readonly cwd: string;
}

/** Variables over pi's settings over Slipbox's own configuration. Never throws: a session starts whatever is set. */
export function resolveSettings({ env, sources, cwd }: SettingsInput): ExtensionSettings {
  const problems = findUnknownKeys(sources);
  const flags: Record<string, unknown> = {};
  for (const key of Object.keys(shared) as SharedKey[]) {
    const value = findValid(settings[key], env, sources, cwd, problems);
    if (value !== undefined) flags[key] = value;
  }
  const configFor = (folder: string) =>
    loadConfig({
      flags: flags as ConfigFlags,
      env: withoutRead(env),
      cwd: folder,
      home: homedir(),
      platform: process.platform,
    });
  const config = loadOrReport(() => configFor(cwd), problems);
  const chosen = { ...defaults, ...config, ...(flags as Partial<typeof defaults>) };
  return {
    tools: chooseTools(chosen, problems),
    budget: {
      ...chosen.budget,
      bytes: Math.min(chosen.budget.bytes, mostBytes),
      lines: Math.min(chosen.budget.lines, mostLines),
    },
    cliPath: findCliPath(env, sources, problems),
    openNotebooks: config?.openNotebooks ?? false,
    toolPrefix: chosen.toolPrefix,
    defaultPageSize: chosen.defaultPageSize,
    problems,
    configFor,
  };
}

const defaults = {
  toolPrefix: settings.toolPrefix.default,
  defaultPageSize: settings.defaultPageSize.default,
  dialects: undefined as readonly string[] | undefined,
  tools: undefined as readonly string[] | undefined,
  budget: settings.budget.default,
  readOnly: false,
};

/** In pi the six opennotes tools are the default; every tool costs a place in the prompt of a coding session. */
const defaultDialects = ['opennotes'];

function chooseTools(chosen: typeof defaults, problems: string[]): readonly ServedTool[] {
  // model APIs refuse the second names that a setting can list over MCP
  const selection = { ...chosen, dialects: chosen.dialects ?? defaultDialects, advertiseSeedNames: false };
  try {
    return selectTools(selection);
  } catch (thrown) {
    const { message, hint } = toSlipboxError(thrown);
    problems.push(`${message}. ${hint}`);
    return selectTools({ ...selection, dialects: defaultDialects, tools: undefined });
  }
}

interface Candidate {
  readonly raw: unknown;
  readonly from: string;
  readonly isText: boolean;
}

function findValid(
  { key, kind, env: names }: Setting,
  env: NodeJS.ProcessEnv,
  sources: readonly SettingsSource[],
  cwd: string,
  problems: string[],
): unknown {
  const place = { base: cwd, home: homedir(), platform: process.platform };
  const variables = [...names, ...shared[key as SharedKey]];
  for (const { raw, from, isText } of [...fromVariables(variables, env), ...fromSources(key, sources)]) {
    const typed = isText && kind.fromText !== undefined ? kind.fromText(String(raw).trim()) : raw;
    const value = kind.parse(typed, place);
    if (value !== undefined) return value;
    problems.push(`Invalid ${key} in ${from}: ${shorten(raw)} (accepted: ${kind.accepts})`);
  }
  return undefined;
}

function findCliPath(
  env: NodeJS.ProcessEnv,
  sources: readonly SettingsSource[],
  problems: string[],
): string | undefined {
  for (const { raw, from } of [...fromVariables(cliPathVariables, env), ...fromSources('cliPath', sources)]) {
    if (typeof raw === 'string' && raw.trim() !== '' && !raw.includes('\0')) return raw.trim();
    problems.push(`Invalid cliPath in ${from}: ${shorten(raw)} (accepted: the name or path of a slipbox)`);
  }
  return undefined;
}

/** An empty variable counts as not set, as everywhere in Slipbox. */
function fromVariables(names: readonly string[], env: NodeJS.ProcessEnv): Candidate[] {
  return names.filter((name) => env[name]).map((from) => ({ raw: env[from], from, isText: true }));
}

function fromSources(key: string, sources: readonly SettingsSource[]): Candidate[] {
  return sources
    .filter(({ values }) => values[key] !== undefined && values[key] !== null)
    .map(({ from, values }) => ({ raw: values[key], from, isText: false }));
}

/** The engine reads the rest: a variable that was refused here must not be refused there once more. */
function withoutRead(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const read = new Set((Object.keys(shared) as SharedKey[]).flatMap((key) => settings[key].env));
  return Object.fromEntries(Object.entries(env).filter(([name]) => !read.has(name)));
}

function loadOrReport(load: () => LoadedConfig, problems: string[]): LoadedConfig | undefined {
  try {
    const config = load();
    problems.push(...config.warnings.map(({ message }) => message));
    return config;
  } catch (thrown) {
    const { message, hint } = toSlipboxError(thrown);
    problems.push(`${message}. ${hint}`);
    return undefined;
  }
}

function findUnknownKeys(sources: readonly SettingsSource[]): string[] {
  return sources.flatMap(({ from, values }) =>
    Object.keys(values)
      .filter((key) => !ownKeys.includes(key))
      .map((key) => {
        const nearest = findNearest(key, ownKeys);
        const advice = nearest === undefined ? `known: ${ownKeys.join(', ')}` : `did you mean ${nearest}?`;
        return `Unknown setting ${JSON.stringify(key)} in ${from}: it has no effect; ${advice}`;
      }),
  );
}

function shorten(raw: unknown): string {
  return (JSON.stringify(raw) ?? String(raw)).slice(0, 200);
}
