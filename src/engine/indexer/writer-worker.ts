import { parentPort } from 'node:worker_threads';
import { isDamaged } from '../db/database.ts';
import { setAside } from '../db/open-index.ts';
import { type FolderList, IndexWriter, type Reconciled, type WriterOptions } from './index-writer.ts';

export type WriterRequest =
  | { type: 'plan' }
  | { type: 'sweep' }
  | { type: 'reconcile'; paths: string[] }
  | { type: 'register'; globs: string[] }
  | { type: 'folders' }
  | { type: 'finish' }
  | { type: 'empty' }
  | { type: 'reopen'; setAside: boolean }
  | { type: 'close' };

export interface WriterMessage {
  id: number;
  request: WriterRequest;
  /** In the first message only. */
  options?: WriterOptions;
}

export type WriterReply = {
  id: number;
  result?: Reconciled | FolderList | undefined;
  error?: { message: string; stack?: string; errcode?: number; code?: string };
};

const idleAfter = 1500;
const idleStep = 30;

/** Comes with the first message: the thread may be started before it is known which notebook it is for. */
let options: WriterOptions;
let writer: IndexWriter | undefined;
let idle: NodeJS.Timeout | undefined;

async function perform(request: WriterRequest): Promise<Reconciled | FolderList | undefined> {
  if (request.type === 'close') {
    writer?.close();
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
      await writer.planAhead();
      return undefined;
    case 'sweep':
      return writer.sweep();
    case 'reconcile':
      return writer.reconcile(request.paths);
    case 'register':
      return void writer.register(request.globs);
    case 'folders':
      return writer.listFolders();
    case 'finish':
      return void writer.finish();
    case 'empty':
      return void writer.empty();
  }
}

/** A damaged index is set aside and built anew: it is only a cache. */
async function performOrRepair(request: WriterRequest): Promise<Reconciled | FolderList | undefined> {
  try {
    return await perform(request);
  } catch (error) {
    if (!isDamaged(error)) throw error;
    writer?.close();
    writer = undefined;
    setAside(options.location);
    return perform(request);
  }
}

function tidyWhenIdle(wait: number): void {
  clearTimeout(idle);
  idle = setTimeout(() => {
    try {
      if (writer?.tidy()) tidyWhenIdle(idleStep);
    } catch {
      // Another process is writing, or the file was replaced: tidying can wait for the next idle moment.
    }
  }, wait).unref();
}

async function answer({ id, request }: WriterMessage): Promise<void> {
  let reply: WriterReply;
  try {
    reply = { id, result: await performOrRepair(request) };
  } catch (thrown) {
    const error = thrown as Error & { errcode?: number; code?: string };
    reply = {
      id,
      error: {
        message: error.message,
        ...(error.stack ? { stack: error.stack } : {}),
        ...(error.errcode ? { errcode: error.errcode } : {}),
        ...(error.code ? { code: error.code } : {}),
      },
    };
  }
  parentPort?.postMessage(reply);
  if (request.type !== 'close' && request.type !== 'plan') tidyWhenIdle(idleAfter);
}

let queue = Promise.resolve();
parentPort?.on('message', (message: WriterMessage) => {
  options ??= message.options!;
  queue = queue.then(() => answer(message));
});
