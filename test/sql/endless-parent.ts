import { loadConfig, openEngine, owner, runSql } from '../../src/engine/index.ts';

// Run by a test: opens a notebook, starts a statement that never ends, and waits to be killed.
const [root, cache] = process.argv.slice(2) as [string, string];
const env = {
  SLIPBOX_CACHE: cache,
  SLIPBOX_STATE: cache,
  SLIPBOX_CONFIG: `${cache}/none.json`,
  OPENNOTES_CONFIG: `${cache}/none.json`,
};
const engine = openEngine(
  loadConfig({ flags: { notebook: root }, env, cwd: root, home: cache, platform: process.platform }),
);
const call = { caller: owner, signal: new AbortController().signal, progress: () => undefined };
await runSql(engine, { sql: 'SELECT 1', limit: 1, offset: 0 }, call);
process.stdout.write('running\n');
const sql = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n';
await runSql(engine, { sql, limit: 1, offset: 0 }, call);
