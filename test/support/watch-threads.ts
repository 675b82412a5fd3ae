import path from 'node:path';
import { vi } from 'vitest';

/** Notes every thread that is started from now on, by the name of its file, until mocks are restored. */
export function watchThreads(threads: string[]): void {
  threads.length = 0;
  const builtin = process.getBuiltinModule('node:worker_threads');
  const { Worker } = builtin;
  vi.spyOn(builtin, 'Worker').mockImplementation(
    class extends Worker {
      constructor(...given: ConstructorParameters<typeof Worker>) {
        super(...given);
        threads.push(path.basename(String(given[0]), '.ts'));
      }
    },
  );
}
