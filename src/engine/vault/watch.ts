import { type FSWatcher, readFileSync, watch } from 'node:fs';
import path from 'node:path';
import { statInside, type Walker } from './walk.ts';

/** Where changes on disk are noted until someone asks. Events are only hints: what they name is looked at. */
export class Watcher {
  readonly #root: string;
  readonly #walker: () => Walker;
  readonly #folders = new Map<string, FSWatcher>();
  readonly #dirty = new Set<string>();
  readonly #burstLimit: number;
  #eventsThisTurn = 0;
  #overflowed = false;
  readonly #onDirty: () => void;
  #failure: string | undefined;

  constructor(
    root: string,
    walker: () => Walker,
    options: { burstLimit?: number; onDirty?: () => void } = {},
  ) {
    this.#root = root;
    this.#walker = walker;
    this.#burstLimit = options.burstLimit ?? kernelQueueLength();
    this.#onDirty = options.onDirty ?? (() => undefined);
  }

  /** Why folders cannot be watched (out of watches, for example); then only sweeps see changes. */
  get failure(): string | undefined {
    return this.#failure;
  }

  get watched(): number {
    return this.#folders.size;
  }

  /** True once after events may have been lost; a sweep must follow. */
  takeOverflow(): boolean {
    const overflowed = this.#overflowed;
    this.#overflowed = false;
    return overflowed;
  }

  /** Paths touched since the last call. New folders among them are watched before they are handed out to be listed. */
  takeDirty(): string[] {
    if (this.#dirty.size === 0) return [];
    const paths = [...this.#dirty];
    this.#dirty.clear();
    if (!isRecursive) for (const disk of paths) this.#follow(disk);
    return paths;
  }

  markDirty(disk: string): void {
    this.#dirty.add(disk);
  }

  add(folders: Iterable<string>): void {
    if (isRecursive) {
      this.#watch('', true);
      return;
    }
    for (const folder of folders) this.#watch(folder, false);
  }

  /** Watches everything anew: when events were lost, a watch may belong to a folder that has since been replaced. */
  renew(folders: Iterable<string>): void {
    const all = new Set([...this.#folders.keys(), ...folders]);
    for (const folder of this.#folders.keys()) this.#drop(folder);
    this.add(all);
  }

  close(): void {
    for (const watcher of this.#folders.values()) watcher.close();
    this.#folders.clear();
  }

  #watch(folder: string, recursive: boolean): void {
    if (this.#folders.has(folder) || this.#failure) return;
    try {
      const watcher = watch(path.join(this.#root, folder), { persistent: false, recursive }, (_type, name) =>
        this.#note(folder, name),
      );
      // A watched folder that vanishes may report an error; its parent's event says the rest.
      watcher.on('error', () => this.#drop(folder));
      this.#folders.set(folder, watcher);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES') return;
      this.#failure = message;
      this.#overflowed = true;
    }
  }

  #note(folder: string, name: string | null): void {
    if (++this.#eventsThisTurn === 1)
      setImmediate(() => {
        this.#eventsThisTurn = 0;
      });
    if (this.#eventsThisTurn >= this.#burstLimit) this.#overflowed = true;
    if (name === null) this.#dirty.add(folder);
    else {
      const inner = path.sep === '/' ? name : name.replaceAll(path.sep, '/');
      if (inner.startsWith('.') || inner.includes('/.')) {
        if (folder === '' && inner === '.slipboxignore') this.#overflowed = true;
        return;
      }
      this.#dirty.add(folder === '' ? inner : `${folder}/${inner}`);
    }
    this.#onDirty();
  }

  /** Watches a folder that appeared, with all below it, and forgets one that went. */
  #follow(disk: string): void {
    if (statInside(this.#root, disk)?.isDirectory() && !this.#walker().isIgnored(disk)) {
      const queue = [disk];
      for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
        // The watch may belong to a folder of this name that was moved away: take a new one.
        this.#drop(folder);
        this.#watch(folder, false);
        queue.push(...(this.#walker().listFolder(folder)?.folders ?? []));
      }
    } else if (this.#folders.has(disk)) {
      for (const folder of this.#folders.keys())
        if (folder === disk || folder.startsWith(`${disk}/`)) this.#drop(folder);
    }
  }

  #drop(folder: string): void {
    this.#folders.get(folder)?.close();
    this.#folders.delete(folder);
  }
}

const isRecursive = process.platform === 'darwin' || process.platform === 'win32';

/** Events beyond this many in one turn were dropped by the system without a word. */
function kernelQueueLength(): number {
  try {
    return Number(readFileSync('/proc/sys/fs/inotify/max_queued_events', 'utf8')) * 0.9;
  } catch {
    return 10_000;
  }
}
