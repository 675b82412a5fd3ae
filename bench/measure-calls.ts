import { NotebookEdits } from './notebook-edits.ts';
import { createRandom } from './random.ts';
import { limited, milliseconds, type Row, times } from './report.ts';
import type { ServerProcess } from './server-process.ts';
import { median, percentile } from './statistics.ts';
import type { ListAnswer, Subject } from './subject.ts';

const SWEEPS = 5;
const SWEEP_LIMITS = new Map([[100_000, 3]]);
const EDITS = 100;
const CALLS = 200;
const WARM_UP = 20;
const CALL_MS = 5;
const SCAN_MS = new Map([[100_000, 40]]);
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

export async function measureSweep(subject: Subject): Promise<Row[]> {
  const cache = subject.indexedCache();
  subject.index(cache);
  const floors: number[] = [];
  const sweeps: number[] = [];
  for (let run = 0; run < SWEEPS; run++) {
    floors.push(subject.measureFloor().listStatMs);
    const { ms } = subject.index(cache).report;
    if (typeof ms !== 'number') throw new Error('slipbox index --json reported no ms.');
    sweeps.push(ms);
  }
  const ratio = median(sweeps) / median(floors);
  const figure = `${times(ratio)} list and stat (${milliseconds(median(sweeps))} to ${milliseconds(median(floors))})`;
  return [
    limited(
      { notes: subject.size, name: 'refresh with nothing changed', figure },
      ratio,
      SWEEP_LIMITS.get(subject.size),
      'x',
    ),
  ];
}

/** A file is written, and the very next call is held to show it. */
export async function measureRefresh(subject: Subject): Promise<Row[]> {
  const latencies: { get: number[]; list: number[] } = { get: [], list: [] };
  const server = subject.serve(subject.indexedCache());
  const edits = new NotebookEdits(subject.options, subject.generated);
  let stale = 0;
  try {
    await server.initialize();
    await server.call('opennotes_list', {});
    for (let edit = 0; edit < EDITS; edit++) {
      const path = subject.paths[1 + ((edit * 7919) % (subject.size - 1))]!;
      const title = `Fresh ${edit}`;
      edits.write(
        path,
        `---\nmodified: 2099-01-01T00:${String(edit % 60).padStart(2, '0')}:00Z\n---\n# ${title}\n`,
      );
      const kind = edit % 2 === 0 ? 'get' : 'list';
      const answer = await (kind === 'get'
        ? server.call('opennotes_get', { path })
        : server.call('opennotes_list', { limit: EDITS }));
      latencies[kind].push(answer.ms);
      if (!showsTitle(answer.content, path, title)) stale++;
    }
  } finally {
    edits.undo();
    await server.stop();
  }
  subject.index(subject.indexedCache());
  const figure = `get ${spread(latencies.get)}, list ${spread(latencies.list)}`;
  const row = { notes: subject.size, name: 'call right after one file changed', figure, limit: '0 stale' };
  return [
    stale === 0
      ? { ...row, verdict: 'ok' }
      : { ...row, figure: `${figure}; ${stale} of ${EDITS} stale`, verdict: 'wrong' },
  ];
}

function showsTitle(content: Record<string, unknown>, path: string, title: string): boolean {
  const { note, notes } = content as {
    note?: { title: string; content: string };
    notes?: ListAnswer['notes'];
  };
  if (note) return note.title === title && note.content.includes(`# ${title}\n`);
  return notes?.some((listed) => listed.path === path && listed.title === title) ?? false;
}

export async function measureLatency(subject: Subject): Promise<Row[]> {
  const random = createRandom(1, -4);
  const topFolders = subject.folders.filter((folder) => folder !== '' && !folder.includes('/'));
  const anyOf = (items: readonly string[]) => items[(random() * items.length) | 0]!;
  const letters = () => anyOf([...LETTERS]) + anyOf([...LETTERS]);
  const scan = SCAN_MS.get(subject.size) ?? CALL_MS;
  const server = subject.serve(subject.indexedCache());
  const list = (name: string, limit: number, args: () => Record<string, unknown>) =>
    timeCalls(server, subject.size, 'opennotes_list', name, limit, args);
  try {
    await server.initialize();
    return [
      await list('list', CALL_MS, () => ({})),
      await list('list, 20 a page, any page', CALL_MS, () => ({
        limit: 20,
        offset: 20 * ((random() * (subject.size / 20)) | 0),
      })),
      await list('list by title', CALL_MS, () => ({ sortBy: 'title' })),
      await list('list of a folder, `x/**`', CALL_MS, () => ({
        pattern: `${anyOf(topFolders)}/**`,
      })),
      await list('list of a pattern, `**/*a*.md`', scan, () => ({ pattern: '**/*a*.md' })),
      await list('list of a pattern never asked before', scan, () => ({ pattern: `**/*${letters()}*.md` })),
      await timeCalls(server, subject.size, 'opennotes_get', 'get', CALL_MS, () => ({
        path: anyOf(subject.paths),
      })),
    ];
  } finally {
    await server.stop();
  }
}

export async function timeCalls(
  server: ServerProcess,
  notes: number,
  tool: string,
  name: string,
  limit: number | undefined,
  args: () => Record<string, unknown>,
  { calls = CALLS, warmUp = WARM_UP } = {},
): Promise<Row> {
  const latencies: number[] = [];
  for (let call = -warmUp; call < calls; call++) {
    const { ms } = await server.call(tool, args());
    if (call >= 0) latencies.push(ms);
  }
  return limited({ notes, name, figure: spread(latencies) }, median(latencies), limit, ' ms (p50)');
}

export function spread(latencies: readonly number[]): string {
  return `p50 ${milliseconds(median(latencies))}, p99 ${milliseconds(percentile(latencies, 0.99))}`;
}
