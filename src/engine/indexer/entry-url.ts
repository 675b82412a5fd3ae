import type { Worker, WorkerOptions } from 'node:worker_threads';

/** Where each file of a thread or process stands, seen from here. */
const sources = {
  'writer-worker': '../writer-worker.ts',
  'parser-worker': './parser-worker.ts',
  'bulk-child': './bulk-child.ts',
  'ahead-child': '../ahead-child.ts',
  'reader-worker': '../reader-worker.ts',
} as const;

/** The file of a thread or process: beside the bundle when built, the source when run from the source. */
export function entryUrl(name: keyof typeof sources): URL {
  return import.meta.url.endsWith('.ts')
    ? new URL(sources[name], import.meta.url)
    : new URL(`./${name}.mjs`, import.meta.url);
}

/** Threads are loaded with the first one: most starts need none. */
export function startThread(name: keyof typeof sources, options: WorkerOptions): Worker {
  const { Worker: Thread } = process.getBuiltinModule('node:worker_threads');
  return new Thread(entryUrl(name), {
    ...options,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
}
