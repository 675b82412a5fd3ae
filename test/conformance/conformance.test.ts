import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig, openEngine, owner } from '../../src/engine/index.ts';
import { createLog } from '../../src/surfaces/log.ts';
import { selectTools } from '../../src/tools/registry.ts';
import { createFixture } from '../e2e/notebook-fixture.ts';
import { startHttpEntry } from './http-entry.ts';

const require = createRequire(import.meta.url);
const suite = join(
  dirname(require.resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
);
const baseline = join(import.meta.dirname, 'baseline.yml');

/** Runs what a revision of the protocol requires; the suite itself decides which scenarios count. */
function runSuite(url: string, revision: string, cwd: string): Promise<{ code: number; output: string }> {
  const args = [suite, 'server', '--url', url, '--requirements', revision, '--expected-failures', baseline];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    );
  });
}

test.each([
  ['2025-11-25', 30],
  ['2026-07-28', 37],
])(
  'passes every scenario that %s requires',
  async (revision, required) => {
    const { notebook, env, remove } = createFixture();
    const around = { env, cwd: notebook, home: notebook, platform: process.platform };
    const config = loadConfig({ flags: { notebook }, ...around });
    const engine = openEngine(config);
    try {
      await using entry = await startHttpEntry({
        version: '1.0.0',
        tools: selectTools(config),
        budget: config.budget,
        engine,
        caller: owner,
        log: createLog('silent'),
        logWarnings: () => undefined,
      });
      const { code, output } = await runSuite(entry.url, revision, join(notebook, '..'));
      const summary = output.slice(-6000);
      expect(code, summary).toBe(0);
      // so that a run that tests nothing does not pass
      const counted = output.slice(0, output.indexOf('Not scored for'));
      expect(counted.match(/^✓ /gm)?.length, summary).toBeGreaterThanOrEqual(required);
    } finally {
      await engine.close();
      remove();
    }
  },
  60_000,
);
