import { canSee } from './access.ts';
import type { Call } from './call.ts';
import { renderInstant } from './clock.ts';
import { notesAfter } from './db/queries/note-pages.ts';
import type { Engine, OpenNotebook } from './engine.ts';
import type { ChangeListener } from './indexer/change-feed.ts';
import type { CompleteQuestion, Completions } from './query/complete.ts';
import type { PathTest } from './vault/glob.ts';

export type { Completions };

/** A note as a catalogue names it. */
export interface CatalogueEntry {
  path: string;
  title: string;
  modified: string;
  size: number;
}

export interface Catalogue {
  /** What a later call may name this notebook by. */
  notebook: string;
  notes: CatalogueEntry[];
  /** Whether notes follow the last one. */
  hasMore: boolean;
}

/** Notes by path, those after a path. */
export async function listCatalogue(
  engine: Engine,
  input: { notebook?: string; after: string; limit: number },
  call: Call,
): Promise<Catalogue> {
  const open = await engine.notebook(input.notebook, call);
  const { value: rows } = await open.index.ask(open.call, ({ db, scope }) =>
    notesAfter(db, input.after, scope, input.limit + 1),
  );
  const notes = rows.slice(0, input.limit).map((row) => ({ ...row, modified: renderInstant(row.modified) }));
  return { notebook: await nameToFind(engine, open, call), notes, hasMore: rows.length > input.limit };
}

/** Its name, unless another notebook is found by that. */
async function nameToFind(engine: Engine, { ref }: OpenNotebook, call: Call): Promise<string> {
  const found = await engine.notebook(ref.name, call).catch(() => undefined);
  return found?.ref.path === ref.path ? ref.name : ref.path;
}

/** Paths of notes or tags that contain a text, best first. */
export async function complete(
  engine: Engine,
  { notebook, ...question }: CompleteQuestion['input'] & { notebook?: string },
  call: Call,
): Promise<Completions> {
  const { index, call: allowed } = await engine.notebook(notebook, call);
  return (await index.askThread<CompleteQuestion>(allowed, 'complete', question)).value;
}

export interface WatchedNotebook {
  /** What a later call may name this notebook by. */
  readonly notebook: string;
  /** Which paths the caller sees now; none while that cannot be told. */
  sight(): Promise<PathTest>;
  stop(): void;
}

/** Tells of notes that come, change or go and that the caller sees, until it is stopped. */
export async function watchNotes(
  engine: Engine,
  input: { notebook?: string },
  listener: ChangeListener,
  call: Call,
): Promise<WatchedNotebook> {
  const open = await engine.notebook(input.notebook, call);
  let isStopped = false;
  // asked anew each time: what may be seen can change while someone listens, and a policy be broken
  const sight = async (): Promise<PathTest> => {
    const now = await engine.notebook(input.notebook, call).catch(() => undefined);
    return now?.ref.path === open.ref.path ? canSee(now.call.caller) : () => false;
  };
  const stop = open.index.watch(({ everything, notes }) => {
    void sight().then((isVisible) => {
      const seen = notes.filter(({ path }) => isVisible(path));
      if (!isStopped && (everything || seen.length > 0)) listener({ everything, notes: seen });
    });
  });
  return {
    notebook: await nameToFind(engine, open, call),
    sight,
    stop: () => {
      isStopped = true;
      stop();
    },
  };
}
