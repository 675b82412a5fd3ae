import { canSee } from '../access.ts';
import type { Caller } from '../call.ts';
import type { Warning } from '../warnings.ts';
import type { LinkPlace, Moved } from './job-shapes.ts';

/** As many are listed; all are counted. */
const listed = 100;

/** What happened to links, as far as the caller sees the notes they stand in: even a count would tell of the others. */
export class LinkReport {
  readonly changes: Moved['changes'] = [];
  readonly doubtful: Moved['doubtful'] = { total: 0, items: [] };
  readonly broken: { total: number; items: LinkPlace[] } = { total: 0, items: [] };
  readonly #sees: (path: string) => boolean;
  readonly #notes = new Set<string>();
  #links = 0;

  constructor(caller: Caller) {
    this.#sees = canSee(caller);
  }

  get rewritten(): Moved['rewritten'] {
    return { links: this.#links, notes: this.#notes.size };
  }

  /** The rest is asked for only when it will be listed. */
  addChange(path: string, describe: () => { line: number; before: string; after: string }): void {
    if (!this.#sees(path)) return;
    this.#links++;
    this.#notes.add(path);
    if (this.changes.length < listed) this.changes.push({ path, ...describe() });
  }

  addDoubt(path: string, reason: string, describe: () => { line: number; raw: string }): void {
    if (!this.#sees(path)) return;
    this.doubtful.total++;
    if (this.doubtful.items.length < listed) this.doubtful.items.push({ path, ...describe(), reason });
  }

  /** Of notes that could not be rewritten after all. */
  addWarnings(warnings: readonly Warning[]): void {
    for (const { path, message } of warnings) this.addDoubt(path, message, () => ({ line: 1, raw: '' }));
  }

  addBroken({ path, line, raw }: LinkPlace): void {
    if (!this.#sees(path)) return;
    this.broken.total++;
    if (this.broken.items.length < listed) this.broken.items.push({ path, line, raw });
  }

  /** A path for a reason; undefined when the caller is not to know of it. */
  shown(path: string): string | undefined {
    return this.#sees(path) ? path : undefined;
  }
}
