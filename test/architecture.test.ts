import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const repository = fileURLToPath(new URL('..', import.meta.url));

type Sources = ReadonlyMap<string, string>;

/** What each room of the engine may import, besides itself. A folder means all of it. */
const rooms: Record<string, readonly string[]> = {
  'src/engine/markdown/': ['src/engine/errors.ts', 'src/engine/warnings.ts', 'src/engine/clock.ts'],
  'src/engine/vault/': ['src/engine/errors.ts', 'src/engine/warnings.ts'],
  'src/engine/db/': [
    'src/engine/errors.ts',
    'src/engine/access.ts',
    'src/engine/call.ts',
    'src/engine/vault/stat-key.ts',
    'src/engine/vault/glob.ts',
  ],
  'src/engine/indexer/': [
    'src/engine/errors.ts',
    'src/engine/warnings.ts',
    'src/engine/access.ts',
    'src/engine/call.ts',
    'src/engine/clock.ts',
    'src/engine/markdown/',
    'src/engine/vault/',
    'src/engine/db/',
    'src/engine/links/',
  ],
  'src/engine/links/': ['src/engine/db/', 'src/engine/markdown/', 'src/engine/vault/'],
  'src/engine/query/': [
    'src/engine/errors.ts',
    'src/engine/warnings.ts',
    'src/engine/access.ts',
    'src/engine/call.ts',
    'src/engine/clock.ts',
    'src/engine/indexer/notebook-index.ts',
    'src/engine/indexer/thread-view.ts',
    'src/engine/db/',
    'src/engine/links/',
    'src/engine/markdown/',
    'src/engine/vault/',
  ],
  'src/engine/graph/': [
    'src/engine/errors.ts',
    'src/engine/warnings.ts',
    'src/engine/access.ts',
    'src/engine/call.ts',
    'src/engine/clock.ts',
    'src/engine/indexer/notebook-index.ts',
    'src/engine/indexer/thread-view.ts',
    'src/engine/db/',
    'src/engine/links/',
    'src/engine/query/',
    'src/engine/markdown/',
    'src/engine/vault/',
  ],
  'src/engine/views/': [
    'src/engine/errors.ts',
    'src/engine/warnings.ts',
    'src/engine/access.ts',
    'src/engine/call.ts',
    'src/engine/clock.ts',
    'src/engine/indexer/notebook-index.ts',
    'src/engine/indexer/thread-view.ts',
    'src/engine/db/',
    'src/engine/graph/',
    'src/engine/notebooks/',
    'src/engine/query/',
    'src/engine/vault/',
  ],
  'src/engine/notes/': [
    'src/engine/errors.ts',
    'src/engine/warnings.ts',
    'src/engine/access.ts',
    'src/engine/call.ts',
    'src/engine/clock.ts',
    'src/engine/indexer/notebook-index.ts',
    'src/engine/db/',
    'src/engine/markdown/',
    'src/engine/vault/',
    'src/engine/query/',
    'src/engine/writing/job-shapes.ts',
  ],
  'src/engine/writing/': [
    'src/engine/errors.ts',
    'src/engine/warnings.ts',
    'src/engine/access.ts',
    'src/engine/call.ts',
    'src/engine/clock.ts',
    'src/engine/indexer/index-writer.ts',
    'src/engine/indexer/apply.ts',
    'src/engine/indexer/writer-messages.ts',
    'src/engine/db/',
    'src/engine/links/',
    'src/engine/markdown/',
    'src/engine/notes/',
    'src/engine/vault/',
  ],
  'src/engine/functions/': [
    'src/engine/errors.ts',
    'src/engine/warnings.ts',
    'src/engine/access.ts',
    'src/engine/call.ts',
    'src/engine/indexer/notebook-index.ts',
    'src/engine/graph/',
    'src/engine/notes/',
    'src/engine/query/',
    'src/engine/vault/',
    'src/engine/views/',
  ],
  'src/engine/gtd/': [
    'src/engine/errors.ts',
    'src/engine/call.ts',
    'src/engine/clock.ts',
    'src/engine/indexer/query-cache.ts',
    'src/engine/markdown/dates.ts',
    'src/engine/views/calendar.ts',
  ],
  'src/engine/sessions/': [
    'src/engine/errors.ts',
    'src/engine/access.ts',
    'src/engine/call.ts',
    'src/engine/vault/own-files.ts',
    'src/engine/vault/read-file.ts',
  ],
  'src/engine/notebooks/': [
    'src/engine/errors.ts',
    'src/engine/warnings.ts',
    'src/engine/access.ts',
    'src/engine/access-rule.ts',
    'src/engine/config.ts',
    'src/engine/config-kinds.ts',
    'src/engine/config-folders.ts',
  ],
};

