import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { FromFunction, FunctionJob } from './function-messages.ts';
import { runInSandbox } from './sandbox.ts';

// The thread of one function: it is begun for a call and ended with it. What the function asks about notes is answered by
// the main thread, while this one sleeps.

const job = workerData as FunctionJob;
const port = parentPort!;
const logs: string[] = [];
const mostLines = 100;
const longestLine = 1_000;
let answered = 0;

const send = (message: FromFunction) => port.postMessage(message);

const result = await runInSandbox(job, {
  begun: (compiled) => send({ type: 'begun', compiled: job.compiled ? undefined : compiled }),
  ask(method, args) {
    send({ type: 'ask', method, args });
    // No end of its own: the main thread ends this one when its time is over.
    Atomics.wait(job.answers, 0, answered);
    answered = Atomics.load(job.answers, 0);
    return (receiveMessageOnPort(port) as { message: string }).message;
  },
  log(text) {
    if (logs.length === mostLines) logs.push(`(more than ${mostLines} lines)`);
    if (logs.length > mostLines) return;
    logs.push(text.length > longestLine ? `${text.slice(0, longestLine)}…` : text);
  },
});
send({ type: 'done', outcome: { ...result, logs } });
