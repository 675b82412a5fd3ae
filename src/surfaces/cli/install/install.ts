import { statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type LoadedConfig, SlipboxError } from '../../../engine/index.ts';
import { printable } from '../../../tools/printable.ts';
import { type Command, optionList, optionText, type ParsedCommand } from '../command.ts';
import { settingOptions } from '../parse-command.ts';
import { type ClientForm, type ClientName, clientNames, clients } from './clients.ts';
import type { ServerEntry } from './toml-entry.ts';

const passed = ['dialects', 'tools', 'gtd-db'];

export const installCommand: Command = {
  words: ['install'],
  prominent: true,
  summary: 'Add Slipbox to a client',
  description:
    'Add Slipbox to the settings of a client, and leave everything else in them as it is. --undo takes it back.',
  positionals: [{ name: 'client', required: true, description: clientNames.join(', ') }],
  options: [
    {
      name: 'name',
      type: 'string',
      value: 'NAME',
      description: 'What the server is called (default slipbox)',
    },
    {
      name: 'project',
      type: 'boolean',
      description: 'For this folder only, where the client has such settings',
    },
    { name: 'print', type: 'boolean', description: 'Show what to add, and write nothing' },
    {
      name: 'dry-run',
      type: 'boolean',
      description: 'Show the settings as they would be, and write nothing',
    },
    { name: 'undo', type: 'boolean', description: 'Take it out again' },
    ...settingOptions.filter(({ name }) => [...passed, 'notebook', 'read-only'].includes(name)),
  ],
  async run({ values, positionals }, { config, terminal, json }) {
    const loaded = config();
    const client = getClient(positionals[0]!);
    const form: ClientForm = clients[client];
    const name = getName(optionText(values.name) ?? 'slipbox');
    const file = chooseFile(client, form, loaded, values.project === true);
    const undo = values.undo === true;
    const entry = chooseEntry(client, values, loaded, undo);
    const { findSettings, install, renderInstalled, uninstall } = await import('./write-entry.ts');
    const installation = { form, file, name, entry };
    if (values.print === true) {
      terminal.out(renderInstalled(installation, undefined));
      return 0;
    }
    if (values['dry-run'] === true) {
      const text = renderInstalled(installation, findSettings(file), undo);
      terminal.out(json ? `${JSON.stringify({ client, file, text })}\n` : `${printable(file)}:\n${text}`);
      return 0;
    }
    const receipts = path.join(loaded.stateDir, 'installed.json');
    const changed = await (undo ? uninstall(installation, receipts) : install(installation, receipts));
    if (json) terminal.out(`${JSON.stringify({ client, file, changed, next: form.next })}\n`);
    else terminal.out(printable(describe(form, file, changed, undo)));
    return 0;
  },
};

function describe({ label, next }: ClientForm, file: string, changed: boolean, undo: boolean): string {
  if (undo) return changed ? `${label}: taken out of ${file}\n` : `${label}: was not in ${file}\n`;
  return changed ? `${label}: added to ${file}\n  ${next}\n` : `${label}: was already in ${file}\n`;
}

function getClient(given: string): ClientName {
  const found = clientNames.find((name) => name === given.toLowerCase());
  if (found) return found;
  throw new SlipboxError('INVALID_PARAMS', `Unknown client: ${given}`, {
    hint: `Choose from ${clientNames.join(', ')}`,
    details: { parameter: 'client', allowed: clientNames },
  });
}

function getName(given: string): string {
  if (/^[A-Za-z0-9_-]{1,32}$/.test(given)) return given;
  throw new SlipboxError('INVALID_PARAMS', `Invalid name: ${JSON.stringify(given)}`, {
    hint: 'Use letters, digits, - and _, 32 at most: clients put it before the names of tools',
    details: { parameter: 'name' },
  });
}

function chooseFile(client: string, form: ClientForm, config: LoadedConfig, project: boolean): string {
  if (!project) return form.user({ platform: config.platform, home: config.home, env: process.env });
  if (form.project !== undefined) return path.join(config.cwd, form.project);
  throw new SlipboxError('INVALID_PARAMS', `${form.label} has no settings for one project`, {
    hint: `Run slipbox install ${client} without --project`,
    details: { parameter: 'project' },
  });
}

/** What starts this very installation again: by npx when that is how it runs, else by its own path. */
function chooseEntry(
  client: ClientName,
  values: ParsedCommand['values'],
  config: LoadedConfig,
  undo: boolean,
): ServerEntry | string {
  const root = packageRoot();
  const byNpx = /[\\/]_npx[\\/]/.test(root);
  if (client === 'pi') return byNpx ? 'npm:slipbox' : root;
  const notebooks = optionList(values.notebook).map((given) => asFolder(config, given));
  if (notebooks.length === 0 && config.notebooks.length === 0 && !undo && values.print !== true)
    throw new SlipboxError('INVALID_PARAMS', 'No notebook: the client would start a server without notes', {
      hint: 'Name the folder with --notebook DIR, or register one with `slipbox init DIR --register`',
      details: { parameter: 'notebook' },
    });
  const options = [
    ...notebooks.flatMap((dir) => ['--notebook', dir]),
    ...passed.flatMap((flag) => optionList(values[flag]).flatMap((value) => [`--${flag}`, value])),
    ...(values['read-only'] === true ? ['--read-only'] : []),
  ];
  if (!byNpx) {
    const bin = path.join(root, 'bin', 'slipbox.mjs');
    return { command: process.execPath, args: [bin, 'serve', ...options] };
  }
  const npx = ['-y', 'slipbox', 'serve', ...options];
  return config.platform === 'win32'
    ? { command: 'cmd', args: ['/c', 'npx', ...npx] }
    : { command: 'npx', args: npx };
}

/** A client starts the server in a folder of its own choice, so a path must not depend on this one. A name is left as it is. */
function asFolder({ cwd, notebooks }: LoadedConfig, given: string): string {
  if (notebooks.some(({ name }) => name === given)) return given;
  const folder = path.resolve(cwd, given);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
  throw new SlipboxError('NOTEBOOK_NOT_FOUND', `No such folder: ${folder}`, {
    hint: 'Name the folder that holds the notes',
    details: { parameter: 'notebook' },
  });
}

/** From the bundle as from the source. */
function packageRoot(): string {
  const here = path.dirname(fileURLToPath(import.meta.url));
  return here.endsWith('dist') ? path.dirname(here) : path.resolve(here, '..', '..', '..', '..');
}
