import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { forgetNotebook, type GeneratedNotebook, type GenerateOptions, restoreNotebook } from './generate.ts';

interface Original {
  readonly content: Buffer;
  readonly atime: Date;
  readonly mtime: Date;
}

/** Changes to a generated notebook that are all taken back; one that was interrupted is generated anew. */
export class NotebookEdits {
  readonly #options: GenerateOptions;
  readonly #generated: GeneratedNotebook;
  readonly #originals = new Map<string, Original | null>();

  constructor(options: GenerateOptions, generated: GeneratedNotebook) {
    this.#options = options;
    this.#generated = generated;
    forgetNotebook(options.dir);
  }

  write(path: string, text: string): void {
    this.#remember(path);
    writeFileSync(join(this.#options.dir, path), text);
  }

  remove(path: string): void {
    this.#remember(path);
    rmSync(join(this.#options.dir, path));
  }

  undo(): void {
    for (const [path, original] of this.#originals) {
      const file = join(this.#options.dir, path);
      if (original === null) {
        rmSync(file, { force: true });
        continue;
      }
      writeFileSync(file, original.content);
      utimesSync(file, original.atime, original.mtime);
    }
    this.#originals.clear();
    restoreNotebook(this.#options, this.#generated);
  }

  #remember(path: string): void {
    if (this.#originals.has(path)) return;
    const file = join(this.#options.dir, path);
    const stat = statSync(file, { throwIfNoEntry: false });
    this.#originals.set(
      path,
      stat ? { content: readFileSync(file), atime: stat.atime, mtime: stat.mtime } : null,
    );
  }
}
