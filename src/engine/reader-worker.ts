import { parentPort, workerData } from 'node:worker_threads';
import { countNotes } from './db/queries/files.ts';
import { readState } from './db/queries/state.ts';
import { SlipboxError } from './errors.ts';
import { IndexReader } from './indexer/index-reader.ts';
import { QueryCache } from './indexer/query-cache.ts';
import type { ReaderData } from './indexer/reader-client.ts';
import type { ReaderMessage, ReaderQuestion, ReaderReply, ThreadView } from './indexer/thread-view.ts';
import { withOwnLinks } from './links/own-links.ts';
import { questions } from './questions.ts';

// The thread in which questions run that may take longer than a moment: searches, scans, views. One question, one
// transaction: all of it is answered from one state of the index.

const { root, location } = workerData as ReaderData;
const reader = new IndexReader(location);
const cache = new QueryCache();
const memory = new Map<string, unknown>();

function forget(): void {
  reader.close();
  cache.clear();
  memory.clear();
}

function answer({ id, name, input, scope, cancelled }: ReaderQuestion): ReaderReply {
  if (reader.isReplaced) forget();
  const db = reader.find();
  if (!db) throw new Error(`The index cannot be opened: ${location.index}`);
  const throwIfCancelled = () => {
    if (Atomics.load(cancelled, 0) !== 0) throw new SlipboxError('CANCELLED', 'The call was cancelled');
  };
  throwIfCancelled();
  db.exec('BEGIN');
  try {
    const state = readState(db);
    const { generation, complete, found } = state;
    const view: ThreadView = {
      db,
      scope: withOwnLinks(db, scope),
      cache,
      generation,
      complete,
      root,
      memory,
      throwIfCancelled,
    };
    const value = questions[name as keyof typeof questions](view, input as never);
    const indexed = complete ? found : countNotes(db);
    return { id, value, state: { generation, complete, found, indexed } };
  } finally {
    if (db.inTransaction) db.exec('COMMIT');
  }
}

function failure(id: number, thrown: unknown): ReaderReply {
  const error = thrown as Error & { errcode?: number };
  const { message, stack, errcode } = error;
  if (error instanceof SlipboxError) {
    const { code, hint, details } = error;
    return { id, error: { message, slipbox: { code, hint, ...(details ? { details } : {}) } } };
  }
  forget();
  return { id, error: { message, ...(stack ? { stack } : {}), ...(errcode ? { errcode } : {}) } };
}

parentPort?.on('message', (message: ReaderMessage) => {
  if (message === 'close') {
    forget();
    parentPort?.close();
    return;
  }
  let reply: ReaderReply;
  try {
    reply = answer(message);
  } catch (error) {
    reply = failure(message.id, error);
  }
  parentPort?.postMessage(reply);
});
