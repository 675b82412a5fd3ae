import { listTrash, restoreTrash, SlipboxError, type TrashPage } from '../../engine/index.ts';
import { printable } from '../../tools/printable.ts';
import { renderTable } from '../../tools/render.ts';
import { type Command, optionText, type ParsedCommand } from './command.ts';

const standardRows = 50;
const mostRows = 1000;

const listCommand: Command = {
  words: ['trash', 'list'],
  prominent: true,
  summary: 'List what is in the trash of a notebook',
  description: 'List the files in the trash of a notebook, the last ones thrown away first.',
  positionals: [],
  options: [
    {
      name: 'limit',
      short: 'n',
      type: 'string',
      value: 'N',
      description: `Rows to show, ${standardRows} by default, at most ${mostRows}`,
    },
    { name: 'offset', type: 'string', value: 'N', description: 'Rows to skip' },
  ],
  async run(parsed, { withEngine, terminal, signal, json, caller }) {
    const limit = Math.min(mostRows, numberOf(parsed, 'limit', 1, standardRows));
    const offset = numberOf(parsed, 'offset', 0, 0);
    const call = { caller, signal, progress: () => undefined };
    const page = await withEngine((engine) => listTrash(engine, { limit, offset }, call));
    if (json) terminal.out(`${JSON.stringify({ ...page, limit, offset })}\n`);
    else {
      if (page.entries.length > 0) terminal.out(`${printable(renderEntries(page))}\n`);
      const notice = describeRest(page, offset);
      if (notice !== '') terminal.err(`${terminal.style.dim(notice)}\n`);
    }
    return 0;
  },
};

const restoreCommand: Command = {
  words: ['trash', 'restore'],
  prominent: true,
  summary: 'Put something back from the trash',
  description:
    'Put a file back to where it was before it was deleted, or to another place. Nothing is ever overwritten: exit code 4 when something is there.',
  positionals: [
    { name: 'path', required: true, description: 'As the list shows it: in the trash, or where it was' },
  ],
  options: [{ name: 'to', type: 'string', value: 'PATH', description: 'Another place for it' }],
  async run({ values, positionals }, { withEngine, terminal, signal, json, caller }) {
    const to = optionText(values.to);
    const input = { path: positionals[0]!, ...(to === undefined ? {} : { to }) };
    const progress = ({ message }: { message: string }) => terminal.progress(message);
    const restored = await withEngine((engine) => restoreTrash(engine, input, { caller, signal, progress }));
    terminal.progress('');
    if (json) terminal.out(`${JSON.stringify(restored)}\n`);
    else terminal.out(`${printable(restored.path)}\n`);
    return 0;
  },
};

export const trashCommands: readonly Command[] = [listCommand, restoreCommand];

function renderEntries({ entries }: TrashPage): string {
  const rows = entries.map(({ path, originalPath, size, deleted }) => [
    new Date(deleted).toISOString().slice(0, 16).replace('T', ' '),
    renderSize(size),
    originalPath,
    path,
  ]);
  return renderTable([['deleted', 'size', 'was', 'is'], ...rows]);
}

function renderSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 ** 2 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}

function describeRest({ entries, total }: TrashPage, offset: number): string {
  if (total === 0) return 'The trash is empty';
  const next = offset + entries.length;
  return next < total ? `${entries.length} of ${total}; next page: --offset ${next}` : '';
}

function numberOf(
  { values }: ParsedCommand,
  name: 'limit' | 'offset',
  least: number,
  otherwise: number,
): number {
  const text = optionText(values[name]);
  if (text === undefined) return otherwise;
  const number = Number(text);
  if (text.trim() !== '' && Number.isSafeInteger(number) && number >= least) return number;
  throw new SlipboxError('INVALID_PARAMS', `${name}: expected a whole number from ${least}, got ${text}`, {
    details: { parameter: name },
  });
}
