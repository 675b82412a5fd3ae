import { fileURLToPath } from 'node:url';
import { defineConfig } from 'tsdown';

// One file per entry: each surface and each thread. Everything is bundled (small start-up cost), so the
// published package has no runtime dependencies.
export default defineConfig({
  entry: {
    index: 'src/engine/index.ts',
    main: 'src/surfaces/cli/main.ts',
    pi: 'src/surfaces/pi/extension.ts',
    'writer-worker': 'src/engine/indexer/writer-worker.ts',
    'parser-worker': 'src/engine/indexer/parser-worker.ts',
    'reader-worker': 'src/engine/reader-worker.ts',
    'bulk-child': 'src/engine/indexer/bulk-child.ts',
    'function-worker': 'src/engine/functions/function-worker.ts',
    'sql-child': 'src/engine/query/sql/sql-child.ts',
  },
  format: 'esm',
  platform: 'node',
  target: 'node22.19',
  dts: { entry: 'src/engine/index.ts' },
  minify: true,
  // pi answers these with its own modules; a copy would have queues and classes of its own
  deps: { neverBundle: [/^@earendil-works\//] },
  alias: {
    '@modelcontextprotocol/server/_shims': fileURLToPath(
      new URL('src/surfaces/mcp/sdk-shims.ts', import.meta.url),
    ),
  },
  clean: true,
});
