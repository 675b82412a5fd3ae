import type { IndexLocation } from '../db/index-location.ts';
import { askAhead, type Helper } from './ask-ahead.ts';
import { bulkThreshold } from './bulk-threshold.ts';
import { type Compared, type CompareOptions, compare } from './compare.ts';
import { isTooMuch } from './few-changes.ts';
import { type FolderList, listFolders } from './list-folders.ts';
import { isEmptyPlan } from './plan.ts';
import type { SweepHere } from './sweep-here.ts';

export type { Helper };

export interface LookOptions extends CompareOptions {
  location: IndexLocation;
  /** So much will have to be written that a thread does it, which boots meanwhile; told more than once. */
  onWork: () => void;
  /** Takes in what is not worth a thread. */
  here: SweepHere;
  /** What else was found to differ from the index, or cannot be told; the sweep that follows can begin with it. */
  onDifferent: (compared: Compared | undefined) => void;
}

const foldersWatchedAhead = 1000;

/** What the main thread finds out by itself when a notebook is opened, before the first call if it can. Writes nothing. */
export class FirstLook {
  readonly #options: LookOptions;
  #helper: Helper | undefined;
  #isAsked = false;
  #listed: Promise<FolderList> | undefined;
  #compared: Promise<Compared | undefined> | undefined;

  constructor(options: LookOptions) {
    this.#options = options;
  }

  /** Gets ahead while the process is still starting; `watch` is given the folders before they are looked at. */
  prepare(watch: (folders: readonly string[]) => void, helper: Helper | undefined): void {
    this.#helper = helper;
    const { isThere, folders } = this.#options.reader;
    if (!isThere) {
      helper?.kill();
      this.#listed = this.#list();
      // Who gets ready is there to stay: the thread takes in what changes while a process of its own makes the first index.
      this.#listed.then(this.#options.onWork).catch(() => undefined); // thrown where it is asked for
      return;
    }
    if (folders.length === 0 || folders.length > foldersWatchedAhead) return;
    watch(['', ...folders]);
    this.#compared = this.#compare();
  }

  async close(): Promise<void> {
    this.#helper?.kill();
    await this.#options.here.close();
  }

  /** The folders to watch; with the number of notes when the index knows of none, told as it grows. */
  async folders(onNotes: (soFar: number) => void): Promise<{ folders: readonly string[]; notes?: number }> {
    const { folders } = this.#options.reader;
    const listed = this.#listed;
    this.#listed = undefined;
    return folders.length === 0 ? (listed ?? this.#list(onNotes)) : { folders: ['', ...folders] };
  }

  async compared(): Promise<Compared | undefined> {
    const compared = this.#compared ?? this.#compare();
    this.#compared = undefined;
    return compared;
  }

  /** Looks at what a bulk index left. Folders that nobody watches yet are watched before they are compared. */
  async again(watch: (folders: readonly string[]) => void): Promise<Compared | undefined> {
    try {
      watch(this.#options.reader.folders);
    } catch {
      return undefined; // the index is damaged: the writer sees to it
    }
    return this.#compareAll();
  }

  /** The index is another file now: what was compared with the old one says nothing about it. */
  async forget(): Promise<void> {
    this.#compared = undefined;
    await this.#options.here.release();
  }

  async #list(onNotes: (soFar: number) => void = () => undefined): Promise<FolderList> {
    const list = await listFolders(this.#options.root, ({ notes }) => onNotes(notes));
    // more than that is for a process of its own
    if (list.notes <= bulkThreshold) this.#options.onWork();
    return list;
  }

  #compareAll(): Promise<Compared | undefined> {
    return compare(this.#options, (soFar) => isTooMuch(soFar) && this.#options.onWork());
  }

  async #compare(): Promise<Compared | undefined> {
    const { here, onDifferent } = this.#options;
    const helper = this.#isAsked ? undefined : this.#helper;
    this.#isAsked = true;
    const ahead = helper && (await askAhead(helper, this.#options, () => here.getReady()));
    const compared = ahead ? ahead.compared : await this.#compareAll();
    if (compared && (isEmptyPlan(compared.plan) || here.readAhead(compared, ahead?.notes))) return compared;
    await here.release();
    onDifferent(compared);
    return compared;
  }
}
