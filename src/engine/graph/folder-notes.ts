import { knownFolders } from '../db/queries/files.ts';
import { type NoteBelow, notesAt, notesBelow } from '../db/queries/hierarchy.ts';
import type { ThreadView } from '../indexer/thread-view.ts';
import { folderOf } from '../links/link-aim.ts';

interface NotePlace {
  id: number;
  path: string;
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** The notes that may stand for a folder, the first that is there does: in it under its name, as its index, beside it. */
function candidatesFor(folder: string): string[] {
  return [`${folder}/${nameOf(folder)}.md`, `${folder}/index.md`, `${folder}.md`];
}

/** The note that stands for the folder a note belongs to. A note that stands for its own folder belongs to the one above. */
export function findFolderNote({ db, scope }: ThreadView, path: string): number | undefined {
  const folder = folderOf(path);
  const above = folderOf(folder);
  if (folder === '') return undefined;
  const found = notesAt(db, [...candidatesFor(folder), ...(above === '' ? [] : candidatesFor(above))], scope);
  const first = (of: string) => candidatesFor(of).find((candidate) => found.has(candidate));
  const note = first(folder) === path ? (above === '' ? undefined : first(above)) : first(folder);
  return note === undefined ? undefined : found.get(note);
}

/**
 * Which notes folders give to the notes that stand for them, for as long as one question takes. What lies below a folder is
 * read at once, so that going down a tree of folders reads it once; `near` reads no more than the next step needs.
 */
export class FolderNotes {
  readonly #view: ThreadView;
  readonly #near: boolean;
  readonly #loaded = new Set<string>();
  readonly #notes = new Map<string, NoteBelow>();
  readonly #direct = new Map<string, NoteBelow[]>();
  /** The note in a folder that stands for it. */
  readonly #inner = new Map<string, NoteBelow>();
  /** Folders that have such a note, by the folder they lie in. */
  readonly #below = new Map<string, Set<string>>();

  constructor(view: ThreadView, near: boolean) {
    this.#view = view;
    this.#near = near;
  }

  /** The children that folders give to each of these notes, as far as no property gives them a parent. */
  childrenOf(notes: readonly NotePlace[]): [parent: number, child: NoteBelow][] {
    const folders = everyFolder(this.#view);
    const pairs: [NotePlace, string][] = [];
    for (const note of notes)
      for (const folder of foldersFor(note.path)) if (folders.has(folder)) pairs.push([note, folder]);
    this.#load(pairs.map(([, folder]) => folder));
    return pairs.flatMap(([note, folder]) =>
      this.#standsFor(note, folder)
        ? this.#members(folder)
            .filter((child) => child.id !== note.id && !child.hasParent)
            .map((child): [number, NoteBelow] => [note.id, child])
        : [],
    );
  }

  #standsFor(note: NotePlace, folder: string): boolean {
    const inner = this.#inner.get(folder);
    return inner ? inner.id === note.id : note.path === `${folder}.md`;
  }

  #members(folder: string): NoteBelow[] {
    const subfolders = [...(this.#below.get(folder) ?? [])];
    return [...(this.#direct.get(folder) ?? []), ...subfolders.map((below) => this.#inner.get(below)!)];
  }

  #load(folders: readonly string[]): void {
    const missing = [...new Set(folders)].filter((folder) => !this.#isLoaded(folder));
    if (missing.length === 0) return;
    const asked = new Set(missing);
    const tops = this.#near ? missing : missing.filter((folder) => !isWithin(folderOf(folder), asked));
    for (const folder of tops) this.#loaded.add(folder);
    for (const note of notesBelow(this.#view.db, tops, this.#view.scope, this.#near)) this.#add(note);
  }

  #isLoaded(folder: string): boolean {
    return this.#near ? this.#loaded.has(folder) : isWithin(folder, this.#loaded);
  }

  #add(note: NoteBelow): void {
    if (this.#notes.has(note.path)) return;
    this.#notes.set(note.path, note);
    const folder = folderOf(note.path);
    const siblings = this.#direct.get(folder);
    if (siblings) siblings.push(note);
    else this.#direct.set(folder, [note]);
    const stands = standing(note.path);
    if (stands === undefined || (stands === 'index' && this.#inner.has(folder))) return;
    this.#inner.set(folder, note);
    const above = folderOf(folder);
    const below = this.#below.get(above);
    if (below) below.add(folder);
    else this.#below.set(above, new Set([folder]));
  }
}

/** The folders a note may stand for: the one it lies in, and the one beside it that is called like it. */
function foldersFor(path: string): string[] {
  const own = standing(path) === undefined ? [] : [folderOf(path)];
  return path.endsWith('.md') ? [...own, path.slice(0, -3)] : own;
}

/** How a note may stand for the folder it lies in: under its name, or as its index. */
function standing(path: string): 'named' | 'index' | undefined {
  const slash = path.lastIndexOf('/');
  if (slash < 0) return undefined;
  const above = path.lastIndexOf('/', slash - 1);
  const length = slash - above - 1;
  if (
    path.length === slash + 1 + length + 3 &&
    path === `${path.slice(0, slash + 1)}${path.slice(above + 1, slash)}.md`
  )
    return 'named';
  return path.length === slash + 9 && path.endsWith('/index.md') ? 'index' : undefined;
}

/** Whether a folder, or one it lies in, is among some. */
function isWithin(folder: string, some: ReadonlySet<string>): boolean {
  for (let at = folder; at !== ''; at = folderOf(at)) if (some.has(at)) return true;
  return false;
}

/** Every folder in the spellings paths have. */
function everyFolder({ db, cache, generation }: ThreadView): ReadonlySet<string> {
  return cache.get('every folder', generation, () => {
    const disk = knownFolders(db);
    return new Set([...disk, ...disk.map((folder) => folder.normalize('NFC'))]);
  });
}
