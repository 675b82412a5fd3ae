import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { IndexLocation } from '../../db/index-location.ts';
import { SlipboxError } from '../../errors.ts';
import { fromFailure, LinksUnfinished } from './sql-error.ts';
import type { SqlMemory, SqlOrder, SqlReport, SqlRequest, SqlRows } from './sql-messages.ts';

export interface SqlProcessOptions {
  root: string;
  location: IndexLocation;
  driver?: string;
  memory?: SqlMemory;
  /** Nobody asking for so long, the process ends. */
  idleMs?: number;
}

const mebibyte = 1024 * 1024;
const defaultMemory: SqlMemory = { database: 512 * mebibyte, process: 1024 * mebibyte };
const defaultDriver = '@duckdb/node-api';
const defaultIdleMs = 5 * 60_000;
/** What a statement that is told to stop may still take. */
const graceMs = 2000;

interface Asked {
  id: number;
  child: ChildProcess;
  resolve(rows: SqlRows): void;
  reject(error: Error): void;
}

/** The process for SQL as seen from the server: begun with the first statement, and again after it was killed. */
export class SqlProcess {
  readonly #options: SqlProcessOptions;
  #child: ChildProcess | undefined;
  #asked: Asked | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #last = 0;
  #idle: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: SqlProcessOptions) {
    this.#options = options;
  }

  /** Its id, while there is one. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Statements take turns. Time counts from when this one's begins. */
  query(order: SqlOrder, timeoutMs: number, signal: AbortSignal): Promise<SqlRows> {
    const { promise, resolve, reject } = Promise.withResolvers<SqlRows>();
    const cancel = () => reject(new SlipboxError('CANCELLED', 'The call was cancelled'));
    if (signal.aborted) cancel();
    signal.addEventListener('abort', cancel, { once: true });
    this.#turn = this.#turn.then(async () => {
      if (signal.aborted) return;
      await this.#run(order, timeoutMs, signal, { resolve, reject }).catch(reject);
    });
    return promise.finally(() => signal.removeEventListener('abort', cancel));
  }

  /** Ends when the process is free again, which may be after the caller has got its answer. */
  async #run(
    order: SqlOrder,
    timeoutMs: number,
    signal: AbortSignal,
    caller: Pick<Asked, 'resolve' | 'reject'>,
  ): Promise<void> {
    if (this.#closed) return caller.reject(new SlipboxError('CANCELLED', 'The notebook is being closed'));
    clearTimeout(this.#idle);
    const child = this.#start();
    const id = ++this.#last;
    const free = Promise.withResolvers<void>();
    this.#asked = {
      id,
      child,
      resolve: (rows) => {
        caller.resolve(rows);
        free.resolve();
      },
      reject: (error) => {
        caller.reject(error);
        free.resolve();
      },
    };
    let killing: NodeJS.Timeout | undefined;
    const stop = () => {
      if (killing) return;
      this.#send(child, { type: 'stop', id });
      killing = setTimeout(() => child.kill('SIGKILL'), graceMs);
    };
    const timer = setTimeout(() => {
      caller.reject(new SlipboxError('QUERY_TIMEOUT', `Query timed out after ${timeoutMs / 1000}s`));
      stop();
    }, timeoutMs);
    signal.addEventListener('abort', stop, { once: true });
    this.#hold(child, true);
    this.#send(child, { type: 'query', id, order });
    await free.promise;
    signal.removeEventListener('abort', stop);
    clearTimeout(timer);
    clearTimeout(killing);
    this.#hold(child, false);
    this.#idle = setTimeout(() => this.#kill(), this.#options.idleMs ?? defaultIdleMs).unref();
  }

  #start(): ChildProcess {
    if (this.#child) return this.#child;
    const isSource = import.meta.url.endsWith('.ts');
    const entry = new URL(isSource ? './sql-child.ts' : './sql-child.mjs', import.meta.url);
    const child = fork(fileURLToPath(entry), [], {
      // DuckDB can be made to print, and what the server prints is its protocol
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      serialization: 'advanced',
      execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=4'],
      env: { ...process.env, MALLOC_ARENA_MAX: '2' },
    });
    child.on('message', (report: SqlReport) => this.#settle(report));
    child.on('error', (error) => this.#lose(child, error.message));
    child.on('exit', (code, signal) => this.#lose(child, signal ?? `code ${code}`));
    const { root, location, driver = defaultDriver, memory = defaultMemory } = this.#options;
    this.#child = child;
    this.#send(child, { type: 'start', settings: { root, location, driver, memory } });
    return child;
  }

  #send(child: ChildProcess, request: SqlRequest): void {
    // it may have died this moment; then `exit` says so
    if (child.connected) child.send(request, () => undefined);
  }

  /** A process that waits for statements must not keep the server alive. */
  #hold(child: ChildProcess, held: boolean): void {
    if (held) {
      child.ref();
      child.channel?.ref();
    } else {
      child.unref();
      child.channel?.unref();
    }
  }

  #settle(report: SqlReport): void {
    const asked = this.#asked;
    if (asked?.id !== report.id) return;
    this.#asked = undefined;
    if (report.type === 'rows') asked.resolve(report.result);
    else if (report.type === 'unfinished') asked.reject(new LinksUnfinished());
    else {
      if (report.ending || report.failure.code === 'CONFIG_INVALID' || report.failure.code === 'INTERNAL')
        this.#kill();
      asked.reject(fromFailure(report.failure));
    }
  }

  #lose(child: ChildProcess, how: string): void {
    if (this.#child === child) this.#child = undefined;
    const asked = this.#asked;
    if (asked?.child !== child) return;
    this.#asked = undefined;
    asked.reject(
      new SlipboxError('IO_ERROR', `The SQL process ended before it had answered (${how})`, {
        hint: 'Run the query again; if that happens again, select less at a time',
      }),
    );
  }

  #kill(): void {
    const child = this.#child;
    this.#child = undefined;
    child?.kill('SIGKILL');
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    const child = this.#child;
    this.#asked?.reject(new SlipboxError('CANCELLED', 'The notebook is being closed'));
    this.#asked = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.ref();
    this.#kill();
    await ended;
  }
}
