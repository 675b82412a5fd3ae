import { renderTable } from '../../tools/render.ts';
import type { Command, CommandOption } from './command.ts';
import { sharedOptions } from './parse-command.ts';

const column = 200;

function lines(chosen: readonly Command[]): string {
  return renderTable(
    chosen.map(({ words, summary }) => [`  ${words.join(' ')}`, summary]),
    column,
  ).replaceAll(/^(?=\S)/gm, '  ');
}

/** Commands that begin with the same word. */
export function renderGroup(commands: readonly Command[]): string {
  const usage = `Usage: slipbox ${commands[0]!.words[0]} <command> [options]`;
  return [usage, '', lines(commands), '', 'Each says more with --help.', ''].join('\n');
}

export function renderOverview(commands: readonly Command[]): string {
  const prominent = commands.filter((command) => command.prominent);
  const others = commands.filter((command) => !command.prominent);
  return [
    'Usage: slipbox <command> [options]',
    '',
    'Fast, bounded, safe access to folders of Markdown notes.',
    '',
    lines(prominent),
    '',
    'The same tools under the name of their dialect:',
    lines(others),
    '',
    'slipbox <command> --help says more; --version prints the version.',
    'Exit codes: 0 ok, 1 failed, 2 bad parameters, 3 not found, 4 conflict, 5 refused, 130 interrupted.',
    '',
  ].join('\n');
}

export function renderUsage({ words, positionals, options }: Command): string {
  const places = positionals.map(({ name, required }) => (required ? `<${name}>` : `[${name}]`));
  return ['slipbox', ...words, ...places, ...(options.length > 0 ? ['[options]'] : [])].join(' ');
}

export function renderCommandHelp(command: Command): string {
  const sections = [`Usage: ${renderUsage(command)}`, '', command.description ?? command.summary];
  if (command.positionals.length > 0) {
    sections.push('', rows(command.positionals.map(({ name, description }) => [`  ${name}`, description])));
  }
  const { unshared = [] } = command;
  const options = [...command.options, ...sharedOptions.filter(({ name }) => !unshared.includes(name))];
  sections.push('', rows(options.map((option) => [`  ${renderFlag(option)}`, option.description])), '');
  return sections.join('\n');
}

export function renderFlag({ name, short, value, type, negated }: CommandOption): string {
  const long = negated ? `--no-${name}` : `--${name}`;
  const flag = short === undefined ? long : `-${short}, ${long}`;
  return type === 'string' ? `${flag} ${value ?? 'TEXT'}` : flag;
}

function rows(cells: readonly (readonly string[])[]): string {
  return renderTable(cells, column).replaceAll(/^(?=\S)/gm, '  ');
}
