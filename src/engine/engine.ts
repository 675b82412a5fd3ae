import type { Call } from './call.ts';
import type { LoadedConfig } from './config.ts';
import { boundCall, configFor, knowledgeOf, knownTo, openGate } from './gate.ts';
import type { Helper } from './indexer/ask-ahead.ts';
import { NotebookIndex } from './indexer/notebook-index.ts';
import {
  listNotebooks as discover,
  type NotebookList,
  type NotebookRef,
  resolveNotebook,
} from './notebooks/discover.ts';

export interface OpenNotebook {
  readonly ref: NotebookRef;
  readonly index: NotebookIndex;
  /** The call as this notebook lets it: what its caller may see and change here. */
  readonly call: Call;
}

const surveyLasts = 1000;

/** The notebooks of one configuration, each opened when it is first asked for. */
export class Engine {
  readonly config: LoadedConfig;
  readonly #open = new Map<string, NotebookIndex>();
  readonly #gates = new Map<string, ReturnType<typeof openGate>>();
  readonly #resolved = new Map<string, { ref: NotebookRef; until: number }>();

  constructor(config: LoadedConfig) {
    this.config = config;
  }

  /** The notebook that a call names, or the current one. Where it is gets looked up at most once a second. */
  async notebook(named: string | undefined, call: Call): Promise<OpenNotebook> {
    const { caller } = call;
    const config = configFor(this.config, caller);
    const key = JSON.stringify([named, config === this.config, knownTo(caller)]);
    const known = this.#resolved.get(key);
    const ref =
      known && known.until > performance.now()
        ? known.ref
        : await resolveNotebook(config, named, knowledgeOf(caller));
    if (known?.ref !== ref) this.#resolved.set(key, { ref, until: performance.now() + surveyLasts });
    return { ref, index: this.#index(ref), call: this.callIn(ref, call) };
  }

  /** The call as a notebook's policy lets it, read from its file as it is now; CONFIG_INVALID when that cannot be done. */
  callIn(ref: NotebookRef, call: Call): Call {
    const gate = this.#gates.get(ref.path) ?? openGate(ref.path);
    this.#gates.set(ref.path, gate);
    return boundCall(call, gate(call.caller, ref));
  }

  findAll(call: Call): Promise<NotebookList> {
    return discover(this.config, knowledgeOf(call.caller));
  }

  findOpen(ref: NotebookRef): NotebookIndex | undefined {
    return this.#open.get(ref.path);
  }

  #index(ref: NotebookRef): NotebookIndex {
    let index = this.#open.get(ref.path);
    if (!index) {
      const { cacheDir, stateDir, readOnly, timeZone, indexWait } = this.config;
      index = new NotebookIndex({
        root: ref.path,
        cacheDir,
        stateDir,
        readOnly,
        timeZone,
        indexWait,
      });
      this.#open.set(ref.path, index);
    }
    return index;
  }

  /** Gets the current notebook ready while the rest of the process starts; writes nothing. */
  prepare(helper?: Helper): void {
    void this.#current((index) => index.prepare(helper)).then((isThere) => isThere || helper?.kill());
  }

  /** Begins to compare the current notebook with its index, so that the first call finds it done. */
  warmUp(): void {
    void this.#current((index) => void index.start().catch(() => undefined));
  }

  async #current(work: (index: NotebookIndex) => void): Promise<boolean> {
    const ref = await resolveNotebook(this.config, undefined).catch(() => undefined); // no notebook: the first call says so
    if (ref) work(this.#index(ref));
    return ref !== undefined;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map((index) => index.close()));
    this.#open.clear();
  }
}
