import { SlipboxError } from '../../../engine/index.ts';

/** Command and arguments of a server, as clients want them. */
export interface ServerEntry {
  readonly command: string;
  readonly args: readonly string[];
}

const header = /^[ \t]*\[(?!\[)[ \t]*([^\]\r\n]*?)[ \t]*\]/;

/** A TOML text with the table `[table.name]` set, or taken out; every other byte stays. */
export function setTomlEntry(
  text: string,
  table: string,
  name: string,
  entry: ServerEntry | undefined,
): string {
  const isOdd =
    /"""|'''/.test(text) ||
    new RegExp(`^[ \\t]*\\[[ \\t]*${table}[ \\t]*\\]`, 'm').test(text) ||
    new RegExp(`^[ \\t]*["']?${table}["']?[ \\t]*[=.]`, 'm').test(text);
  if (isOdd)
    throw new SlipboxError('CONFIG_INVALID', `"${table}" is written in a form that cannot be edited safely`, {
      hint: 'Add the entry by hand: run the command with --print',
    });
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = text.split(/(?<=\n)/);
  const isOurs = (line: string) => {
    const path = header.exec(line)?.[1]?.replaceAll(/["'\s]/g, '');
    return path === `${table}.${name}` || path?.startsWith(`${table}.${name}.`) === true;
  };
  const start = lines.findIndex(isOurs);
  const block = entry === undefined ? '' : renderBlock(table, name, entry).replaceAll('\n', newline);
  if (start === -1) {
    if (block === '') return text;
    const gap = text === '' ? '' : text.endsWith('\n') ? newline : newline + newline;
    return text + gap + block;
  }
  let end = start + 1;
  while (end < lines.length && (!/^[ \t]*\[/.test(lines[end]!) || isOurs(lines[end]!))) end++;
  // what stands before the next table is about that one
  while (end > start + 1 && end < lines.length && /^\s*(?:#.*)?\r?\n?$/.test(lines[end - 1]!)) end--;
  const before = lines.slice(0, start).join('');
  return (block === '' ? before.replace(/(\r?\n)\r?\n$/, '$1') : before) + block + lines.slice(end).join('');
}

function renderBlock(table: string, name: string, { command, args }: ServerEntry): string {
  // strings of JSON are basic strings of TOML
  const list = args.map((arg) => JSON.stringify(arg)).join(', ');
  return `[${table}.${name}]\ncommand = ${JSON.stringify(command)}\nargs = [${list}]\n`;
}
