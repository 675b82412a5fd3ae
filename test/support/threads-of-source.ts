import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../node_modules/.cache/slipbox-tests', import.meta.url));
const source = new URL('../../src/engine/', import.meta.url);
const entries = [
  'writer-worker.ts',
  'reader-worker.ts',
  'ahead-child.ts',
  'indexer/parser-worker.ts',
  'indexer/bulk-child.ts',
];

/**
 * Threads that tests start are run from the source. Node strips its types with WebAssembly, anew in each thread: most of the time
 * that a thread takes to start, and when several do so at once the process may crash (nodejs/node#64500). Here it is done once for
 * all of them, in a process of one thread; whoever has this folder in its environment finds the result.
 */
export function setup(): void {
  process.env.NODE_COMPILE_CACHE = folder;
  const urls = JSON.stringify(entries.map((entry) => new URL(entry, source).href));
  // They are no threads here, so most fail at once: by then all that they import is stripped.
  const script = `await Promise.allSettled(${urls}.map((url) => import(url))); process.exit()`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: 'ignore',
    timeout: 60_000,
  });
}
