import path from 'node:path';

/** How a client is told which servers to start. */
export interface ClientForm {
  readonly label: string;
  /** Where its servers are listed for every project; undefined when only a project can have them. */
  readonly user: (machine: Machine) => string;
  /** The same for one project, relative to its folder. */
  readonly project?: string;
  readonly syntax: 'json' | 'toml';
  /** The key under which servers stand. */
  readonly key: string;
  /** What an entry has besides command and arguments. */
  readonly extra?: Readonly<Record<string, string>>;
  /** What to do for the client to notice. */
  readonly next: string;
}

export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The folder in which a desktop application keeps its settings. */
function appFolder({ platform, home, env }: Machine, name: string): string {
  if (platform === 'win32') return path.join(env.APPDATA ?? path.join(home, 'AppData', 'Roaming'), name);
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', name);
  return path.join(env.XDG_CONFIG_HOME ?? path.join(home, '.config'), name);
}

export const clients = {
  'claude-desktop': {
    label: 'Claude Desktop',
    user: (machine) => path.join(appFolder(machine, 'Claude'), 'claude_desktop_config.json'),
    syntax: 'json',
    key: 'mcpServers',
    next: 'Quit Claude Desktop and start it again',
  },
  'claude-code': {
    label: 'Claude Code',
    user: ({ home }) => path.join(home, '.claude.json'),
    project: '.mcp.json',
    syntax: 'json',
    key: 'mcpServers',
    extra: { type: 'stdio' },
    next: 'Start a new session, or look at /mcp',
  },
  cursor: {
    label: 'Cursor',
    user: ({ home }) => path.join(home, '.cursor', 'mcp.json'),
    project: '.cursor/mcp.json',
    syntax: 'json',
    key: 'mcpServers',
    next: 'Enable it in Cursor under Settings, MCP',
  },
  vscode: {
    label: 'VS Code',
    user: (machine) => path.join(appFolder(machine, 'Code'), 'User', 'mcp.json'),
    project: '.vscode/mcp.json',
    syntax: 'json',
    key: 'servers',
    extra: { type: 'stdio' },
    next: 'Run "MCP: List Servers" in VS Code and start it',
  },
  codex: {
    label: 'Codex',
    user: ({ home, env }) => path.join(env.CODEX_HOME ?? path.join(home, '.codex'), 'config.toml'),
    syntax: 'toml',
    key: 'mcp_servers',
    next: 'Start Codex again',
  },
  gemini: {
    label: 'Gemini CLI',
    user: ({ home }) => path.join(home, '.gemini', 'settings.json'),
    project: '.gemini/settings.json',
    syntax: 'json',
    key: 'mcpServers',
    next: 'Start Gemini again, or look at /mcp',
  },
  pi: {
    label: 'pi',
    user: ({ home, env }) =>
      path.join(env.PI_CODING_AGENT_DIR ?? path.join(home, '.pi', 'agent'), 'settings.json'),
    project: '.pi/settings.json',
    syntax: 'json',
    key: 'packages',
    next: 'Start pi again, or run /reload in it',
  },
} as const satisfies Record<string, ClientForm>;

export type ClientName = keyof typeof clients;
export const clientNames = Object.keys(clients) as ClientName[];
