import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Floor } from './floor.ts';
import { type GeneratedNotebook, type GenerateOptions, generateNotebook } from './generate.ts';
import { planNotebook } from './notebook-plan.ts';
import { ServerProcess } from './server-process.ts';

export const ROOT = join(import.meta.dirname, '..');
const LAUNCHER = join(ROOT, 'bin', 'slipbox.mjs');
const SEED = 1;

export interface IndexRun {
  readonly ms: number;
  readonly report: Record<string, unknown>;
}

/** One generated notebook and the product pointed at it, with nothing of the user's own settings or caches. */
export class Subject {
  readonly size: number;
  readonly options: GenerateOptions;
  readonly generated: GeneratedNotebook;
  readonly paths: readonly string[];
  readonly folders: readonly string[];
  coldMsPerNote: number | undefined;
  readonly #scratch: string;
  #indexed: string | undefined;

  constructor(size: number, scratch: string) {
    this.size = size;
    this.options = { dir: join(tmpdir(), 'slipbox-bench', `n${size}`), notes: size, seed: SEED };
    this.generated = generateNotebook(this.options);
    const plan = planNotebook(size, SEED);
    this.paths = plan.notes.map(({ path }) => path);
    this.folders = plan.folders;
    this.#scratch = scratch;
  }

  freshCache(): string {
    return mkdtempSync(join(this.#scratch, `n${this.size}-`));
  }

  /** A cache that holds the whole index of the notebook as generated. */
  indexedCache(): string {
    if (this.#indexed === undefined) {
      const cache = this.freshCache();
      this.index(cache);
      this.#indexed = cache;
    }
    return this.#indexed;
  }

  adoptIndexed(cache: string): void {
    this.#indexed = cache;
  }

  /** `slipbox index`, timed from outside: process start and end included. */
  index(cache: string, dir = this.options.dir): IndexRun {
    const started = performance.now();
    const run = spawnSync(process.execPath, [LAUNCHER, 'index', '--notebook', dir, '--json'], {
      env: this.#env(cache, {}),
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
    const ms = performance.now() - started;
    if (run.status !== 0) throw new Error(`slipbox index failed (${run.status}): ${run.stderr}${run.stdout}`);
    return { ms, report: JSON.parse(run.stdout) as Record<string, unknown> };
  }

  /** The same, going on beside whatever else is measured; resolves when it has ended. */
  async indexBeside(cache: string): Promise<void> {
    const child = spawn(process.execPath, [LAUNCHER, 'index', '--notebook', this.options.dir, '--json'], {
      env: this.#env(cache, {}),
      stdio: 'ignore',
    });
    const [code] = (await once(child, 'exit')) as [number];
    if (code !== 0) throw new Error(`slipbox index failed (${code}).`);
  }

  serve(cache: string, env: NodeJS.ProcessEnv = {}, dir = this.options.dir): ServerProcess {
    return new ServerProcess([LAUNCHER, 'serve', '--notebook', dir], this.#env(cache, env));
  }

  /** In a process of its own each time: a warm compiler would flatter the floor. */
  measureFloor(): Floor {
    const run = spawnSync(process.execPath, [join(ROOT, 'bench', 'floor.ts'), this.options.dir], {
      encoding: 'utf8',
    });
    if (run.status !== 0) throw new Error(`The floor could not be measured: ${run.stderr}`);
    return JSON.parse(run.stdout) as Floor;
  }

  #env(cache: string, extra: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
    const own = Object.entries(process.env).filter(
      ([name]) => !/^(SLIPBOX|OPENNOTES|DIRECTGTD|XDG)_/.test(name),
    );
    return {
      ...Object.fromEntries(own),
      HOME: this.#scratch,
      SLIPBOX_CACHE: cache,
      SLIPBOX_STATE: join(cache, 'state'),
      ...extra,
    };
  }
}

export interface ListAnswer {
  readonly notes: readonly { readonly path: string; readonly title: string }[];
  readonly pagination: { readonly total: number };
  readonly index?: { readonly complete: boolean };
}
