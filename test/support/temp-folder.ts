import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A folder of its own for one test. */
export interface TempFolder extends Disposable {
  readonly root: string;
  path(relative: string): string;
  write(relative: string, content?: string | Uint8Array): string;
  folder(relative: string): string;
  read(relative: string): string;
}

export function makeTempFolder(within = tmpdir()): TempFolder {
  const root = realpathSync.native(mkdtempSync(join(within, 'slipbox-test-')));
  const path = (relative: string) => join(root, relative);
  const folder = (relative: string) => {
    mkdirSync(path(relative), { recursive: true });
    return path(relative);
  };
  return {
    root,
    path,
    folder,
    write(relative, content = '') {
      folder(dirname(relative));
      writeFileSync(path(relative), content);
      return path(relative);
    },
    read: (relative) => readFileSync(path(relative), 'utf8'),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true, maxRetries: 3 }),
  };
}

export const isRoot = process.geteuid?.() === 0;

/** Runs as somebody whom permissions bind: root, as in a container, may read and write everything. */
export function withoutPrivileges<T>(work: () => T): T {
  if (!isRoot) return work();
  process.setegid?.(65534);
  process.seteuid?.(65534);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
}
