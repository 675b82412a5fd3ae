import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadConfig, openEngine, owner } from '../../engine/index.ts';
import type { Budget } from '../../tools/budget.ts';
import type { Scratch } from '../../tools/examples/replay.ts';

/** An empty notebook in a temporary folder, with cache, state and configuration of its own beside it. */
export async function openScratch(budget: Budget, signal: AbortSignal): Promise<Scratch> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'slipbox-examples-')));
  const root = path.join(folder, 'notes');
  mkdirSync(root);
  const env = {
    SLIPBOX_CACHE: path.join(folder, 'cache'),
    SLIPBOX_STATE: path.join(folder, 'state'),
    SLIPBOX_CONFIG: path.join(folder, 'config.json'),
    OPENNOTES_CONFIG: path.join(folder, 'opennotes.json'),
  };
  const around = { env, cwd: root, home: folder, platform: process.platform };
  const engine = await openEngine(loadConfig({ flags: { notebook: root }, ...around }));
  return {
    engine,
    call: { caller: owner, signal, progress: () => undefined, budget },
    write(file, text) {
      const target = inside(root, file);
      if (target === undefined) return;
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, text);
    },
    makeFolder(name) {
      const target = inside(root, name);
      if (target !== undefined) mkdirSync(target, { recursive: true });
    },
    async close() {
      await engine.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Examples come from anyone: what they say was there is made nowhere else. */
function inside(root: string, given: string): string | undefined {
  const target = path.resolve(root, given.replace(/^\/+/, ''));
  const isPlain = !given.includes('\0') && !given.split(/[/\\]/).some((segment) => segment.startsWith('.'));
  return isPlain && target.startsWith(root + path.sep) ? target : undefined;
}
