import { type StatKey, sameStat, statKey } from '../vault/stat-key.ts';
import { statInside } from '../vault/walk.ts';

const mostKept = 2000;

/** A note as it was read and stored. */
export type StoredNote = readonly [disk: string, stat: StatKey];

/**
 * Files as this process wrote them and the index took them in. The watcher tells of each one afterwards; as long as a file
 * is still that one, there is nothing to look at, and the next call need not wait for the writer.
 */
export class OwnChanges {
  readonly #root: string;
  readonly #stats = new Map<string, StatKey>();

  constructor(root: string) {
    this.#root = root;
  }

  add(stored: readonly StoredNote[]): void {
    for (const [disk, stat] of stored) {
      this.#stats.delete(disk);
      this.#stats.set(disk, stat);
    }
    for (const oldest of this.#stats.keys()) {
      if (this.#stats.size <= mostKept) break;
      this.#stats.delete(oldest);
    }
  }

  /** The index may not have them after all. */
  forget(paths: readonly string[]): void {
    for (const disk of paths) this.#stats.delete(disk);
  }

  /** What remains of the paths when those are left out whose files nobody else has touched since. */
  leaveOut(paths: string[]): string[] {
    return this.#stats.size === 0 ? paths : paths.filter((disk) => !this.#isAsWritten(disk));
  }

  #isAsWritten(disk: string): boolean {
    const own = this.#stats.get(disk);
    if (!own) return false;
    const stats = statInside(this.#root, disk);
    if (stats && sameStat(own, statKey(stats))) return true;
    this.#stats.delete(disk);
    return false;
  }
}
