import { spread, timeCalls } from './measure-calls.ts';
import { residentMegabytes } from './process-tree.ts';
import { limited, type Row } from './report.ts';
import { median } from './statistics.ts';
import type { Subject } from './subject.ts';

const STARTS = 5;
const FIRST_MS = new Map([
  [10_000, 1000],
  [100_000, 1500],
]);
const WARM_MS = new Map([
  [10_000, 60],
  [100_000, 120],
]);
const AGGREGATES: readonly [name: string, sql: string][] = [
  ['count and sum', 'SELECT count(*) AS n, sum(words) AS words, max(modified) AS latest FROM notes'],
  [
    'by a property',
    "SELECT metadata['status'] AS status, count(*) AS n FROM read_markdown('**/*.md') GROUP BY 1 ORDER BY 2 DESC",
  ],
  ['by tag', 'SELECT tag, count(*) AS n FROM tags GROUP BY 1 ORDER BY 2 DESC LIMIT 20'],
  ['by folder', 'SELECT folder, avg(words) AS words FROM notes GROUP BY 1 ORDER BY 2 DESC LIMIT 20'],
  ['links by target', 'SELECT target_path, count(*) AS n FROM links GROUP BY 1 ORDER BY 2 DESC LIMIT 20'],
];
/** The background copy of a large notebook is part of "once warm". */
const SETTLE_MS = 8000;

export async function measureSql(subject: Subject): Promise<Row[]> {
  const first: number[] = [];
  for (let start = 0; start < STARTS; start++) first.push(await firstCall(subject));
  const rows = [
    limited(
      { notes: subject.size, name: 'SQL, first call', figure: spread(first) },
      median(first),
      FIRST_MS.get(subject.size),
      ' ms (p50)',
    ),
  ];
  const server = subject.serve(subject.indexedCache());
  try {
    await server.initialize();
    for (const [, sql] of AGGREGATES) await server.call('opennotes_search', { sql });
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    for (const [name, sql] of AGGREGATES)
      rows.push(
        await timeCalls(
          server,
          subject.size,
          'opennotes_search',
          `SQL, ${name}`,
          WARM_MS.get(subject.size),
          () => ({
            sql,
          }),
        ),
      );
    const megabytes = residentMegabytes(server.pid);
    rows.push({ notes: subject.size, name: 'memory with SQL in use', figure: `${Math.round(megabytes)} MB` });
  } finally {
    await server.stop();
  }
  return rows;
}

/** A running server that has answered before, its SQL process not yet begun. */
async function firstCall(subject: Subject): Promise<number> {
  const server = subject.serve(subject.indexedCache());
  try {
    await server.initialize();
    await server.call('opennotes_list', {});
    const { ms } = await server.call('opennotes_search', { sql: AGGREGATES[0]![1] });
    return ms;
  } finally {
    await server.stop();
  }
}
