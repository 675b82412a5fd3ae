import { parseArgs } from 'node:util';
import { type ConfigFlags, SlipboxError, settings } from '../../engine/index.ts';
import { findNearest } from '../../tools/nearest.ts';
import { type Command, type CommandOption, optionList, type ParsedCommand } from './command.ts';

export const sharedOptions: readonly CommandOption[] = [
  { name: 'json', type: 'boolean', description: 'Print the result, or the error, as JSON on stdout' },
  {
    name: 'policy',
    type: 'boolean',
    negated: true,
    description: 'See and change also what the policy of the notebook keeps from tools',
  },
  { name: 'help', type: 'boolean', short: 'h', description: 'Show this help' },
];

/** Every setting that has a flag, for any command; help lists them only where they matter most. */
export const settingOptions: readonly CommandOption[] = [
  {
    name: 'notebook',
    type: 'string',
    multiple: true,
    value: 'DIR',
    description: 'Notebook to use, by path or name; repeatable, the first is current',
  },
  ...Object.values(settings)
    .filter(({ flag }) => flag !== undefined)
    .map(({ flag, kind, description }) => ({
      name: flag!.slice(2),
      type: kind.type === 'boolean' ? ('boolean' as const) : ('string' as const),
      multiple: kind.type.startsWith('list'),
      value: kind.type === 'integer' ? 'N' : kind.type.startsWith('list') ? 'A,B' : 'TEXT',
      description,
    })),
];

/** What was given of them, by setting. */
export function settingFlags(values: ParsedCommand['values']): ConfigFlags {
  const flags: Record<string, unknown> = {};
  for (const { key, flag } of Object.values(settings)) {
    if (flag !== undefined && values[flag.slice(2)] !== undefined) flags[key] = values[flag.slice(2)];
  }
  const notebooks = optionList(values.notebook);
  return { ...flags, ...(notebooks.length > 0 ? { notebook: notebooks } : {}) };
}

/** The command the words begin with, and what follows it. */
export function findCommand(
  commands: readonly Command[],
  argv: readonly string[],
): { command: Command; rest: readonly string[] } | undefined {
  const matching = commands
    .filter(({ words }) => words.every((word, index) => argv[index] === word))
    .sort((a, b) => b.words.length - a.words.length);
  const command = matching[0];
  return command === undefined ? undefined : { command, rest: argv.slice(command.words.length) };
}

export function unknownCommand(commands: readonly Command[], argv: readonly string[]): SlipboxError {
  const given = argv.slice(0, 2).filter((word) => !word.startsWith('-'));
  const names = commands.map(({ words }) => words.join(' '));
  const nearest = findNearest(given.join(' '), names) ?? findNearest(given[0] ?? '', names);
  const known = commands.some(({ words }) => words[0] === given[0]) ? given.join(' ') : given[0];
  return new SlipboxError('INVALID_PARAMS', `Unknown command: ${known?.slice(0, 80)}`, {
    hint:
      nearest === undefined ? 'Run slipbox --help to see the commands' : `Did you mean: slipbox ${nearest}`,
    details: { parameter: 'command' },
  });
}

export function parseCommand(command: Command, args: readonly string[]): ParsedCommand {
  const options = [...command.options, ...sharedOptions];
  const names = new Set(options.map(({ name }) => name));
  const config = Object.fromEntries(
    [...options, ...settingOptions.filter(({ name }) => !names.has(name))].map(
      ({ name, type, short, multiple }) => [
        name,
        { type, multiple: multiple ?? false, ...(short === undefined ? {} : { short }) },
      ],
    ),
  );
  try {
    const parsed = parseArgs({
      args: [...args],
      options: config,
      allowPositionals: true,
      allowNegative: true,
    });
    const values = parsed.values as ParsedCommand['values'];
    if (values.help !== true) checkPositionals(command, parsed.positionals);
    return { values, positionals: parsed.positionals };
  } catch (thrown) {
    if (thrown instanceof SlipboxError) throw thrown;
    throw badOption(command, options, thrown as Error);
  }
}

function checkPositionals(command: Command, given: readonly string[]): void {
  const { positionals } = command;
  const name = command.words.join(' ');
  if (given.length > positionals.length) {
    throw new SlipboxError('INVALID_PARAMS', `Unexpected argument: ${given[positionals.length]}`, {
      hint: `Run slipbox ${name} --help; quote an argument that contains spaces`,
      details: { parameter: given[positionals.length] },
    });
  }
  const missing = positionals.find(({ required }, index) => required && given[index] === undefined);
  if (missing !== undefined) {
    throw new SlipboxError('INVALID_PARAMS', `Missing argument: ${missing.name}`, {
      hint: `Run slipbox ${name} --help to see what it takes`,
      details: { parameter: missing.name },
    });
  }
}

function badOption(command: Command, options: readonly CommandOption[], error: Error): SlipboxError {
  const given = /'(?:-\w, )?--?([\w-]+)/.exec(error.message)?.[1] ?? '';
  const isKnown = options.some(({ name, short }) => name === given || short === given);
  const nearest = isKnown
    ? undefined
    : findNearest(
        given,
        options.map(({ name }) => name),
      );
  const message = isKnown ? error.message.split('\n')[0]! : `Unknown option: --${given}`;
  return new SlipboxError('INVALID_PARAMS', message, {
    hint:
      nearest === undefined
        ? `Run slipbox ${command.words.join(' ')} --help to see the options`
        : `Did you mean --${nearest}?`,
    details: { parameter: given },
  });
}
