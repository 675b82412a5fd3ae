import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildEmptyServer } from './build-empty-server.ts';
import { measureLatency, measureRefresh, measureSweep } from './measure-calls.ts';
import { measureContention } from './measure-contention.ts';
import { measureHttp } from './measure-http.ts';
import { measureCold, measureIndexing, measureSize } from './measure-index.ts';
import { measureLinks } from './measure-links.ts';
import { measureOneFolder } from './measure-one-folder.ts';
import { measureRelevance } from './measure-relevance.ts';
import { measureSearch } from './measure-search.ts';
import { measureSql } from './measure-sql.ts';
import { measureOffline, measureWarm } from './measure-start.ts';
import { measureWrites } from './measure-writes.ts';
import { limited, type Row, renderTable, times, writeReport } from './report.ts';
import { ROOT, Subject } from './subject.ts';

type Measurement = (subject: Subject, emptyServer: string) => Promise<Row[]>;

const MEASUREMENTS: Readonly<Record<string, Measurement>> = {
  cold: measureCold,
  indexing: measureIndexing,
  warm: measureWarm,
  offline: measureOffline,
  sweep: measureSweep,
  refresh: measureRefresh,
  latency: measureLatency,
  search: measureSearch,
  relevance: measureRelevance,
  links: measureLinks,
  sql: measureSql,
  writes: measureWrites,
  http: measureHttp,
  size: measureSize,
  contention: measureContention,
  crowd: measureOneFolder,
};
const GROWTH_LIMIT = 1.3;
/** A small notebook is indexed before these have begun. */
const ONLY_LARGE = ['contention', 'crowd'];
const LARGE = 10_000;
const USAGE = `Usage: node bench/run.ts [--sizes 1000,10000,100000] [--only ${Object.keys(MEASUREMENTS).join('|')}] [--keep] [--write]\n`;

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '1000,10000,100000' },
    only: { type: 'string' },
    keep: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const sizes = values.sizes.split(',').map(Number);
const chosen = values.only?.split(',') ?? Object.keys(MEASUREMENTS);
if (
  sizes.some((size) => !Number.isInteger(size) || size < 100) ||
  chosen.some((name) => !MEASUREMENTS[name])
) {
  process.stderr.write(USAGE);
  process.exit(2);
}
if (process.platform !== 'linux') {
  process.stderr.write('The benchmark reads process memory from /proc and runs on Linux only.\n');
  process.exit(2);
}
if (!existsSync(join(ROOT, 'dist', 'main.mjs'))) {
  process.stderr.write('dist/main.mjs is missing: run `npm run build` first.\n');
  process.exit(2);
}

const scratch = mkdtempSync(join(tmpdir(), 'slipbox-bench-cache-'));
process.on('exit', () => {
  if (values.keep) process.stderr.write(`Indexes kept in ${scratch}\n`);
  else rmSync(scratch, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));

const emptyServer = await buildEmptyServer(ROOT);
const rows: Row[] = [];
const perNote = new Map<number, number>();
for (const size of sizes) {
  process.stderr.write(`${size} notes: generate\n`);
  const subject = new Subject(size, scratch);
  for (const name of chosen) {
    if (size < LARGE && ONLY_LARGE.includes(name)) continue;
    process.stderr.write(`${size} notes: ${name}\n`);
    rows.push(...(await attempt(MEASUREMENTS[name]!, name, subject)));
  }
  if (subject.coldMsPerNote !== undefined) perNote.set(size, subject.coldMsPerNote);
}
const [small, large] = [perNote.get(10_000), perNote.get(100_000)];
if (small !== undefined && large !== undefined) {
  const row = { notes: '100,000 / 10,000', name: 'cold index time per note', figure: times(large / small) };
  rows.push(limited(row, large / small, GROWTH_LIMIT, 'x'));
}
const table = renderTable(rows);
process.stdout.write(`${table}\n`);
if (values.write) writeReport(join(ROOT, 'docs', 'performance.md'), table);
process.exit(rows.some(({ verdict }) => verdict === 'wrong') ? 1 : 0);

/** One measurement that cannot be made must not cost the others. */
async function attempt(measure: Measurement, name: string, subject: Subject): Promise<Row[]> {
  try {
    return await measure(subject, emptyServer);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    return [{ notes: subject.size, name, figure: 'failed', verdict: 'wrong' }];
  }
}
