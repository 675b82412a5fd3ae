import { initNotebook } from '../../engine/index.ts';
import { printable } from '../../tools/printable.ts';
import { type Command, optionText } from './command.ts';

export const initCommand: Command = {
  words: ['init'],
  prominent: true,
  summary: 'Make a folder a notebook',
  description:
    'Make a folder a notebook. Notes in it stay as they are, and a folder that is already a notebook keeps its configuration.',
  positionals: [{ name: 'dir', required: false, description: 'The folder; the current one by default' }],
  options: [
    {
      name: 'name',
      type: 'string',
      description: 'What the notebook is called; the name of the folder by default',
    },
    {
      name: 'register',
      type: 'boolean',
      description: 'Also make it known everywhere, not only inside the folder',
    },
  ],
  async run({ values, positionals }, { config, terminal, json }) {
    const name = optionText(values.name);
    const input = {
      dir: positionals[0] ?? '.',
      register: values.register === true,
      ...(name === undefined ? {} : { name }),
    };
    const { notebook, created, registered } = await initNotebook(input, config());
    if (json) {
      const { name, path } = notebook;
      terminal.out(`${JSON.stringify({ notebook: { name, path }, created, registered })}\n`);
      return 0;
    }
    const done = [created ? 'created' : 'was already a notebook', ...(registered ? ['registered'] : [])];
    terminal.out(`${printable(`${notebook.name} (${notebook.path})`)}: ${done.join(', ')}\n`);
    return 0;
  },
};
