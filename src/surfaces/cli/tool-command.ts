import { SlipboxError } from '../../engine/index.ts';
import type { Tool } from '../../tools/define-tool.ts';
import { type ServedTool, serveTool } from '../../tools/registry.ts';
import type { Schema } from '../../tools/validate.ts';
import { type Command, type CommandOption, optionList, type ParsedCommand } from './command.ts';
import { parsePairs, parseValue } from './parse-pairs.ts';
import { readStdin } from './read-stdin.ts';
import { runToolCommand } from './run-tool-command.ts';

/** What a command line calls the tool: `opennotes_list` is `list`, `get_note` is `get-note`. */
export function commandNameOf(tool: Tool): string {
  return tool.cli.command ?? toKebab(tool.name.slice(tool.dialect.prefix?.length ?? 0));
}

/** `slipbox <dialect> <tool>`, and for the opennotes tools also `slipbox <tool>`. */
export function toolCommands(tools: readonly Tool[]): Command[] {
  const named = tools.map((tool) => toolCommand(tool, [tool.dialect.name, commandNameOf(tool)], false));
  const short = tools
    .filter((tool) => tool.dialect.name === 'opennotes')
    .map((tool) => toolCommand(tool, [commandNameOf(tool)], true));
  return [...short, ...named];
}

function toolCommand(tool: Tool, words: readonly string[], prominent: boolean): Command {
  let shown: ServedTool | undefined;
  // Help shows the shipped names and defaults; the call itself uses the configured ones. Worked out when it is asked for: a
  // command line is about one command.
  const show = () => {
    shown ??= serveTool(tool, { toolPrefix: tool.dialect.prefix ?? '', defaultPageSize: 50 });
    const { properties = {}, required = [] } = shown.input as Schema;
    return { description: shown.description, properties, required };
  };
  const positional = tool.cli.positional ?? [];
  return {
    words,
    prominent,
    summary: tool.title,
    get description() {
      return show().description;
    },
    get positionals() {
      const { properties, required } = show();
      return positional.map((name) => ({
        name: toKebab(name),
        required: required.includes(name),
        description: properties[name]?.description ?? '',
      }));
    },
    get options() {
      return Object.entries(show().properties)
        .filter(([name]) => !positional.includes(name))
        .flatMap(([name, schema]) => toOptions(name, schema, tool.cli));
    },
    run: async (parsed, context) => runToolCommand(tool, await toArguments(tool, parsed), context),
  };
}

function toOptions(name: string, schema: Schema, cli: Tool['cli']): CommandOption[] {
  if (schema.spells !== undefined) return [];
  if (name === 'vaultId') return [toOption('notebook', schema, cli)];
  if (!cli.spread?.includes(name)) return [toOption(name, schema, cli)];
  return Object.entries(schema.properties ?? {}).map(([field, inner]) => toOption(field, inner, cli));
}

function toOption(name: string, schema: Schema, cli: Tool['cli']): CommandOption {
  const aliases = cli.aliases ?? {};
  const short = Object.keys(aliases).find((letter) => aliases[letter] === name);
  const isFlag = schema.type === 'boolean';
  const negated = isFlag && schema.default === true;
  const isPairs = cli.pairs?.includes(name) ?? false;
  const how = isPairs ? '; repeatable' : cli.stdin?.includes(name) ? '; - reads it from stdin' : '';
  const fallback = isFlag || schema.default === undefined ? '' : ` (default ${schema.default})`;
  return {
    name: flagNameOf(name, cli),
    type: isFlag ? 'boolean' : 'string',
    multiple: schema.type === 'array' || isPairs,
    value: isPairs ? 'KEY=VALUE' : valueName(schema),
    description: `${schema.description ?? ''}${how}${fallback}${negated ? ` (--no-${flagNameOf(name, cli)})` : ''}`,
    ...(short === undefined ? {} : { short }),
  };
}

function flagNameOf(name: string, { flags }: Tool['cli']): string {
  return flags?.[name] ?? toKebab(name);
}

function valueName(schema: Schema): string {
  if (schema.enum !== undefined) return schema.enum.join('|');
  if (schema.type === 'integer' || schema.type === 'number') return 'N';
  return schema.type === 'object' ? 'JSON' : 'TEXT';
}

/** The tool's arguments from what stood on the command line; wrong values pass through for validation to name. */
async function toArguments(
  tool: Tool,
  { values, positionals }: ParsedCommand,
): Promise<Record<string, unknown>> {
  const args: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries((tool.input as Schema).properties ?? {})) {
    const index = tool.cli.positional?.indexOf(name) ?? -1;
    const given = index >= 0 ? positionals[index] : values[flagNameOf(name, tool.cli)];
    // --notebook names any folder, as the person's own choice; the parameter accepts only known notebooks
    if (name === 'notebook' || name === 'vaultId') continue;
    if (schema.spells !== undefined) continue;
    if (tool.cli.spread?.includes(name)) {
      const fields = Object.keys(schema.properties ?? {}).filter(
        (field) => values[toKebab(field)] !== undefined,
      );
      const entries = fields.map((field) => [field, values[toKebab(field)]]);
      if (entries.length > 0) args[name] = Object.fromEntries(entries);
      continue;
    }
    if (given === undefined) continue;
    if (tool.cli.pairs?.includes(name))
      args[name] = parsePairs(flagNameOf(name, tool.cli), optionList(given));
    else if (tool.cli.stdin?.includes(name) && given === '-') args[name] = await readStdin();
    else if (tool.cli.typed?.includes(name) && typeof given === 'string') args[name] = parseValue(given);
    else args[name] = typeof given === 'string' ? fromText(name, schema, given) : given;
  }
  return args;
}

function fromText(name: string, schema: Schema, text: string): unknown {
  if (schema.type === 'integer' || schema.type === 'number') {
    return /^[+-]?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  }
  if (schema.type !== 'object') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new SlipboxError('INVALID_PARAMS', `Invalid ${name}: not JSON`, { details: { parameter: name } });
  }
}

function toKebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-');
}
