import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { residentMegabytes, watchMemory } from './process-tree.ts';
import { limited, milliseconds, type Row, times } from './report.ts';
import { median, percentile } from './statistics.ts';
import type { ListAnswer, Subject } from './subject.ts';

const FLOOR_RUNS = 5;
const COLD_LIMITS = new Map([
  [10_000, 18],
  [100_000, 24],
]);
const FIRST_NOTES = 5000;
const PEAK_MB = 300;
const SETTLED_MB = 190;
const SETTLING_MS = 10_000;
const BUSY_CALL_MS = 50;
const LONGEST_INDEX_MS = 15 * 60_000;

export async function measureCold(subject: Subject): Promise<Row[]> {
  const notes = subject.size;
  const floors: number[] = [];
  const colds: number[] = [];
  // by turns: the machine may be faster now and slower then
  for (let run = 0; run < FLOOR_RUNS; run++) {
    floors.push(subject.measureFloor().listStatReadMs);
    if (notes > 20_000 && run > 0) continue;
    const cache = subject.freshCache();
    colds.push(subject.index(cache).ms);
    subject.adoptIndexed(cache);
  }
  const floor = median(floors);
  const cold = median(colds);
  const ratio = cold / floor;
  subject.coldMsPerNote = cold / notes;
  const figure = `${times(ratio)} the floor (${milliseconds(cold)})`;
  return [
    { notes, name: 'floor: list, stat, read every file', figure: milliseconds(floor) },
    limited({ notes, name: 'cold full index', figure }, ratio, COLD_LIMITS.get(notes), 'x'),
  ];
}

/** A server on a notebook it has never seen, asked all the time while it reads it. */
export async function measureIndexing(subject: Subject): Promise<Row[]> {
  const notes = subject.size;
  const server = subject.serve(subject.freshCache(), { SLIPBOX_INDEX_WAIT: '0' });
  const memory = watchMemory(server.pid, 150);
  const latencies: number[] = [];
  let firstNotes = Number.NaN;
  let known: string | undefined;
  try {
    await server.initialize();
    for (let turn = 0; ; turn++) {
      const list = await server.call(
        'opennotes_list',
        turn % 4 === 1 ? { sortBy: 'title', limit: 20 } : { limit: 20 },
      );
      const { pagination, index, notes: listed } = list.content as unknown as ListAnswer;
      const elapsed = performance.now() - server.spawned;
      if (pagination.total >= FIRST_NOTES && Number.isNaN(firstNotes)) firstNotes = elapsed;
      if (index?.complete !== false && pagination.total >= notes) break;
      if (elapsed > LONGEST_INDEX_MS)
        throw new Error('The index was not complete after a quarter of an hour.');
      latencies.push(list.ms);
      known = listed[turn % 20]?.path ?? known;
      if (known !== undefined && turn % 4 === 3)
        latencies.push((await server.call('opennotes_get', { path: known })).ms);
      await pause(10);
    }
    const complete = performance.now() - server.spawned;
    memory.stop();
    await pause(SETTLING_MS);
    const settled = residentMegabytes(server.pid);
    const worst = percentile(latencies, 0.99);
    const calls = `p99 ${milliseconds(worst)}, p50 ${milliseconds(median(latencies))} of ${latencies.length} calls`;
    const first = {
      notes,
      name: 'first 5,000 notes listed, new notebook',
      figure: `${milliseconds(firstNotes)}, all after ${milliseconds(complete)}`,
    };
    return [
      ...(notes >= FIRST_NOTES ? [first] : []),
      limited({ notes, name: 'calls while indexing', figure: calls }, worst, BUSY_CALL_MS, ' ms'),
      megabytes(notes, 'memory peak while indexing', memory.peak(), PEAK_MB),
      megabytes(notes, 'memory ten seconds after the first index', settled, SETTLED_MB),
    ];
  } finally {
    memory.stop();
    await server.stop();
  }
}

export function megabytes(notes: number, name: string, value: number, limit: number): Row {
  return limited({ notes, name, figure: `${value.toFixed(0)} MB` }, value, limit, ' MB');
}

export async function measureSize(subject: Subject): Promise<Row[]> {
  const bytes = folderBytes(subject.indexedCache());
  const ratio = bytes / subject.generated.bytes;
  const figure = `${times(ratio)} the notes (${(bytes / 1e6).toFixed(1)} MB)`;
  return [{ notes: subject.size, name: 'index on disk', figure }];
}

function folderBytes(dir: string): number {
  return readdirSync(dir, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(dir, entry.name);
    return sum + (entry.isDirectory() ? folderBytes(path) : statSync(path).size);
  }, 0);
}
