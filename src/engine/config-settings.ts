import { hostZone } from './clock.ts';
import {
  type AccessToken,
  type Budget,
  budget,
  type DialectName,
  defaultBudget,
  dialectNames,
  duration,
  filePath,
  isDialect,
  isToolGlob,
  type Kind,
  listOf,
  notebooks,
  oneOf,
  type RegisteredNotebook,
  timeZone,
  tokens,
  toolPrefix,
  trueOrFalse,
  wholeNumber,
  workspaces,
} from './config-kinds.ts';

export interface SettingValues {
  notebooks: readonly RegisteredNotebook[];
  dialects: readonly DialectName[] | undefined;
  tools: readonly string[] | undefined;
  toolPrefix: string;
  defaultPageSize: number;
  budget: Budget;
  context: 'auto' | 'required' | 'optional';
  workspaces: Readonly<Record<string, string>>;
  timeZone: string;
  fileNames: 'auto' | 'slug' | 'title';
  sqlTimeout: number;
  indexWait: number;
  gtdDb: string | undefined;
  readOnly: boolean;
  openNotebooks: boolean;
  advertiseSeedNames: boolean;
  tokens: readonly AccessToken[];
  logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug';
}

export type SettingKey = keyof SettingValues;

/** One row of the settings table: everything that loading, `doctor` and the generated documentation know about a key. */
export interface Setting<K extends SettingKey = SettingKey> {
  readonly key: K;
  readonly kind: Kind<NonNullable<SettingValues[K]>>;
  readonly default: SettingValues[K];
  /** How the documentation names a default that depends on the machine or on other settings. */
  readonly defaultText?: string;
  /** Variables, first one set wins. */
  readonly env: readonly string[];
  readonly flag: string | undefined;
  readonly description: string;
  /** The part of Slipbox that reads it. */
  readonly reads: string;
}

type Words = Partial<Pick<Setting, 'defaultText' | 'env' | 'flag'>> & Pick<Setting, 'description' | 'reads'>;

function setting<K extends SettingKey>(
  key: K,
  kind: Setting<K>['kind'],
  defaultValue: SettingValues[K],
  words: Words,
): Setting<K> {
  const variable = `SLIPBOX_${key.replace(/[A-Z]/g, '_$&').toUpperCase()}`;
  const flag = `--${key.replace(/[A-Z]/g, '-$&').toLowerCase()}`;
  const named =
    kind.type === 'object' || kind.type === 'list' ? { env: [], flag: undefined } : { env: [variable], flag };
  return { key, kind, default: defaultValue, ...named, ...words };
}

export const settings = {
  notebooks: setting('notebooks', notebooks, [], {
    defaultText: 'none',
    description:
      'Registered notebooks. Those in the configuration file of OpenNotes are added. `--notebook` and the variables SLIPBOX_NOTEBOOK and OPENNOTES_NOTEBOOK choose one for this run.',
    reads: 'notebook discovery',
  }),
  dialects: setting('dialects', listOf(`names out of ${dialectNames.join(', ')}`, isDialect), undefined, {
    defaultText: 'the default tool set',
    description: 'Which tool families are served, complete.',
    reads: 'every surface',
  }),
  tools: setting('tools', listOf('tool names, "*" and "?" as wildcards', isToolGlob), undefined, {
    defaultText: 'all tools of the chosen dialects',
    description: 'Which tools are served, by name or pattern.',
    reads: 'every surface',
  }),
  toolPrefix: setting('toolPrefix', toolPrefix, 'opennotes_', {
    description: 'What the names of the six opennotes tools start with; hints and descriptions follow it.',
    reads: 'MCP and pi, dialect opennotes',
  }),
  defaultPageSize: setting('defaultPageSize', wholeNumber(1, 1000), 50, {
    description: 'Rows per page when a call names no limit.',
    reads: 'dialect opennotes',
  }),
  budget: setting('budget', budget, defaultBudget, {
    description:
      'How large an answer may be: UTF-8 bytes, lines, and the share of both that content may take.',
    reads: 'every tool',
  }),
  context: setting('context', oneOf('auto', 'required', 'optional'), 'auto', {
    description:
      'Whether claudesidian tools demand their `context` argument; `auto` demands it when that dialect is chosen by name.',
    reads: 'dialect claudesidian',
  }),
  workspaces: setting(
    'workspaces',
    workspaces,
    {},
    {
      description: 'The folder of each workspace id.',
      reads: 'dialect claudesidian',
    },
  ),
  timeZone: setting('timeZone', timeZone, hostZone, {
    defaultText: '`host`: that of the computer',
    description: 'The zone of dates written without one, and of "today".',
    reads: 'index, views, templates, dialect directgtd',
  }),
  fileNames: setting('fileNames', oneOf('auto', 'slug', 'title'), 'auto', {
    description:
      'How a new note is named after its title; `auto` keeps the title in Obsidian vaults and makes a slug elsewhere.',
    reads: 'note creation',
  }),
  sqlTimeout: setting('sqlTimeout', duration(600_000), 30_000, {
    description: 'How long one SQL query may run.',
    reads: 'SQL search, views',
  }),
  indexWait: setting('indexWait', duration(600_000), 3000, {
    description: 'How long a call waits for the first index before it answers from what is there.',
    reads: 'every tool that needs the index',
  }),
  gtdDb: setting('gtdDb', filePath, undefined, {
    defaultText: "the DirectGTD app's own database on macOS, if there is one",
    env: ['SLIPBOX_GTD_DB', 'DIRECTGTD_DB'],
    description: 'The DirectGTD database.',
    reads: 'dialect directgtd',
  }),
  readOnly: setting('readOnly', trueOrFalse, false, {
    description: 'Serve no tool that writes, and write nothing in a notebook.',
    reads: 'every surface',
  }),
  openNotebooks: setting('openNotebooks', trueOrFalse, false, {
    description: 'Let the `notebook` argument of a call name any folder, not only a known notebook.',
    reads: 'notebook discovery',
  }),
  advertiseSeedNames: setting('advertiseSeedNames', trueOrFalse, false, {
    description: 'List `ObsidianMcp::Tools::ListNotes` too, a tool name that common clients reject.',
    reads: 'MCP, dialect obsidian',
  }),
  tokens: setting('tokens', tokens, [], {
    defaultText: 'none: the one the server makes',
    description:
      'Clients of the HTTP server, each with a token of its own and what it may see and change; the policy of a notebook binds them too.',
    reads: 'HTTP',
  }),
  logLevel: setting('logLevel', oneOf('silent', 'error', 'warn', 'info', 'debug'), 'warn', {
    description: 'What is written to standard error.',
    reads: 'every surface',
  }),
} as const satisfies { [K in SettingKey]: Setting<K> };