const floors = ['src/engine/', 'src/tools/', 'src/surfaces/'];
const engineDoor = 'src/engine/index.ts';

/** Who may import a module of Node or of a package. */
const owned: { module: RegExp; name: string; by: readonly string[] }[] = [
  {
    module: /^(node:)?fs(\/promises)?$/,
    name: 'node:fs',
    by: [
      'src/engine/vault/',
      'src/engine/notebooks/',
      'src/engine/sessions/',
      'src/engine/doctor/',
      'src/engine/db/flush-log.ts',
      'src/engine/db/open-index.ts',
      'src/engine/db/write-lock.ts',
      'src/engine/ahead-child.ts',
      'src/engine/gtd/gtd-path.ts',
      'src/engine/gtd/file-state.ts',
      'src/surfaces/',
      'scripts/',
      'bench/',
      'test/',
    ],
  },
  {
    module: /^(node:)?sqlite$/,
    name: 'node:sqlite',
    by: ['src/engine/db/database.ts', 'src/engine/gtd/', 'test/', 'bench/'],
  },
  { module: /^@duckdb\//, name: 'DuckDB', by: ['src/engine/query/sql/', 'test/', 'bench/'] },
  { module: /^(?:quickjs-emscripten|@jitl\/)/, name: 'QuickJS', by: ['src/engine/functions/', 'test/'] },
  { module: /^@earendil-works\//, name: 'pi', by: ['src/surfaces/pi/', 'test/'] },
  {
    module: /^@modelcontextprotocol\//,
    name: 'the MCP SDK',
    by: ['src/surfaces/mcp/', 'test/', 'bench/', 'scripts/'],
  },
];

/** Edges that a rule above forbids, and why each is there all the same. */
const allowedEdges: Record<string, string> = {};

/** Files over the ceiling, and why they are one file. */
const longFiles: Record<string, string> = {};
const ceiling = 300;

/** Who must have a default export, and why. */
const defaultExports: Record<string, string> = { 'src/surfaces/pi/extension.ts': 'pi loads it by that' };

const surfaceStarts: Record<string, string> = { 'src/surfaces/cli/serve.ts': 'src/surfaces/mcp/' };
/** Tests, and what only tests use. */
const isTest = (file: string) => /\.test\.ts$|\/testing-[\w-]+\.ts$/.test(file);

const importing =
  /(?:^|[;\n}])\s*(?:import|export)\b[^;'"`]*?\bfrom\s*['"]([^'"]+)['"]|(?:^|[;\n])\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

function findImports(file: string, source: string): string[] {
  return [...source.matchAll(importing)].map(([, from, bare, dynamic]) => {
    const name = (from ?? bare ?? dynamic)!;
    return name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name;
  });
}

const within = (file: string, places: readonly string[]) =>
  places.some((place) => file === place || (place.endsWith('/') && file.startsWith(place)));

function edgeFault(file: string, to: string): string | undefined {
  for (const { module, name, by } of owned)
    if (module.test(to) && !isTest(file) && !within(file, by)) return `${name} is not for this file`;
  if (isTest(file) || !to.startsWith('src/')) return undefined;
  if (isTest(to)) return 'only for tests';
  const floor = floors.findIndex((one) => file.startsWith(one));
  const target = floors.findIndex((one) => to.startsWith(one));
  if (floor === -1) return undefined;
  if (target > floor) return 'imports only go down';
  if (floor > target && target === 0 && to !== engineDoor) return 'the engine has one door';
  const room = Object.keys(rooms).find((one) => file.startsWith(one));
  if (room && !to.startsWith(room) && !within(to, rooms[room]!)) return `not for ${room}`;
  const surface = /^src\/surfaces\/[^/]+\//.exec(file)?.[0];
  const other = /^src\/surfaces\/[^/]+\//.exec(to)?.[0];
  if (surface && other && surface !== other && surfaceStarts[file] !== other)
    return 'surfaces do not know each other';
  return undefined;
}

const sqlText =
  /(['"`])(?:(?!\1)[^\\]|\\.)*?\b(?:SELECT\s[^;]{1,300}?\sFROM\s|INSERT\s+(?:OR\s+\w+\s+)?INTO\s|UPDATE\s+\w+\s+SET\s|DELETE\s+FROM\s|CREATE\s+(?:UNIQUE\s+|VIRTUAL\s+)?(?:TABLE|INDEX)\s)/s;

const isDefaultExport = /^\s*export\s+default\b|\bexport\s*\{[^}]*\bas\s+default\b/m;

function fileFaults(file: string, source: string): string[] {
  const faults: string[] = [];
  if (/(^|\/)(utils?|helpers?|common|types)(\.test)?\.ts$/.test(file)) faults.push('a bag, not a name');
  if (isDefaultExport.test(source) && !(file in defaultExports)) faults.push('a default export');
  if (/^\s*export\s*(?:type\s*)?\*/m.test(source)) faults.push('export *');
  if (!file.startsWith('src/') || isTest(file)) return faults;
  if (
    !file.startsWith('src/engine/db/') &&
    !file.startsWith('src/engine/gtd/') &&
    !file.startsWith('src/engine/query/sql/') &&
    sqlText.test(withoutComments(source))
  )
    faults.push('SQL text outside engine/db');
  const lines = source.split('\n').length - 1;
  if (lines > ceiling && !(file in longFiles)) faults.push(`${lines} lines, more than ${ceiling}`);
  return faults;
}

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/[^\n]*/g, '$1');
}

/** Every broken rule, as `file -> import: rule` or `file: rule`. */
function findFaults(sources: Sources, excused: Record<string, string> = {}): string[] {
  return [...sources].flatMap(([file, source]) => [
    ...findImports(file, source)
      .filter((to) => !(`${file} -> ${to}` in excused))
      .flatMap((to) => edgeFault(file, to)?.replace(/^/, `${file} -> ${to}: `) ?? []),
    ...fileFaults(file, source).map((fault) => `${file}: ${fault}`),
  ]);
}

function readSources(): Map<string, string> {
  const sources = new Map<string, string>();
  for (const top of ['src', 'test', 'bench', 'scripts'])
    for (const entry of readdirSync(path.join(repository, top), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/(?<!\.d)\.ts$/.test(entry.name)) continue;
      const file = path.join(entry.parentPath, entry.name);
      sources.set(path.relative(repository, file).split(path.sep).join('/'), readFileSync(file, 'utf8'));
    }
  return sources;
}

const sources = readSources();

test('every source keeps to the floors, the rooms and the house rules', () => {
  expect(sources.size).toBeGreaterThan(80);
  expect(findFaults(sources, allowedEdges)).toEqual([]);
});

test('every relative import names a file that is there', () => {
  const missing = [...sources].flatMap(([file, source]) =>
    findImports(file, source)
      .filter((to) => /^(src|test|bench|scripts)\/.*\.ts$/.test(to) && !sources.has(to))
      .map((to) => `${file} -> ${to}`),
  );
  expect(missing).toEqual([]);
});

test('no exception outlives its reason', () => {
  for (const edge of Object.keys(allowedEdges)) {
    const [file, to] = edge.split(' -> ') as [string, string];
    expect(findImports(file, sources.get(file) ?? ''), edge).toContain(to);
  }
  for (const file of Object.keys(longFiles))
    expect((sources.get(file) ?? '').split('\n').length - 1, file).toBeGreaterThan(ceiling);
  for (const file of Object.keys(defaultExports)) expect(sources.get(file), file).toMatch(isDefaultExport);
});

test('every room of the engine has its rules', () => {
  const folders = new Set(
    [...sources.keys()].flatMap((file) => /^src\/engine\/[^/]+\//.exec(file)?.[0] ?? []),
  );
  const free = ['src/engine/doctor/'];
  expect([...folders].filter((folder) => !(folder in rooms) && !free.includes(folder))).toEqual([]);
});

const planted: [file: string, source: string, fault: string][] = [
  ['src/engine/vault/a.ts', "import { run } from '../../tools/registry.ts';", 'imports only go down'],
  ['src/engine/query/a.ts', "import type { T } from '../../surfaces/log.ts';", 'imports only go down'],
  ['src/tools/a.ts', "import type {\n  A,\n  B,\n} from '../surfaces/cli/main.ts';", 'imports only go down'],
  ['src/tools/a.ts', "const load = () => import('../surfaces/cli/main.ts');", 'imports only go down'],
  [
    'src/tools/a.ts',
    "import type { NotebookIndex } from '../engine/indexer/notebook-index.ts';",
    'the engine has one door',
  ],
  [
    'src/surfaces/cli/a.ts',
    "export { locateIndex } from '../../engine/db/index-location.ts';",
    'the engine has one door',
  ],
  ['src/surfaces/cli/a.ts', "import { serve } from '../mcp/serve.ts';", 'surfaces do not know each other'],
  ['src/surfaces/mcp/a.ts', "import { main } from '../cli/main.ts';", 'surfaces do not know each other'],
  [
    'src/engine/markdown/a.ts',
    "import { statKey } from '../vault/stat-key.ts';",
    'not for src/engine/markdown/',
  ],
  ['src/engine/vault/a.ts', "import { scanNote } from '../markdown/scan.ts';", 'not for src/engine/vault/'],
  ['src/engine/db/a.ts', "import { openWalker } from '../vault/walk.ts';", 'not for src/engine/db/'],
  [
    'src/engine/indexer/a.ts',
    "import { listNotes } from '../query/list-notes.ts';",
    'not for src/engine/indexer/',
  ],
  ['src/engine/query/a.ts', "import { readNote } from '../notes/read-note.ts';", 'not for src/engine/query/'],
  [
    'src/engine/query/a.ts',
    "import { IndexWriter } from '../indexer/index-writer.ts';",
    'not for src/engine/query/',
  ],
  ['src/engine/notes/a.ts', "import { Engine } from '../engine.ts';", 'not for src/engine/notes/'],
  [
    'src/engine/notebooks/a.ts',
    "import { locateIndex } from '../db/index-location.ts';",
    'not for src/engine/notebooks/',
  ],
  ['src/engine/query/a.ts', "import { statSync } from 'node:fs';", 'node:fs is not for this file'],
  [
    'src/engine/db/queries/a.ts',
    "import { readFile } from 'node:fs/promises';",
    'node:fs is not for this file',
  ],
  ['src/tools/a.ts', "import { readFileSync } from 'fs';", 'node:fs is not for this file'],
  ['src/engine/db/a.ts', "import { DatabaseSync } from 'node:sqlite';", 'node:sqlite is not for this file'],
  [
    'src/tools/a.ts',
    "import { McpServer } from '@modelcontextprotocol/server';",
    'the MCP SDK is not for this file',
  ],
  ['src/engine/query/a.ts', "const sql = 'SELECT id FROM notes';", 'SQL text outside engine/db'],
  [
    'src/engine/query/a.ts',
    'db.run(`INSERT OR IGNORE INTO notes VALUES (1)`);',
    'SQL text outside engine/db',
  ],
  ['src/engine/notes/a.ts', "db.run('UPDATE notes SET title = 1');", 'SQL text outside engine/db'],
  ['src/tools/a.ts', 'db.run("DELETE FROM notes");', 'SQL text outside engine/db'],
  ['src/tools/a.ts', 'export default function run() {}', 'a default export'],
  ['test/a.ts', 'const a = 1;\nexport { a as default };', 'a default export'],
  ['src/tools/a.ts', "export * from './b.ts';", 'export *'],
  ['src/tools/a.ts', "export type * as b from './b.ts';", 'export *'],
  ['src/tools/utils.ts', '', 'a bag, not a name'],
  ['src/engine/vault/types.ts', '', 'a bag, not a name'],
  ['src/tools/a.ts', 'a;\n'.repeat(ceiling + 1), 'lines, more than'],
];

for (const [place, [file, source, fault]] of planted.entries())
  test(`a planted violation is found (${place + 1}, ${file}): ${fault}`, () => {
    expect(findFaults(new Map([[file, source]])).join('\n')).toContain(fault);
  });

const harmless: [file: string, source: string][] = [
  ['src/tools/a.ts', "import { openEngine } from '../engine/index.ts';"],
  ['src/surfaces/cli/serve.ts', "const { serve } = await import('../mcp/serve.ts');"],
  [
    'src/surfaces/mcp/a.ts',
    "import { log } from '../log.ts';\nimport { tools } from '../../tools/registry.ts';",
  ],
  ['src/engine/notes/a.ts', "import type { View } from '../indexer/notebook-index.ts';"],
  ['src/engine/db/queries/a.ts', "db.get('SELECT 1 FROM notes');"],
  [
    'src/tools/a.ts',
    "// 'SELECT id FROM notes' stays in the engine\nconst hint = 'Only SELECT/WITH allowed';",
  ],
  ['src/tools/a.ts', 'a;\n'.repeat(ceiling)],
  [
    'src/engine/vault/a.test.ts',
    "import { listNotes } from '../query/list-notes.ts';\nimport { rmSync } from 'node:fs';",
  ],
];

for (const [place, [file, source]] of harmless.entries())
  test(`what keeps to the rules passes (${place + 1}, ${file})`, () => {
    expect(findFaults(new Map([[file, source]]))).toEqual([]);
  });
