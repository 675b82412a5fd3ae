import { parentPort } from 'node:worker_threads';
import { isDamaged } from './db/database.ts';
import { setAside } from './db/open-index.ts';
import { WriteLock } from './db/write-lock.ts';
import { SlipboxError } from './errors.ts';
import { IndexWriter } from './indexer/index-writer.ts';
import type { Reconciled } from './indexer/reconciled.ts';
import type {
  JobDone,
  JobRequest,
  TakenIn,
  ThreadOptions,
  WriterMessage,
  WriterReply,
  WriterResult,
} from './indexer/writer-messages.ts';
import { hasLeftovers } from './vault/leftovers.ts';

const idleAfter = 1500;
const idleStep = 30;
/** Changes that are taken in before there is a little tidying, idle or not. */
const mergeEvery = 16;

/** Comes with the first message: the thread may be started before it is known which notebook it is for. */
let options: ThreadOptions;
let writer: IndexWriter | undefined;
let lock: WriteLock | undefined;
let idle: NodeJS.Timeout | undefined;
let isRecovered = false;
let endJobs: (() => void) | undefined;
let untidied = 0;

async function perform({ id, request }: WriterMessage): Promise<WriterResult> {
  if (request.type === 'close') {
    endJobs?.();
    writer?.close();
    lock?.close();
    writer = undefined;
    parentPort?.close();
    return undefined;
  }
  if (request.type === 'reopen') {
    writer?.close();
    writer = undefined;
    if (request.setAside) setAside(options.location);
    return undefined;
  }
  writer ??= new IndexWriter(options);
  switch (request.type) {
    case 'plan':
      await writer.planAhead(request.compared);
      return undefined;
    case 'sweep':
      return withRecovery(writer, await writer.sweep());
    case 'reconcile':
      return writer.reconcile(request.paths);
    case 'register':
      return void writer.register(request.globs);
    case 'tidy':
      return void writer.beUntidy(request.outdated);
    case 'finish':
      return void writer.finish();
    case 'empty':
      return void writer.empty();
    case 'job':
      return runOneJob(writer, request, (value) => post({ id, result: { value, later: true } }));
  }
}

/** Loaded when there is something to write: most processes only read. */
async function runOneJob(
  writer: IndexWriter,
  request: JobRequest,
  answerEarly: (value: unknown) => void,
): Promise<JobDone | TakenIn> {
  const [{ runJob, endJobs: end }, { jobs }] = await Promise.all([
    import('./writing/run-job.ts'),
    import('./jobs.ts'),
  ]);
  endJobs = end;
  const work = await jobs[request.name as keyof typeof jobs]();
  return runJob(work, writer, takeLock(), options.stateDir, request, answerEarly);
}

/** The first comparison also sees to what a process left that died while writing. */
async function withRecovery(writer: IndexWriter, swept: Reconciled): Promise<Reconciled> {
  if (isRecovered || options.readOnly) return swept;
  isRecovered = true;
  if (!hasLeftovers(options.stateDir)) return swept;
  const { recoverNow, endJobs: end } = await import('./writing/run-job.ts');
  endJobs = end;
  const warnings = await recoverNow(writer, takeLock(), options.stateDir);
  return { ...swept, warnings: [...swept.warnings, ...warnings] };
}

function takeLock(): WriteLock {
  lock ??= new WriteLock(options.stateDir);
  return lock;
}

/** A damaged index is set aside and built anew: it is only a cache. */
async function performOrRepair(message: WriterMessage): Promise<WriterResult> {
  try {
    return await perform(message);
  } catch (error) {
    if (!isDamaged(error)) throw error;
    writer?.close();
    writer = undefined;
    setAside(options.location);
    return perform(message);
  }
}

function tidyWhenIdle(wait: number): void {
  clearTimeout(idle);
  idle = setTimeout(() => {
    if (tidied(() => writer?.tidy())) tidyWhenIdle(idleStep);
  }, wait).unref();
}

/** When another process is writing, or the file was replaced, tidying can wait for the next time. */
function tidied<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

async function answer(message: WriterMessage): Promise<void> {
  const { id, request } = message;
  let reply: WriterReply;
  try {
    reply = { id, result: await performOrRepair(message) };
  } catch (thrown) {
    const error = thrown as Error & { errcode?: number; code?: string };
    const { hint, details } = thrown as Partial<SlipboxError>;
    reply = {
      id,
      error: {
        message: error.message,
        ...(error instanceof SlipboxError
          ? { slipbox: { code: error.code, hint: hint!, ...(details ? { details } : {}) } }
          : {}),
        ...(error.stack ? { stack: error.stack } : {}),
        ...(error.errcode ? { errcode: error.errcode } : {}),
        ...(error.code ? { code: error.code } : {}),
      },
    };
  }
  post(reply);
  if (request.type === 'close' || request.type === 'plan') return;
  if (++untidied % mergeEvery === 0) tidied(() => writer?.mergeSome());
  tidyWhenIdle(idleAfter);
}

function post(reply: WriterReply): void {
  parentPort?.postMessage(reply);
}

let queue = Promise.resolve();
parentPort?.on('message', (message: WriterMessage) => {
  options ??= message.options!;
  queue = queue.then(() => answer(message));
});
