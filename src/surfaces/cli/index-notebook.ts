import { indexNotebook } from '../../engine/index.ts';
import type { Command } from './command.ts';

export const indexCommand: Command = {
  words: ['index'],
  prominent: true,
  summary: 'Bring the index of a notebook up to date',
  description:
    'Bring the index of a notebook up to date. Nothing needs this: every call does it by itself. It is for large notebooks, before the first use.',
  positionals: [],
  options: [{ name: 'rebuild', type: 'boolean', description: 'Forget the index and read every note again' }],
  async run({ values }, { withEngine, terminal, signal, json, caller }) {
    const call = {
      caller,
      signal,
      progress: ({ message }: { message: string }) => terminal.progress(message),
    };
    const result = await withEngine((engine) =>
      indexNotebook(engine, { rebuild: values.rebuild === true }, call),
    );
    terminal.progress('');
    if (json) terminal.out(`${JSON.stringify(result)}\n`);
    else {
      const { notebook, notes, changed, removed, ms, indexFile, indexBytes } = result;
      terminal.out(
        `${notebook.name}: ${notes} notes, ${changed} changed, ${removed} removed, ${Math.round(ms)} ms\n`,
      );
      terminal.err(`${terminal.style.dim(`${indexFile} (${(indexBytes / 1e6).toFixed(1)} MB)`)}\n`);
    }
    return 0;
  },
};
