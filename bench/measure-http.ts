import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { buildEmptyServer } from './build-empty-server.ts';
import { type Era, HttpProcess } from './http-process.ts';
import { residentMegabytes } from './process-tree.ts';
import { limited, milliseconds, type Row, times } from './report.ts';
import { median, percentile } from './statistics.ts';
import { ROOT, type Subject } from './subject.ts';
import { wordAt } from './vocabulary.ts';

const CLIENTS = 50;
const CALLS = 200;
const WARM_UP = 20;
const ROUNDS = 2;
const P99_LIMIT = 4;
const GROWTH_LIMIT = 1.2;
const ERAS: readonly Era[] = ['legacy', 'modern'];

type Call = (client: number, turn: number) => [tool: string, args: Record<string, unknown>];

/**
 * Fifty clients of both eras, half of one and half of the other, at once in a copy of the notebook. Of ten calls five read a
 * note, two list, one searches, one asks for backlinks and one makes a note.
 */
export async function measureHttp(subject: Subject): Promise<Row[]> {
  const { size, paths } = subject;
  const cache = subject.freshCache();
  const dir = join(cache, 'notebook');
  cpSync(subject.options.dir, dir, { recursive: true });
  subject.index(cache, dir);
  const empty = await HttpProcess.start(
    [await buildEmptyServer(ROOT, 'empty-http-server')],
    process.env,
    false,
  );
  const env = {
    PATH: process.env.PATH,
    HOME: cache,
    SLIPBOX_CACHE: cache,
    SLIPBOX_STATE: join(cache, 'state'),
  };
  const launch = [join(ROOT, 'bin', 'slipbox.mjs'), 'serve', '--http', '127.0.0.1:0', '--notebook', dir];
  const own = await HttpProcess.start(launch, env, true);
  let made = 0;
  const mixed: Call = (client, turn) => {
    const path = paths[1 + ((client * 7919 + turn * 104_729) % (size - 1))]!;
    const kind = turn % 10;
    if (kind === 0) {
      const content = 'Some words about tomatoes.';
      return ['opennotes_create', { title: `Made ${made++}`, path: 'Made', content }];
    }
    if (kind < 6) return ['opennotes_get', { path }];
    if (kind < 8) return ['opennotes_list', { limit: 20, offset: 20 * (turn % 50) }];
    if (kind < 9) return ['get_backlinks', { identifier: path }];
    return ['opennotes_search', { query: wordAt(600 + ((client * 7919 + turn) % 2000)), limit: 10 }];
  };
  const nothing: Call = () => ['nothing', {}];
  const emptyMs: number[] = [];
  const ownMs: number[] = [];
  const memory: number[] = [];
  try {
    await runClients(empty, WARM_UP, nothing);
    await runClients(own, WARM_UP, mixed);
    for (let round = 0; round < ROUNDS; round++) {
      emptyMs.push(...(await runClients(empty, CALLS, nothing)));
      ownMs.push(...(await runClients(own, CALLS, mixed)));
      memory.push(residentMegabytes(own.pid));
    }
  } finally {
    await Promise.all([empty.stop(), own.stop()]);
  }
  const ratio = percentile(ownMs, 0.99) / percentile(emptyMs, 0.99);
  const growth = memory.at(-1)! / memory[0]!;
  const name = `${CLIENTS} clients x ${CALLS} calls over HTTP, one in ten a write`;
  const figure = `p99 ${times(ratio)} an empty handler (${describe(ownMs)}; empty ${describe(emptyMs)})`;
  const megabytes = memory.map((one) => Math.round(one)).join(', ');
  return [
    limited({ notes: size, name, figure }, ratio, size === 10_000 ? P99_LIMIT : undefined, 'x'),
    limited(
      { notes: size, name: 'memory after each 10,000 calls over HTTP', figure: `${megabytes} MB` },
      growth,
      GROWTH_LIMIT,
      'x',
    ),
  ];
}

/** Each client sends its next call when it has its answer. */
async function runClients(server: HttpProcess, calls: number, choose: Call): Promise<number[]> {
  const latencies: number[] = [];
  const clients = await Promise.all(
    Array.from({ length: CLIENTS }, (_, client) => server.connect(ERAS[client % ERAS.length]!)),
  );
  await Promise.all(
    clients.map(async (call, client) => {
      for (let turn = 0; turn < calls; turn++) latencies.push(await call(...choose(client, turn + client)));
    }),
  );
  return latencies;
}

function describe(latencies: readonly number[]): string {
  return `${milliseconds(median(latencies))}, p99 ${milliseconds(percentile(latencies, 0.99))}`;
}
