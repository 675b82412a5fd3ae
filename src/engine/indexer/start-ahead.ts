import { fileURLToPath } from 'node:url';
import { locateIndex } from '../db/index-location.ts';
import { indexBytes } from '../db/open-index.ts';
import type { Helper } from './ask-ahead.ts';
import { entryUrl } from './entry-url.ts';

/** An index of about two thousand notes: with fewer the main thread compares sooner than a process starts. */
const worthwhile = 20 * 1024 * 1024;

/**
 * Starts the process that will look at a notebook while this one still loads, if its index is large enough. It waits to be
 * told, as the folders have to be watched before they are looked at.
 */
export function startAhead(root: string, cacheDir: string): Helper | undefined {
  if (indexBytes(locateIndex(cacheDir, root)) < worthwhile) return undefined;
  // loaded only here: it costs a start several milliseconds
  const { spawn } = process.getBuiltinModule('node:child_process');
  const child = spawn(process.execPath, [fileURLToPath(entryUrl('ahead-child'))], {
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  });
  child.on('error', () => undefined); // who asks it learns that nothing comes
  child.unref();
  return child;
}
