import type { Database } from '../db/database.ts';
import { noteKind } from '../db/note-record.ts';
import {
  allFilePaths,
  dropEdges,
  edgeBatch,
  edgeProgress,
  kinOrd,
  kinWriter,
  linkPortion,
  makeEdgeIndex,
  type PortionRow,
  setEdgesMade,
} from '../db/queries/edges.ts';
import { type IgnoredFiles, resolveWithIgnored } from './ignored-files.ts';
import { lookupRest } from './index-lookup.ts';
import { foldPath } from './link-aim.ts';
import { linkedFile, NameGroup } from './name-group.ts';
import { type LinkLookup, linkState, type NamedFiles, partState } from './resolve.ts';

const linksPerPortion = 4000;
/** As many as are garbage before the collector has to move them. */
const linksAtOnce = 400;

/** A target that is not just the name of a file, or whose key may not be all of its name; and one that means a note only. */
const isMore = /[/\\]|%(?!20)|(?:\s|%20){2}|[^\S ]/;
const isNoteOnly = /\.md(?:\?|$)/i;

/** One id, or several: a list per name would be most of the memory. */
type Ids = number | number[];

/** Every name in memory: where all links are resolved, asking the index for each would take the most time. */
interface AllNames extends LinkLookup {
  generation: number;
  pathOf(note: number): string;
  /** The only file of a name, and whether it is a note. */
  only(name: string): number | undefined;
  isNote(file: number): boolean;
}

/** Makes the edges of all links after a first index, in portions between which others can write. */
export class EdgeMaker {
  readonly #db: Database;
  readonly #ignored: () => IgnoredFiles | undefined;
  #names: AllNames | undefined;

  constructor(db: Database, ignored: () => IgnoredFiles | undefined = () => undefined) {
    this.#db = db;
    this.#ignored = ignored;
  }

  /**
   * One portion, inside a write transaction; false when nothing is left. Changes between two portions keep the edges made so
   * far up themselves, so that only the names must be read again.
   */
  makePortion(): boolean {
    const { generation, after } = edgeProgress(this.#db);
    if (after === undefined) {
      this.#names = undefined;
      return false;
    }
    if (after === 0) dropEdges(this.#db);
    if (this.#names?.generation !== generation) this.#names = loadNames(this.#db, generation);
    const last = this.#makeEdges(this.#names, after);
    if (last > after) setEdgesMade(this.#db, last);
    else if (after === 0) setEdgesMade(this.#db, 1);
    else if (!makeEdgeIndex(this.#db)) setEdgesMade(this.#db, undefined);
    return true;
  }

  /** Gives the last note that is done. */
  #makeEdges(names: AllNames, after: number): number {
    let last = after;
    for (let made = 0; made < linksPerPortion; ) {
      const rows = linkPortion(this.#db, last, linksAtOnce);
      if (rows.length === 0) break;
      storeEdges(this.#db, names, this.#ignored(), rows);
      last = rows.at(-1)![0];
      made += rows.length;
    }
    return last;
  }
}

function storeEdges(
  db: Database,
  names: AllNames,
  ignored: IgnoredFiles | undefined,
  rows: readonly PortionRow[],
): void {
  const { store: storeEdge, flush } = edgeBatch(db);
  const storeKin = kinWriter(db);
  const store: typeof storeEdge = (note, ord, dst, state, part) =>
    ord < 0 ? storeKin(note, kinOrd(ord), dst) : storeEdge(note, ord, dst, state, part);
  for (const [note, ord, kind, target, key, heading, block] of rows) {
    const part = heading !== null || block !== null;
    // Most links are the name of one file and nothing else.
    const only = key === null || isMore.test(target) ? undefined : names.only(key);
    if (only !== undefined && (names.isNote(only) || !isNoteOnly.test(target))) {
      const state =
        part && names.isNote(only)
          ? partState(names, only, { kind, target, heading, block })
          : linkState.resolved;
      store(note, ord, only, state, part);
      continue;
    }
    const source = { id: note, path: names.pathOf(note) };
    const { file, state } = resolveWithIgnored(names, ignored, source, { kind, target, heading, block });
    store(note, ord, file, state, part);
  }
  flush();
}

function loadNames(db: Database, generation: number): AllNames {
  const ids = new Map<string, Ids>();
  const paths: string[] = [];
  const kinds: number[] = [];
  for (const [id, path, kind] of allFilePaths(db)) {
    paths[id] = path;
    kinds[id] = kind;
    const name = foldPath(path.slice(path.lastIndexOf('/') + 1));
    const known = ids.get(name);
    if (known === undefined) ids.set(name, id);
    else if (typeof known === 'number') ids.set(name, [known, id]);
    else known.push(id);
  }
  const groups = new Map<string, NamedFiles>();
  const groupOf = (list: readonly number[]) =>
    list.length === 0 ? undefined : new NameGroup(list.map((id) => linkedFile(id, paths[id]!)));
  const isNote = (id: number) => kinds[id] === noteKind;
  return {
    generation,
    pathOf: (note) => paths[note] ?? '',
    only(name) {
      const found = ids.get(name);
      return typeof found === 'number' ? found : undefined;
    },
    isNote,
    at: () => undefined,
    named(name) {
      const found = ids.get(name);
      const several = typeof found === 'object' ? groups.get(name) : undefined;
      if (several) return several;
      const list = found === undefined ? [] : typeof found === 'number' ? [found] : found;
      const files = {
        notes: groupOf(list.filter(isNote)),
        attachments: groupOf(list.filter((id) => !isNote(id))),
      };
      if (list.length > 1) groups.set(name, files);
      return files;
    },
    ...lookupRest(db, 'all'),
  };
}
