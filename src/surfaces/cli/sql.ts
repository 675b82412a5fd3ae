import { describeSql, runSql, SlipboxError, type SqlResult } from '../../engine/index.ts';
import { printable } from '../../tools/printable.ts';
import { renderTable } from '../../tools/render.ts';
import { type Command, optionText, type ParsedCommand } from './command.ts';
import { readStdin } from './read-stdin.ts';

const defaultLimit = 100;
const mostRows = 1000;

export const sqlCommand: Command = {
  words: ['sql'],
  prominent: true,
  summary: 'Run a SELECT over a notebook',
  description:
    'Run one SELECT (DuckDB dialect) over the notes, properties, links, tags, headings and tasks of a notebook. It reads nothing else and changes nothing.',
  positionals: [{ name: 'statement', required: false, description: 'The SELECT; - reads it from stdin' }],
  options: [
    { name: 'schema', type: 'boolean', description: 'List the tables, columns and functions' },
    { name: 'csv', type: 'boolean', description: 'Print the rows as CSV' },
    {
      name: 'limit',
      short: 'n',
      type: 'string',
      value: 'N',
      description: `Rows to show, ${defaultLimit} by default, at most ${mostRows}`,
    },
    { name: 'offset', type: 'string', value: 'N', description: 'Rows to skip' },
  ],
  async run(parsed, { withEngine, terminal, signal, json, caller }) {
    const { values, positionals } = parsed;
    if (values.schema === true) {
      const schema = describeSql();
      terminal.out(json ? `${JSON.stringify(schema)}\n` : renderSchema(schema));
      return 0;
    }
    const given = positionals[0];
    if (given === undefined)
      throw new SlipboxError('INVALID_PARAMS', 'Missing argument: statement', {
        hint: 'For instance: slipbox sql "FROM notes LIMIT 10"; --schema lists what there is',
        details: { parameter: 'statement' },
      });
    const sql = given === '-' ? await readStdin() : given;
    const limit = Math.min(mostRows, numberOf(parsed, 'limit', 1, defaultLimit));
    const offset = numberOf(parsed, 'offset', 0, 0);
    const call = {
      caller,
      signal,
      progress: ({ message }: { message: string }) => terminal.progress(message),
    };
    const result = await withEngine((engine) => runSql(engine, { sql, limit, offset }, call));
    terminal.progress('');
    if (json) terminal.out(`${JSON.stringify(result)}\n`);
    else {
      const text = values.csv === true ? renderCsv(result) : renderRows(result);
      terminal.out(values.csv === true || !terminal.isTty ? text : printable(text));
      const notice = describeRest(result, offset);
      if (notice !== '') terminal.err(`${terminal.style.dim(notice)}\n`);
    }
    return 0;
  },
};

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

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function renderRows({ rows, columns }: SqlResult): string {
  const names = columns.map(({ name }) => name);
  const cells = rows.map((row) => names.map((name) => cellText(row[name])));
  return `${renderTable([names, ...cells])}\n`;
}

/** RFC 4180; a value that a spreadsheet would take for a formula stays as it is, since others read this too. */
function renderCsv({ rows, columns }: SqlResult): string {
  const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const names = columns.map(({ name }) => name);
  const lines = [names, ...rows.map((row) => names.map((name) => cellText(row[name])))];
  return lines.map((line) => `${line.map(quoted).join(',')}\r\n`).join('');
}

function describeRest({ rows, total, index, warnings }: SqlResult, offset: number): string {
  const next = offset + rows.length;
  return [
    next < total
      ? `${rows.length} of ${total} rows; next page: --offset ${next}`
      : total === 1
        ? '1 row'
        : `${total} rows`,
    ...(index ? [`the index is being built: ${index.indexed} of ${index.found} notes`] : []),
    ...(warnings ? [`${warnings.count} warnings, first: ${warnings.items[0]?.message}`] : []),
  ].join('\n');
}

function renderSchema({ tables, functions }: ReturnType<typeof describeSql>): string {
  const rows = (cells: readonly (readonly string[])[]) => renderTable(cells, 120).replaceAll(/^/gm, '  ');
  return [
    ...tables.flatMap(({ name, description, columns }) => [
      `${name}: ${description}`,
      rows(columns.map((column) => [column.name, column.type, column.description])),
      '',
    ]),
    'Functions',
    ...functions.map(({ call, returns, description }) => `  ${call} -> ${returns}\n    ${description}`),
    '',
  ].join('\n');
}
