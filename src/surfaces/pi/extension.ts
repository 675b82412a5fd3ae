import type { ExtensionAPI } from '@earendil-works/pi-coding-agent';
import { Text } from '@earendil-works/pi-tui';

// biome-ignore lint/style/noDefaultExport: pi takes an extension by its default export
export default async function slipbox(pi: ExtensionAPI): Promise<void> {
  const { startExtension } = await withoutSqliteWarning(() => import('./start-extension.ts'));
  startExtension(pi, {
    drawText: (text) => new Text(text, 0, 0),
    queueChange: async (path, work) => {
      const queue = await findQueue();
      return queue === undefined ? work() : queue(path, work);
    },
  });
}

/**
 * pi answers imports of its packages with its own modules, but only if they stand in this file and one of them at its
 * top: that one fails when Node looks for it alone, and then pi translates the file. This one waits for the first
 * change, because where the package is installed beside this one it takes most of a second to load.
 */
async function findQueue() {
  try {
    return (await import('@earendil-works/pi-coding-agent')).withFileMutationQueue;
  } catch {
    return undefined;
  }
}

/** Node 22 announces node:sqlite as experimental on stderr when it is first loaded, across whatever pi has drawn there. */
async function withoutSqliteWarning<T>(load: () => Promise<T>): Promise<T> {
  const { emitWarning } = process;
  const quiet = (warning: string | Error, ...rest: unknown[]) => {
    if (/SQLite is an experimental feature/.test(String(warning))) return;
    Reflect.apply(emitWarning, process, [warning, ...rest]);
  };
  process.emitWarning = quiet as typeof emitWarning;
  try {
    return await load();
  } finally {
    if (process.emitWarning === quiet) process.emitWarning = emitWarning;
  }
}
