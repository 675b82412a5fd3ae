import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import type { Call } from '../call.ts';
import type { Engine } from '../engine.ts';
import { toSlipboxError } from '../errors.ts';
import { checkGtdDatabase, hasGtdDatabase } from '../gtd-use-cases.ts';
import { listNotes } from '../query/list-notes.ts';

export interface Check {
  name: string;
  ok: boolean;
  detail: string;
  fix?: string;
}

const largeLog = 256 * 1024 * 1024;

/** What could go wrong on this machine, each with a way to mend it. */
export async function checkNotebooks(engine: Engine, call: Call): Promise<{ checks: Check[] }> {
  const { notebooks, current, warnings } = await engine.findAll(call);
  const { cacheDir, stateDir } = engine.config;
  const checks: Check[] = [
    checkNode(),
    checkFolder('index folder', cacheDir, 'SLIPBOX_CACHE'),
    checkFolder('state folder', stateDir, 'SLIPBOX_STATE'),
    checkWatches(),
  ];
  for (const warning of warnings)
    checks.push({
      name: 'configuration',
      ok: false,
      detail: warning.message,
      fix: 'Correct or remove the entry named here',
    });
  if (notebooks.length === 0)
    checks.push({
      name: 'notebook',
      ok: false,
      detail: 'No notebook found',
      fix: 'Name one with --notebook DIR, or run `slipbox init DIR --register`',
    });
  for (const ref of notebooks) checks.push(...(await checkNotebook(engine, ref.path, ref === current, call)));
  checks.push(await checkGtd(engine, call));
  return { checks };
}

async function checkGtd(engine: Engine, call: Call): Promise<Check> {
  const name = 'directgtd database';
  if (!hasGtdDatabase(engine.config))
    return { name, ok: true, detail: 'none; name one with --gtd-db to have its tools' };
  try {
    const { path, items } = await checkGtdDatabase(engine, call);
    return { name, ok: true, detail: `${path}, ${items} items` };
  } catch (error) {
    const { message, hint } = toSlipboxError(error);
    return { name, ok: false, detail: message, fix: hint };
  }
}

function checkNode(): Check {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const ok = major > 22 || (major === 22 && minor >= 19);
  return {
    name: 'node',
    ok,
    detail: `Node ${process.versions.node}`,
    ...(ok ? {} : { fix: 'Install Node 22.19 or newer' }),
  };
}

function checkFolder(name: string, wanted: string, variable: string): Check {
  for (let folder = wanted; ; ) {
    if (statSync(folder, { throwIfNoEntry: false })) {
      try {
        accessSync(folder, constants.W_OK);
        return { name, ok: true, detail: wanted };
      } catch {
        return {
          name,
          ok: false,
          detail: `${folder} is not writable`,
          fix: `Grant access, or set ${variable} to a folder that is`,
        };
      }
    }
    const above = folder.replace(/[/\\][^/\\]*$/, '');
    if (above === folder || above === '')
      return {
        name,
        ok: false,
        detail: `${wanted} cannot be made`,
        fix: `Set ${variable} to a folder that can`,
      };
    folder = above;
  }
}

function checkWatches(): Check {
  if (process.platform !== 'linux')
    return { name: 'file watching', ok: true, detail: 'by the system, recursively' };
  try {
    const limit = Number(readFileSync('/proc/sys/fs/inotify/max_user_watches', 'utf8'));
    const ok = limit >= 8192;
    return {
      name: 'file watching',
      ok,
      detail: `${limit} folders can be watched`,
      ...(ok ? {} : { fix: 'Raise fs.inotify.max_user_watches with sysctl' }),
    };
  } catch (error) {
    return {
      name: 'file watching',
      ok: false,
      detail: (error as Error).message,
      fix: 'Without /proc the limit is unknown; changes are found by sweeps',
    };
  }
}

/** Notes that cannot be written are no fault of a server that does not write. */
function checkWritable(path: string, readOnly: boolean): Check[] {
  if (readOnly) return [];
  try {
    accessSync(path, constants.W_OK);
    return [];
  } catch {
    const fix = 'Grant write access, or start the server with --read-only';
    return [{ name: `notebook ${path}`, ok: false, detail: 'The folder cannot be written', fix }];
  }
}

async function checkNotebook(engine: Engine, path: string, isCurrent: boolean, call: Call): Promise<Check[]> {
  const name = `notebook ${path}`;
  if (!isCurrent) {
    const ok = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
    return [
      {
        name,
        ok,
        detail: ok ? 'found' : 'not there',
        ...(ok ? {} : { fix: 'Remove it from the configuration, or restore the folder' }),
      },
    ];
  }
  try {
    const { index, call: bound } = await engine.notebook(path, call);
    const {
      total,
      index: status,
      warnings,
    } = await listNotes(index, { sortBy: 'path', limit: 1000, offset: 0 }, bound);
    const checks: Check[] = [
      {
        name,
        ok: true,
        detail: status ? `${status.indexed} of ${status.found} notes indexed` : `${total} notes, current`,
      },
      ...checkWritable(path, engine.config.readOnly),
    ];
    for (const warning of warnings?.items ?? [])
      checks.push({
        name: `note ${warning.path}`,
        ok: false,
        detail: warning.message,
        fix: 'Open the note and correct it; the others are not affected',
      });
    if (index.watchFailure !== undefined)
      checks.push({
        name,
        ok: false,
        detail: `Not all folders can be watched: ${index.watchFailure}`,
        fix: 'Raise fs.inotify.max_user_watches; until then each call sweeps',
      });
    const log = statSync(`${index.location.index}-wal`, { throwIfNoEntry: false })?.size ?? 0;
    if (log > largeLog)
      checks.push({
        name: 'index log',
        ok: false,
        detail: `${Math.round(log / 1e6)} MB`,
        fix: 'Close other programs that read the index, or delete the index folder: it is rebuilt',
      });
    return checks;
  } catch (error) {
    const problem = toSlipboxError(error);
    return [{ name, ok: false, detail: problem.message, fix: problem.hint }];
  }
}
