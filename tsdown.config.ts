import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type UserConfig } from 'tsdown';

/** What a file loads at once, itself included: left out are types and what it imports when it needs it. */
function loadedBy(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const imports = /^(?:import|export) (?!type\b)[^;']*?from '(\.[^']+)'/gm;
  for (const [, to] of readFileSync(file, 'utf8').matchAll(imports))
    loadedBy(path.join(path.dirname(file), to!), found);
  return found;
}

const source = (name: string) => fileURLToPath(new URL(`src/engine/${name}`, import.meta.url));
// In pieces as they are shared between threads these would be thirty files, and each costs half a millisecond or more to load.
const engine = loadedBy(source('index.ts'));
const indexing = new Set(
  ['index-writer.ts', 'apply.ts', 'parse-note.ts'].flatMap((name) => [
    ...loadedBy(source(`indexer/${name}`)),
  ]),
);

/**
 * Imported, a module of Node is given all its exports at once, and some load others when they are looked at: fetched like
 * this it is there as it is, which saves a start some milliseconds.
 */
const fetchBuiltins = {
  name: 'fetch-builtins',
  renderChunk: (code: string) =>
    code.replace(/^import (.+) from "(node:[a-z_/]+)";$/gm, (_, names: string, module: string) => {
      const named = /\{([^}]*)\}/.exec(names)?.[1];
      const whole = names.replace(/\{[^}]*\}|\* as |,/g, '').trim();
      const parts = [named && `{${named.replaceAll(' as ', ':')}}`, whole].filter(Boolean);
      return parts
        .map((part) => `const ${part} = globalThis.process.getBuiltinModule("${module}");`)
        .join(' ');
    }),
};

// One file per entry: each surface and each thread. Everything is bundled (small start-up cost), so the
// published package has no runtime dependencies.
const shared: UserConfig = {
  format: 'esm',
  platform: 'node',
  target: 'node22.19',
  minify: true,
  plugins: [fetchBuiltins],
};

export default defineConfig([
  {
    ...shared,
    entry: {
      index: 'src/engine/index.ts',
      main: 'src/surfaces/cli/main.ts',
      pi: 'src/surfaces/pi/extension.ts',
      'writer-worker': 'src/engine/writer-worker.ts',
      'parser-worker': 'src/engine/indexer/parser-worker.ts',
      'reader-worker': 'src/engine/reader-worker.ts',
      'bulk-child': 'src/engine/indexer/bulk-child.ts',
      'function-worker': 'src/engine/functions/function-worker.ts',
      'sql-child': 'src/engine/query/sql/sql-child.ts',
    },
    dts: { entry: 'src/engine/index.ts' },
    // pi answers these with its own modules; a copy would have queues and classes of its own
    deps: { neverBundle: [/^@earendil-works\//] },
    alias: {
      '@modelcontextprotocol/server/_shims': fileURLToPath(
        new URL('src/surfaces/mcp/sdk-shims.ts', import.meta.url),
      ),
    },
    // the SDK does not say that its modules only define things, so its HTTP part would load with stdio
    treeshake: { moduleSideEffects: [{ test: /@modelcontextprotocol/, sideEffects: false }] },
    outputOptions: {
      codeSplitting: {
        groups: [
          { name: 'engine', test: (id: string) => engine.has(id), priority: 2 },
          { name: 'indexing', test: (id: string) => indexing.has(id), priority: 1 },
        ],
      },
    },
    clean: true,
  },
  // A start waits for these two: they share nothing with the rest, of which they need little.
  { ...shared, entry: { 'start-ahead': 'src/engine/indexer/start-ahead.ts' }, dts: false, clean: false },
  { ...shared, entry: { 'ahead-child': 'src/engine/ahead-child.ts' }, dts: false, clean: false },
]);
