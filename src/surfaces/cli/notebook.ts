import { addContext, registerNotebook } from '../../engine/index.ts';
import { opennotesNotebooks } from '../../tools/opennotes/notebooks.ts';
import { printable } from '../../tools/printable.ts';
import { type Command, optionText } from './command.ts';
import { initCommand } from './init.ts';
import { toolCommands } from './tool-command.ts';

const createCommand: Command = { ...initCommand, words: ['notebook', 'create'], prominent: true };

const registerCommand: Command = {
  words: ['notebook', 'register'],
  prominent: true,
  summary: 'Make a notebook known everywhere',
  positionals: [{ name: 'dir', required: false, description: 'Its folder; the current one by default' }],
  options: [{ name: 'name', type: 'string', description: 'What it is called; its own name by default' }],
  async run({ values, positionals }, { config, terminal, json }) {
    const name = optionText(values.name);
    const input = { dir: positionals[0] ?? '.', ...(name === undefined ? {} : { name }) };
    const { notebook, registered } = await registerNotebook(input, config());
    const { name: called, path } = notebook;
    if (json) terminal.out(`${JSON.stringify({ notebook: { name: called, path }, registered })}\n`);
    else
      terminal.out(
        `${printable(`${called} (${path})`)}: ${registered ? 'registered' : 'was already registered'}\n`,
      );
    return 0;
  },
};

const addContextCommand: Command = {
  words: ['notebook', 'add-context'],
  prominent: true,
  summary: 'Make the notebook the current one in a folder',
  description:
    'Make the notebook the current one in a folder and all below it. The folder is noted in the configuration of the notebook.',
  positionals: [{ name: 'dir', required: false, description: 'The folder; the current one by default' }],
  options: [],
  async run({ positionals }, { withEngine, terminal, signal, json, caller }) {
    const dir = positionals[0] ?? '.';
    const call = { caller, signal, progress: () => undefined };
    return await withEngine(async (engine) => {
      const { ref } = await engine.notebook(undefined, call);
      const added = await addContext({ notebook: ref, dir }, engine.config);
      const { name, path } = ref;
      if (json) terminal.out(`${JSON.stringify({ notebook: { name, path }, added })}\n`);
      else terminal.out(`${printable(name)}: ${added ? 'context added' : 'had that context already'}\n`);
      return 0;
    });
  },
};

/** What OpenNotes calls `notebook create|register|list|add-context`. */
export const notebookCommands: readonly Command[] = [
  createCommand,
  registerCommand,
  ...toolCommands([opennotesNotebooks])
    .slice(0, 1)
    .map((command) => ({ ...command, words: ['notebook', 'list'] })),
  addContextCommand,
];
