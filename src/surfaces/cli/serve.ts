import { openEngine } from '../../engine/index.ts';
import type { Command } from './command.ts';
import { settingOptions } from './parse-command.ts';

export const serveCommand: Command = {
  words: ['serve'],
  prominent: true,
  summary: 'Serve the tools to an MCP client on stdin and stdout',
  description:
    'Serve the tools to an MCP client on stdin and stdout, until stdin ends. Messages for people go to stderr.',
  positionals: [],
  options: settingOptions,
  async run(_, { config, signal, thread }) {
    // the protocol SDK takes most of the start-up time, so no other command loads it
    const engine = openEngine(config(), { thread });
    engine.prepare();
    const { serveMcp } = await import('../mcp/serve.ts');
    await serveMcp(engine, { input: process.stdin, output: process.stdout, signal });
    return 0;
  },
};
