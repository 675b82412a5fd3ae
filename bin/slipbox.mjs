#!/usr/bin/env node
// Plain JavaScript without top-level await: this file must be readable by any Node that someone may have.
import { existsSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const least = [22, 19];

if (isNewEnough(process.versions.node)) start();
else restart();

function start() {
  const built = join(here, '..', 'dist', 'main.mjs');
  if (!existsSync(built)) {
    fail('this checkout is not built yet: run `npm run build`');
    return;
  }
  silenceSqliteWarning();
  const isKept = keepCompiledCode();
  (process.argv[2] === 'serve' ? startHelper() : Promise.resolve())
    .then((helper) => {
      if (servesOne()) setFlags(isKept);
      return import(pathToFileURL(built).href)
        .then(({ main }) => main(process.argv.slice(2), helper))
        .finally(() => helper?.kill()); // nobody may have asked it
    })
    .then((code) => {
      process.exitCode = code;
      // only fires when something left behind would keep the process alive
      setTimeout(() => process.exit(code), 1000).unref();
    })
    .catch((error) => {
      console.error(error);
      process.exit(1);
    });
}

/**
 * A large notebook is looked at by a process of its own while this one loads. Which notebook that will be is a guess: a wrong
 * one costs only the process.
 */
function startHelper() {
  const { argv, env } = process;
  const at = argv.findIndex((word) => /^--notebook(=|$)/.test(word));
  const named = at < 0 ? undefined : (/=(.*)/s.exec(argv[at])?.[1] ?? argv[at + 1]);
  const notebook = resolve(named || env.SLIPBOX_NOTEBOOK || env.OPENNOTES_NOTEBOOK || '.');
  return import(pathToFileURL(join(here, '..', 'dist', 'start-ahead.mjs')).href)
    .then(({ startAhead }) => startAhead(realpathSync.native(notebook), cacheFolder()))
    .catch(() => undefined); // no such folder, no more processes: the server does it alone
}

/** A server of one client; many clients at once are another matter: their garbage lives longer. */
function servesOne() {
  return process.argv[2] === 'serve' && !process.argv.includes('--http');
}

/**
 * A start need not compile what the last one did. Threads and processes started from here find the folder in the environment.
 * Whoever has chosen one, or wants none (NODE_DISABLE_COMPILE_CACHE), has the say. What was compiled with other flags is no
 * use, and would be replaced each time.
 */
function keepCompiledCode() {
  const { constants, enableCompileCache, flushCompileCache } = process.getBuiltinModule('node:module');
  process.env.NODE_COMPILE_CACHE ||= join(cacheFolder(), 'code', servesOne() ? 'server' : 'other');
  const { status } = enableCompileCache(process.env.NODE_COMPILE_CACHE);
  // a server is seldom ended so that it could do it then
  setTimeout(() => flushCompileCache(), 3000).unref();
  const { ENABLED, ALREADY_ENABLED } = constants.compileCacheStatus;
  return status === ENABLED || status === ALREADY_ENABLED;
}

function setFlags(isKept) {
  // What Node brings along is compiled already, for the flags that it started with: loaded later it would be compiled anew.
  for (const name of ['net', 'perf_hooks', 'sqlite', 'timers/promises'])
    process.getBuiltinModule(`node:${name}`);
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  // V8 compiles a function when it is first called, too late to be kept: all of them at once are kept, and the next start has them.
  if (isKept) setFlagsFromString('--no-lazy');
  // A server lives long and makes much short-lived garbage: V8 lets its nursery grow to twice the memory, for no gain in speed.
  setFlagsFromString('--semi-space-growth-factor=1');
}

/** As `findFolders` in src/engine/config-folders.ts has it, which is not loaded yet. */
function cacheFolder() {
  const { env, platform } = process;
  const home = process.getBuiltinModule('node:os').homedir();
  if (env.SLIPBOX_CACHE) return resolve(env.SLIPBOX_CACHE.replace(/^~(?=$|[\\/])/, () => home));
  const given = (value, otherwise) => (value !== undefined && isAbsolute(value) ? value : otherwise);
  if (platform === 'win32')
    return join(given(env.LOCALAPPDATA, join(home, 'AppData', 'Local')), 'slipbox', 'cache');
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'slipbox');
  return join(given(env.XDG_CACHE_HOME, join(home, '.cache')), 'slipbox');
}

/** Node 22 announces node:sqlite as experimental on stderr at every start; other warnings still show. */
function silenceSqliteWarning() {
  const emitWarning = process.emitWarning;
  process.emitWarning = (warning, ...rest) => {
    if (/SQLite is an experimental feature/.test(String(warning))) return;
    emitWarning.call(process, warning, ...rest);
  };
}

function restart() {
  const newer = process.env.SLIPBOX_RESTARTED ? undefined : findNewerNode();
  if (newer === undefined) {
    fail(
      `Node ${least.join('.')} or newer is needed, this is ${process.version}: install it from https://nodejs.org`,
    );
    return;
  }
  // loaded only here: it costs every start several milliseconds
  import('node:child_process').then(({ spawn }) => rerun(spawn, newer));
}

function rerun(spawn, newer) {
  const child = spawn(
    newer,
    [...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2)],
    {
      stdio: 'inherit',
      env: Object.assign({}, process.env, { SLIPBOX_RESTARTED: '1' }),
    },
  );
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const pass = (signal) => child.kill(signal);
  for (const signal of signals) process.on(signal, pass);
  child.on('error', (error) => fail(`${newer} could not be started: ${error.message}`));
  child.on('exit', (code, signal) => {
    for (const name of signals) process.off(name, pass);
    if (signal) process.kill(process.pid, signal);
    else process.exitCode = code;
  });
}

/** A platform package of Node beside this package or in a folder above it. */
function findNewerNode() {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  for (let folder = join(here, '..'); ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', `node-${system}-${process.arch}`, 'bin', file);
    if (existsSync(candidate)) return candidate;
    if (dirname(folder) === folder) return undefined;
  }
}

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > least[0] || (major === least[0] && minor >= least[1]);
}

function fail(message) {
  process.stderr.write(`slipbox: ${message}\n`);
  process.exitCode = 1;
}
