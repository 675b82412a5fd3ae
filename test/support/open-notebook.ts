import { join } from 'node:path';
import type { Call } from '../../src/engine/call.ts';
import {
  type Engine,
  listNotes,
  loadConfig,
  type NoteList,
  type NoteRead,
  openEngine,
  owner,
  readNote,
} from '../../src/engine/index.ts';
import { makeTempFolder, type TempFolder } from './temp-folder.ts';

type ListInput = Partial<Parameters<typeof listNotes>[1]>;
type ReadInput = Partial<Parameters<typeof readNote>[1]>;

/** An engine on a notebook in a temporary folder, its cache beside it. */
export interface OpenNotebook extends AsyncDisposable {
  readonly engine: Engine;
  readonly folder: TempFolder;
  readonly call: Call;
  list(input?: ListInput, call?: Call): Promise<NoteList>;
  read(note: string, input?: ReadInput, call?: Call): Promise<NoteRead>;
  /** The paths of a whole list. */
  paths(input?: ListInput, call?: Call): Promise<string[]>;
}

export async function openNotebook(files: Record<string, string | Uint8Array> = {}): Promise<OpenNotebook> {
  const folder = makeTempFolder();
  const cache = makeTempFolder();
  for (const [path, content] of Object.entries(files)) folder.write(path, content);
  const env = {
    SLIPBOX_CACHE: cache.path('cache'),
    SLIPBOX_STATE: cache.path('state'),
    SLIPBOX_CONFIG: cache.path('config.json'),
    OPENNOTES_CONFIG: cache.path('opennotes.json'),
  };
  const config = loadConfig({
    flags: { notebook: folder.root },
    env,
    cwd: folder.root,
    home: join(cache.root, 'home'),
    platform: process.platform,
  });
  const engine = await openEngine(config);
  const call = callAs(['**']);
  const list: OpenNotebook['list'] = (input = {}, as = call) =>
    listNotes(engine, { sortBy: 'path', limit: 10_000, offset: 0, ...input }, as);
  return {
    engine,
    folder,
    call,
    list,
    read: (note, input = {}, as = call) =>
      readNote(engine, { note, includeContent: true, maxBytes: 38_400, ...input }, as),
    paths: async (input, as) => (await list(input, as)).notes.map((note) => note.path),
    async [Symbol.asyncDispose]() {
      await engine.close();
      folder[Symbol.dispose]();
      cache[Symbol.dispose]();
    },
  };
}

/** A call by someone who sees only these globs. */
export function callAs(visible: readonly string[]): Call {
  return { caller: { ...owner, visible }, signal: new AbortController().signal, progress: () => undefined };
}
