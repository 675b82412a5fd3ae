import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, test, vi } from 'vitest';
import { loadConfig, openEngine } from '../../src/engine/index.ts';
import { createLog } from '../../src/surfaces/log.ts';
import { selectTools } from '../../src/tools/registry.ts';
import { createFixture } from '../e2e/notebook-fixture.ts';
import { type Era, eras } from '../support/mcp-client.ts';
import { startHttpEntry } from './http-entry.ts';

const uri = 'note://notes/tasks/one.md';
const hidden = 'note://notes/projects/alpha.md';

test.concurrent.each<Era>(eras)(
  'over HTTP a client of the %s era is told of changed notes it may see',
  async (era) => {
    const { notebook, env, remove } = createFixture();
    const around = { env, cwd: notebook, home: notebook, platform: process.platform };
    const config = loadConfig({ flags: { notebook }, ...around });
    const engine = openEngine(config);
    try {
      await using entry = await startHttpEntry({
        version: '1.0.0',
        tools: selectTools(config),
        budget: config.budget,
        engine,
        caller: { visible: ['tasks/**'], writable: [] },
        log: createLog('silent'),
        logWarnings: () => undefined,
      });
      const mode = era === 'legacy' ? 'legacy' : { pin: '2026-07-28' };
      const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
      await client.connect(new StreamableHTTPClientTransport(new URL(entry.url)));
      const told: string[] = [];
      client.setNotificationHandler(
        'notifications/resources/updated',
        ({ params }) => void told.push(params.uri),
      );
      await client.callTool({ name: 'opennotes_list', arguments: {} });
      if (era === 'modern') await client.listen({ resourceSubscriptions: [uri, hidden] });
      else for (const one of [uri, hidden]) await client.subscribeResource({ uri: one });
      writeFileSync(join(notebook, 'projects/alpha.md'), 'changed');
      writeFileSync(join(notebook, 'tasks/one.md'), 'changed');
      await vi.waitFor(() => expect(told).toEqual([uri]), 5000);
      await client.close();
    } finally {
      await engine.close();
      remove();
    }
  },
);
