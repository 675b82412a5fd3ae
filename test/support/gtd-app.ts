import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export type AppTask = 'lock' | 'crash' | 'open' | 'write';

export interface App extends AsyncDisposable {
  /** Ends it as it would end by itself, and gives what it says last. */
  finish(): Promise<unknown>;
  /** Ends it at once, without a chance to tidy up. */
  kill(): Promise<void>;
}

/** Another program with the database open, in a process of its own; ready when this returns. */
export async function startApp(task: AppTask, file: string): Promise<App> {
  const script = fileURLToPath(new URL('../gtd/app-process.ts', import.meta.url));
  const child: ChildProcess = fork(script, [task, file], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  let last: unknown;
  child.on('message', (message) => {
    last = message;
  });
  await Promise.race([once(child, 'message'), failIfItEnds(child)]);
  const ended = once(child, 'exit');
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await ended;
  };
  return {
    async finish() {
      child.send('finish');
      await ended;
      return last;
    },
    kill,
    [Symbol.asyncDispose]: kill,
  };
}

async function failIfItEnds(child: ChildProcess): Promise<never> {
  const [code] = await once(child, 'exit');
  throw new Error(`The other process ended with ${code}`);
}
