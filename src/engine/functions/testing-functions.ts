import {
  makeScratch,
  openScratchEngine,
  ownerCall,
  type Scratch,
  writeNote,
} from '../../../test/scratch-notebook.ts';
import type { Call } from '../call.ts';
import type { Engine } from '../index.ts';
import { type FunctionRun, type FunctionSettings, runFunction } from './run-function.ts';

/** A notebook with functions, and a way to run them. */
export interface FunctionNotebook {
  readonly scratch: Scratch;
  readonly engine: Engine;
  save(file: string, source: string): void;
  run(name: string, options?: RunOptions): Promise<FunctionRun>;
  /** Saves and runs a JS function, once. */
  runJs(source: string, options?: RunOptions): Promise<FunctionRun>;
  close(): Promise<void>;
}

export interface RunOptions {
  args?: Record<string, unknown>;
  limit?: number;
  offset?: number;
  limits?: FunctionSettings['limits'];
  call?: Partial<Call>;
}

/** Noon in Berlin. */
const now = Date.UTC(2026, 0, 28, 11);

export async function openFunctions(notes: Record<string, string> = {}): Promise<FunctionNotebook> {
  const scratch = makeScratch(notes);
  const engine = await openScratchEngine(scratch);
  let last = 0;
  const save = (file: string, source: string) =>
    writeNote(scratch.root, `.slipbox/functions/${file}`, source);
  const run = async (name: string, options: RunOptions = {}) => {
    const { args = {}, limit = 50, offset = 0, limits, call = {} } = options;
    const { index } = await engine.notebook(undefined, ownerCall);
    const settings = { clock: { now, timeZone: 'Europe/Berlin' }, sqlTimeout: 30_000 };
    return runFunction(
      index,
      { name, args, limit, offset },
      { ...settings, ...(limits ? { limits } : {}) },
      { ...ownerCall, ...call },
    );
  };
  return {
    scratch,
    engine,
    save,
    run,
    runJs(source, options) {
      const name = `f${++last}`;
      save(`${name}.js`, source);
      return run(name, options);
    },
    async close() {
      await engine.close();
      scratch.remove();
    },
  };
}
