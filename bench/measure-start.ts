import { setTimeout as pause } from 'node:timers/promises';
import { megabytes } from './measure-index.ts';
import { NotebookEdits } from './notebook-edits.ts';
import { residentMegabytes } from './process-tree.ts';
import { createRandom } from './random.ts';
import { limited, milliseconds, type Row, times } from './report.ts';
import { ServerProcess } from './server-process.ts';
import { median } from './statistics.ts';
import type { ListAnswer, Subject } from './subject.ts';

const RUNS = 15;
const RATIO_LIMITS = new Map([[10_000, 1.8]]);
const MS_LIMITS = new Map([[100_000, 1500]]);
const WARM_MB = 130;
const SETTLING_MS = 3000;
const RACY_MS = 2100;
const EDITED = 20;
const ADDED = 10;
const DELETED = 10;

interface Start {
  readonly ms: number;
  readonly list: ListAnswer;
  readonly residentMb: number;
}

export async function measureWarm(subject: Subject, emptyServer: string): Promise<Row[]> {
  const notes = subject.size;
  const cache = subject.indexedCache();
  const empty: number[] = [];
  const warm: number[] = [];
  let resident = 0;
  await startProduct(subject, cache, 0);
  await startEmpty(emptyServer);
  for (let run = 0; run < RUNS; run++) {
    empty.push(await startEmpty(emptyServer));
    const start = await startProduct(subject, cache, run === RUNS - 1 ? SETTLING_MS : 0);
    if (start.list.pagination.total !== notes)
      throw new Error(`A warm start listed ${start.list.pagination.total} notes.`);
    warm.push(start.ms);
    resident = start.residentMb;
  }
  return [
    startRow(notes, 'warm start to first list', median(warm), median(empty)),
    megabytes(notes, 'memory after a warm start', resident, WARM_MB),
  ];
}

/** Files change while no server runs; the first answer must already know. */
export async function measureOffline(subject: Subject, emptyServer: string): Promise<Row[]> {
  const notes = subject.size;
  const cache = subject.indexedCache();
  const empty: number[] = [];
  const warm: number[] = [];
  let missing = 0;
  for (let run = 0; run < (notes > 20_000 ? 3 : RUNS); run++) {
    empty.push(await startEmpty(emptyServer));
    const edits = new NotebookEdits(subject.options, subject.generated);
    try {
      const expected = changeOffline(subject, edits, run);
      const start = await startProduct(subject, cache, 0);
      warm.push(start.ms);
      const titles = new Set(start.list.notes.map(({ title }) => title));
      missing += expected.filter((title) => !titles.has(title)).length;
      missing += Math.abs(start.list.pagination.total - (notes + ADDED - DELETED));
    } finally {
      edits.undo();
    }
    // What is read right after it was written is read again at the next start: that would be more changes than these.
    await pause(RACY_MS);
    subject.index(cache);
  }
  const row = startRow(notes, 'the same after 40 offline changes', median(warm), median(empty));
  if (missing === 0) return [row];
  return [{ ...row, figure: `${row.figure}, ${missing} changes missed`, verdict: 'wrong' }];
}

function changeOffline(subject: Subject, edits: NotebookEdits, run: number): string[] {
  const random = createRandom(run, -3);
  const chosen = new Set<string>();
  while (chosen.size < EDITED + DELETED)
    chosen.add(subject.paths[1 + ((random() * (subject.size - 1)) | 0)]!);
  const titles: string[] = [];
  for (const [index, path] of [...chosen].entries()) {
    if (index >= EDITED) edits.remove(path);
    else edits.write(path, newestNote(titles, `Edited ${run}-${index}`));
  }
  for (let index = 0; index < ADDED; index++) {
    edits.write(`Added offline ${run}-${index}.md`, newestNote(titles, `Added ${run}-${index}`));
  }
  return titles;
}

/** Sorts before every generated note, so that one page shows all of them. */
function newestNote(titles: string[], title: string): string {
  titles.push(title);
  return `---\nmodified: 2099-01-01\n---\n# ${title}\n\nWritten while no server was running.\n`;
}

function startRow(notes: number, name: string, warm: number, empty: number): Row {
  const figure = `${times(warm / empty)} an empty server (${milliseconds(warm)} to ${milliseconds(empty)})`;
  const row = { notes, name, figure };
  const absolute = MS_LIMITS.get(notes);
  if (absolute !== undefined) return limited(row, warm, absolute, ' ms');
  return limited(row, warm / empty, RATIO_LIMITS.get(notes), 'x');
}

async function startProduct(subject: Subject, cache: string, settlingMs: number): Promise<Start> {
  const server = subject.serve(cache);
  try {
    await server.initialize();
    const { content } = await server.call('opennotes_list', {});
    const ms = performance.now() - server.spawned;
    await pause(settlingMs);
    return { ms, list: content as unknown as ListAnswer, residentMb: residentMegabytes(server.pid) };
  } finally {
    await server.stop();
  }
}

async function startEmpty(emptyServer: string): Promise<number> {
  const server = new ServerProcess([emptyServer], process.env);
  try {
    await server.initialize();
    await server.call('nothing', {});
    return performance.now() - server.spawned;
  } finally {
    await server.stop();
  }
}
