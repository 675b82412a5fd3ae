import { join } from 'node:path';
import type { Call } from '../../src/engine/call.ts';
import {
  type Engine,
  listViews,
  loadConfig,
  openEngine,
  owner,
  runView,
  type ViewList,
  type ViewRun,
} from '../../src/engine/index.ts';
import { makeTempFolder, type TempFolder } from './temp-folder.ts';

interface RunOptions {
  now?: string;
  limit?: number;
  offset?: number;
  visible?: readonly string[];
}

/** A notebook in a temporary folder with a configuration of its own, its views run at a set time. */
export interface ViewNotebook extends AsyncDisposable {
  readonly engine: Engine;
  readonly folder: TempFolder;
  readonly globalFile: string;
  readonly openNotesFile: string;
  list(): Promise<ViewList>;
  run(view: string, params?: Record<string, unknown>, options?: RunOptions): Promise<ViewRun>;
  /** The paths of the rows. */
  paths(view: string, params?: Record<string, unknown>, options?: RunOptions): Promise<unknown[]>;
}

export interface ViewFiles {
  notes?: Record<string, string>;
  /** `views` in the notebook's own file. */
  views?: unknown;
  global?: string | object;
  openNotes?: string | object;
  timeZone?: string;
}

const testNow = '2026-03-18T12:00:00Z';

export async function openViews(files: ViewFiles = {}): Promise<ViewNotebook> {
  const folder = makeTempFolder();
  const other = makeTempFolder();
  for (const [path, content] of Object.entries(files.notes ?? {})) folder.write(path, content);
  if (files.views !== undefined)
    folder.write('.opennotes.json', JSON.stringify({ name: 'Views', views: files.views }));
  const write = (name: string, content: string | object | undefined) =>
    content === undefined
      ? other.path(name)
      : other.write(name, typeof content === 'string' ? content : JSON.stringify(content));
  const globalFile = write('config.json', files.global);
  const openNotesFile = write('opennotes.json', files.openNotes);
  const config = loadConfig({
    flags: { notebook: folder.root, timeZone: files.timeZone ?? 'UTC' },
    env: {
      SLIPBOX_CACHE: other.path('cache'),
      SLIPBOX_STATE: other.path('state'),
      SLIPBOX_CONFIG: globalFile,
      OPENNOTES_CONFIG: openNotesFile,
    },
    cwd: folder.root,
    home: join(other.root, 'home'),
    platform: process.platform,
  });
  const engine = openEngine(config);
  const callBy = (visible: readonly string[]): Call => ({
    caller: { ...owner, visible },
    signal: new AbortController().signal,
    progress: () => undefined,
  });
  const run: ViewNotebook['run'] = (view, params = {}, options = {}) => {
    const { now = testNow, limit = 1000, offset = 0, visible = ['**'] } = options;
    return runView(engine, { view, params, limit, offset, now: Date.parse(now) }, callBy(visible));
  };
  return {
    engine,
    folder,
    globalFile,
    openNotesFile,
    list: () => listViews(engine, {}, callBy(['**'])),
    run,
    paths: async (...asked) => (await run(...asked)).rows.map((row) => row.path),
    async [Symbol.asyncDispose]() {
      await engine.close();
      folder[Symbol.dispose]();
      other[Symbol.dispose]();
    },
  };
}

/** A note with these properties, written as YAML that JSON is. */
export function note(properties: Record<string, unknown>, body = ''): string {
  const lines = Object.entries(properties).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `---\n${lines.join('\n')}\n---\n${body}\n`;
}
