import { createReadStream, statSync } from 'node:fs';
import { SlipboxError } from '../../engine/index.ts';
import type { ExamplesReport } from '../../tools/examples/check-examples.ts';
import { type Issue, type IssueCode, issueCodes } from '../../tools/examples/issue.ts';
import { printable } from '../../tools/printable.ts';
import { renderTable } from '../../tools/render.ts';
import { type Command, optionText } from './command.ts';

const standardIssues = 200;
const mostIssues = 100_000;

const checkCommand: Command = {
  words: ['examples', 'check'],
  prominent: true,
  summary: 'Check examples of tool calls, arguments and results',
  description:
    'Check examples of tool calls in a JSONL file (ChatML or OpenAI form): arguments and results, by the schemas of the tools themselves. Exit code 1 when something is wrong.',
  positionals: [{ name: 'file', required: true, description: 'The file; - reads it from stdin' }],
  options: [
    {
      name: 'replay',
      type: 'boolean',
      description: 'Also run the calls of each sound conversation on a notebook made for it',
    },
    {
      name: 'limit',
      short: 'n',
      type: 'string',
      value: 'N',
      description: `Issues to show, ${standardIssues} by default; all are counted`,
    },
  ],
  async run({ values, positionals }, { config, terminal, signal, json }) {
    const file = positionals[0]!;
    const { toolPrefix, defaultPageSize, budget } = config();
    const replays = values.replay === true;
    // loaded on first use: no server needs it
    const { checkExamples } = await import('../../tools/examples/check-examples.ts');
    const { openScratch } = await import('./examples-scratch.ts');
    const report = await checkExamples(readLines(file, signal), {
      toolPrefix,
      defaultPageSize,
      mostIssues: limitOf(optionText(values.limit)),
      openScratch: replays ? () => openScratch(budget, signal) : undefined,
    });
    if (json) terminal.out(`${JSON.stringify({ file, ok: report.errors === 0, ...report })}\n`);
    else {
      if (report.issues.length > 0) terminal.out(`${printable(renderIssues(report.issues))}\n`);
      terminal.err(`${terminal.style.dim(describeReport(report))}\n`);
    }
    return report.errors === 0 ? 0 : 1;
  },
};

export const exampleCommands: readonly Command[] = [checkCommand];

async function* readLines(file: string, signal: AbortSignal): AsyncGenerator<string> {
  const stats = file === '-' ? undefined : statSync(file, { throwIfNoEntry: false });
  if (file !== '-' && !stats?.isFile())
    throw new SlipboxError('NOTE_NOT_FOUND', `File not found: ${file}`, {
      hint: 'Name a JSONL file, by its path from here',
      details: { file },
    });
  const { createInterface } = await import('node:readline'); // no other command needs it
  const input = file === '-' ? process.stdin : createReadStream(file);
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (signal.aborted) throw new SlipboxError('CANCELLED', 'Interrupted');
    yield line;
  }
}

function limitOf(text: string | undefined): number {
  if (text === undefined) return standardIssues;
  const number = Number(text);
  if (text.trim() !== '' && Number.isSafeInteger(number) && number >= 1) return Math.min(number, mostIssues);
  throw new SlipboxError('INVALID_PARAMS', `limit: expected a whole number from 1, got ${text}`, {
    details: { parameter: 'limit' },
  });
}

function renderIssues(issues: readonly Issue[]): string {
  const rows = issues.map(({ line, call, severity, code, tool = '', place, pointer, message, hint }) => [
    call === undefined ? `${line}` : `${line}:${call}`,
    severity === 'info' ? `(${code})` : code,
    tool,
    pointer ?? place,
    `${message}. ${hint}`,
  ]);
  return renderTable([['line:call', 'code', 'tool', 'where', 'what'], ...rows], 100);
}

function describeReport(report: ExamplesReport): string {
  const { records, calls, results, exempt, replayed, errors, infos, issues, counts } = report;
  const shown = issues.length < errors + infos ? ` (the first ${issues.length} are shown)` : '';
  const kinds = Object.entries(counts).sort(([, a], [, b]) => b - a);
  return [
    `${records} records, ${calls} calls, ${results} results: ${errors} errors, ${infos} notes${shown}`,
    ...(exempt > 0 ? [`${exempt} records are labelled as not to follow`] : []),
    ...(replayed === undefined ? [] : [`${replayed.calls} calls replayed, ${replayed.skipped} skipped`]),
    ...kinds.map(([code, count]) => `  ${code} ${count}: ${issueCodes[code as IssueCode]}`),
  ].join('\n');
}
