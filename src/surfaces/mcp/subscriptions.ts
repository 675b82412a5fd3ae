import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server';
import {
  type Caller,
  type Engine,
  type NoteChanges,
  type WatchedNotebook,
  watchNotes,
} from '../../engine/index.ts';
import { findOverescaped, type NoteUri, parseNoteUri } from './note-uri.ts';

/** What a client wants to be told, from `subscriptions/listen`. */
export interface ListenFilter {
  readonly resourcesListChanged?: boolean;
  readonly resourceSubscriptions?: readonly string[];
}

/** How a connection is told. */
export interface ChangeReceiver {
  updated(uri: string): void;
  listed(): void;
}

const mostUris = 1000;
/** Changes come in bursts; a client is told at most this often. */
const tellEvery = 500;
const gather = 50;

/**
 * What one connection has asked to be told. Nothing is watched before it asks, and each notebook it asks about is
 * watched once; `undefined` stands for the current one.
 */
export class Subscriptions {
  readonly #engine: Engine;
  readonly #caller: Caller;
  readonly #asked = new Map<string | number, ListenFilter>();
  readonly #own = new Set<string>();
  readonly #watched = new Map<string | undefined, Promise<WatchedNotebook | undefined>>();
  #wantsLists = false;
  #receiver: ChangeReceiver | undefined;
  #pending = new Set<string>();
  #isListPending = false;
  #timer: NodeJS.Timeout | undefined;
  #lastTold = Number.NEGATIVE_INFINITY;
  #closed = false;

  constructor(engine: Engine, caller: Caller) {
    this.#engine = engine;
    this.#caller = caller;
  }

  connect(receiver: ChangeReceiver): void {
    this.#receiver = receiver;
  }

  /** One resource, until it is unsubscribed. */
  async subscribe(uri: string): Promise<void> {
    const note = parseNoteUri(uri);
    if (note === undefined) throw new ResourceNotFoundError(uri);
    if (this.#own.size >= mostUris)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `More than ${mostUris} subscriptions`);
    if ((await this.#watch(note.notebook)) === undefined) throw new ResourceNotFoundError(uri);
    this.#own.add(uri);
  }

  unsubscribe(uri: string): void {
    this.#own.delete(uri);
    this.#settle();
  }

  /** A client that has seen a list is told when it is out of date. */
  wantLists(): void {
    if (this.#wantsLists) return;
    this.#wantsLists = true;
    void this.#watch(undefined);
  }

  /** All that one `subscriptions/listen` asks for, until it is cancelled. */
  listen(id: string | number, filter: ListenFilter): void {
    if (this.#asked.size >= mostUris) return;
    // not checked by anyone before: it comes as the client wrote it
    const { resourcesListChanged, resourceSubscriptions: given } = filter;
    const uris = Array.isArray(given)
      ? given.filter((uri) => typeof uri === 'string').slice(0, mostUris)
      : [];
    const wantsLists = resourcesListChanged === true;
    this.#asked.set(id, { resourcesListChanged: wantsLists, resourceSubscriptions: uris });
    for (const notebook of this.#notebooks()) void this.#watch(notebook);
  }

  forget(id: string | number): void {
    if (this.#asked.delete(id)) this.#settle();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#own.clear();
    this.#asked.clear();
    this.#wantsLists = false;
    this.#settle();
  }

  #uris(): Set<string> {
    return new Set([
      ...this.#own,
      ...[...this.#asked.values()].flatMap((one) => one.resourceSubscriptions ?? []),
    ]);
  }

  get #isListWanted(): boolean {
    return this.#wantsLists || [...this.#asked.values()].some((one) => one.resourcesListChanged === true);
  }

  #notebooks(): Set<string | undefined> {
    const named = [...this.#uris()].flatMap((uri) => parseNoteUri(uri)?.notebook ?? []);
    return new Set([...named, ...(this.#isListWanted ? [undefined] : [])]);
  }

  #watch(notebook: string | undefined): Promise<WatchedNotebook | undefined> {
    const known = this.#watched.get(notebook);
    if (known || this.#closed) return known ?? Promise.resolve(undefined);
    const { signal } = new AbortController();
    const call = { caller: this.#caller, signal, progress: () => undefined };
    const watched = watchNotes(
      this.#engine,
      notebook === undefined ? {} : { notebook },
      (changes) => this.#note(notebook, changes),
      call,
    ).catch(() => {
      this.#watched.delete(notebook); // no such notebook now: asked again it may be there
      return undefined;
    });
    this.#watched.set(notebook, watched);
    return watched;
  }

  /** Lets go of notebooks that nothing is asked about any more. */
  #settle(): void {
    const wanted = this.#notebooks();
    for (const [notebook, watched] of this.#watched) {
      if (wanted.has(notebook)) continue;
      this.#watched.delete(notebook);
      void watched.then((one) => one?.stop());
    }
  }

  #note(notebook: string | undefined, { everything, notes }: NoteChanges): void {
    if (notebook === undefined) {
      this.#isListPending ||= everything || notes.some(({ kind }) => kind !== 'changed');
    } else {
      const paths = new Set(notes.map(({ path }) => path));
      const isMeant = (note: NoteUri | undefined) =>
        note?.notebook === notebook &&
        (everything || paths.has(note.path) || paths.has(findOverescaped(note)?.path ?? note.path));
      for (const uri of this.#uris()) if (isMeant(parseNoteUri(uri))) this.#pending.add(uri);
    }
    if (this.#pending.size === 0 && !this.#isListPending) return;
    const wait = Math.max(gather, this.#lastTold + tellEvery - performance.now());
    this.#timer ??= setTimeout(() => void this.#tell(), wait).unref();
  }

  async #tell(): Promise<void> {
    this.#timer = undefined;
    this.#lastTold = performance.now();
    const [pending, isListPending] = [this.#pending, this.#isListPending];
    this.#pending = new Set();
    this.#isListPending = false;
    const isVisible = await this.#findVisible(pending);
    const wanted = this.#uris();
    for (const uri of pending) if (wanted.has(uri) && isVisible(uri)) this.#receiver?.updated(uri);
    if (isListPending && this.#isListWanted) this.#receiver?.listed();
  }

  /** Which of these may be named now: what is hidden may have been hidden since it changed, and much at once comes unsorted. */
  async #findVisible(uris: ReadonlySet<string>): Promise<(uri: string) => boolean> {
    const names = new Set([...uris].map((uri) => parseNoteUri(uri)?.notebook));
    const sights = new Map(
      await Promise.all(
        [...names].map(async (name) => {
          const watched = await this.#watched.get(name);
          return [name, await watched?.sight()] as const;
        }),
      ),
    );
    return (uri) => {
      const note = parseNoteUri(uri);
      const sees = sights.get(note?.notebook);
      if (note === undefined || sees === undefined) return false;
      return sees(note.path) && sees(findOverescaped(note)?.path ?? note.path);
    };
  }
}
