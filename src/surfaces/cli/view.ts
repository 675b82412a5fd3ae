import { deleteView, SlipboxError, saveView } from '../../engine/index.ts';
import { printable } from '../../tools/printable.ts';
import {
  type Command,
  type CommandContext,
  type CommandOption,
  optionText,
  type ParsedCommand,
} from './command.ts';

const options: readonly CommandOption[] = [
  {
    name: 'save',
    type: 'string',
    value: 'NAME',
    description: 'Keep the argument, a query, as a view of the notebook; one of that name is replaced',
  },
  { name: 'description', type: 'string', value: 'TEXT', description: 'What the saved view shows' },
  { name: 'delete', type: 'string', value: 'NAME', description: 'Delete a view of the notebook' },
];

/** The command that runs views, able to save and delete them too; any other command as it is. */
export function withViewChanges(command: Command): Command {
  if (!['view', 'opennotes view'].includes(command.words.join(' '))) return command;
  return {
    ...command,
    description: `${command.description} --save keeps a query such as "tag:work -draft | sort:modified:desc limit:20" under a name; put -- before one that begins with a dash.`,
    positionals: [{ name: 'view', required: false, description: 'View name; with --save the query' }],
    options: [...command.options, ...options],
    run(parsed, context) {
      const change = parseChange(parsed, command.options);
      if (change === undefined) return command.run(parsed, context);
      return 'query' in change ? runSave(change, context) : runDelete(change, context);
    },
  };
}

type Change = { name: string } | { name: string; query: string; description?: string };

/** What is to be saved or deleted; undefined when a view is to be run. `others` are for running one. */
function parseChange(
  { values, positionals }: ParsedCommand,
  others: readonly CommandOption[],
): Change | undefined {
  const [save, remove, description] = [values.save, values.delete, values.description].map(optionText);
  const argument = positionals[0];
  if (description !== undefined && save === undefined)
    throw invalid('description', '--description goes only with --save');
  if (save === undefined && remove === undefined) return undefined;
  const flag = save === undefined ? '--delete' : '--save';
  const stray = others.find(({ name }) => name !== 'notebook' && values[name] !== undefined)?.name;
  const also = save !== undefined && remove !== undefined ? 'delete' : stray;
  if (also !== undefined) throw invalid(also, `--${also} cannot be used with ${flag}`);
  if (save !== undefined) {
    if (argument === undefined)
      throw invalid('query', '--save needs a query', 'Write slipbox view --save NAME "QUERY"');
    return { name: save, query: argument, ...(description === undefined ? {} : { description }) };
  }
  if (argument !== undefined)
    throw invalid('view', `--delete takes one name and nothing else: ${argument.slice(0, 80)}`);
  return { name: remove! };
}

async function runSave(
  change: Extract<Change, { query: string }>,
  { withEngine, terminal, signal, json, caller }: CommandContext,
): Promise<number> {
  const call = { caller, signal, progress: () => undefined };
  const saved = await withEngine((engine) => saveView(engine, change, call));
  const { view, replaced, changed, file } = saved;
  const done = changed ? (replaced ? 'replaced' : 'saved') : 'was saved like that already';
  terminal.out(json ? `${JSON.stringify(saved)}\n` : `${printable(`${view.name} (${file})`)}: ${done}\n`);
  return 0;
}

async function runDelete(
  change: Change,
  { withEngine, terminal, signal, json, caller }: CommandContext,
): Promise<number> {
  const call = { caller, signal, progress: () => undefined };
  const result = await withEngine((engine) => deleteView(engine, change, call));
  const { deleted, file } = result;
  terminal.out(json ? `${JSON.stringify(result)}\n` : `${printable(`${deleted.name} (${file})`)}: deleted\n`);
  return 0;
}

function invalid(parameter: string, message: string, hint?: string): SlipboxError {
  return new SlipboxError('INVALID_PARAMS', message, {
    hint: hint ?? 'Run slipbox view --help to see what goes together',
    details: { parameter },
  });
}
