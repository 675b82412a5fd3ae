import { SlipboxError } from '../../errors.ts';
import type { Duck } from './register-functions.ts';
import { Sandbox } from './sandbox.ts';
import { LinksUnfinished, toFailure, tooMuchMemory } from './sql-error.ts';
import type { SqlReport, SqlRequest, SqlSettings } from './sql-messages.ts';

// The process that statements of users run in. A statement can take any time and any memory, and some of that cannot be
// stopped from inside: then the process is killed, and nothing else is lost.

const watchEvery = 50;
/** A process that grows must not live for the sake of its last words. */
const reportWithin = 300;

let sandbox: Promise<Sandbox> | undefined;
let settings: SqlSettings | undefined;
let running: number | undefined;

async function open(given: SqlSettings): Promise<Sandbox> {
  let duck: Duck;
  try {
    duck = (await import(given.driver)) as Duck;
  } catch (error) {
    throw new SlipboxError(
      'CONFIG_INVALID',
      `SQL needs the package ${given.driver}, which cannot be loaded: ${firstLine(error)}`,
      {
        hint: `Install it where slipbox is installed: npm install ${given.driver} (add -g when slipbox is global)`,
        details: { package: given.driver },
      },
    );
  }
  return new Sandbox(duck, given);
}

const firstLine = (error: unknown) => String((error as Error).message).split('\n')[0];

function report(message: SqlReport, then?: () => void): void {
  process.send?.(message, undefined, undefined, () => then?.());
}

async function answer(id: number, request: Extract<SqlRequest, { type: 'query' }>): Promise<void> {
  running = id;
  const watching = setInterval(watchMemory, watchEvery);
  try {
    const result = await (await sandbox!).query(request.order);
    report({ type: 'rows', id, result });
  } catch (error) {
    if (error instanceof LinksUnfinished) report({ type: 'unfinished', id });
    else {
      const { ending = false } = error as { ending?: boolean };
      report({ type: 'failed', id, failure: toFailure(error), ending });
    }
  } finally {
    running = undefined;
    clearInterval(watching);
  }
}

process.on('message', (request: SqlRequest) => {
  if (request.type === 'start') {
    settings = request.settings;
    sandbox = open(request.settings);
    sandbox.catch(() => undefined); // told to whoever asks
  } else if (request.type === 'query') void answer(request.id, request);
  else if (request.id === running) void sandbox?.then((open) => open.stop());
});

function end(): void {
  // process.exit waits for a statement that runs
  process.kill(process.pid, 'SIGKILL');
}
process.once('disconnect', end);
// Ctrl+C in a terminal reaches every process; the server decides what ends.
process.on('SIGINT', () => undefined);

/** DuckDB's own limit leaves out what single values take. */
function watchMemory(): void {
  if (!settings || running === undefined || process.memoryUsage.rss() <= settings.memory.process) return;
  const failure = toFailure(tooMuchMemory(settings.memory));
  report({ type: 'failed', id: running, failure, ending: true }, end);
  setTimeout(end, reportWithin);
}
