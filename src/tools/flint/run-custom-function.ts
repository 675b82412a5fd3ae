import { Type } from 'typebox';
import { runCustomFunction } from '../../engine/index.ts';
import { contentBytes } from '../budget.ts';
import { defineTool } from '../define-tool.ts';
import {
  hidden,
  indexOutput,
  maxBytesField,
  offsetField,
  shortenedOutput,
  warningsOutput,
} from '../fields.ts';
import { present } from '../present.ts';
import { renderTable } from '../render.ts';
import { shortenRecord } from '../shorten.ts';
import {
  describeFlintPage,
  fitFlintPage,
  flint,
  flintPaginationSchema,
  inVault,
  limitField,
  pagesText,
  vaultFields,
} from './dialect.ts';

export const flintRunCustomFunction = defineTool({
  dialect: flint,
  name: 'run_custom_function',
  aliases: ['runCustomFunction'],
  byDefault: false,
  title: 'Run a custom function',
  description:
    'Run a function saved in the notebook; list_custom_functions shows them. It only reads. ' +
    `A list comes as results, anything else as value. ${pagesText(50, 500)}`,
  effect: 'read',
  idempotent: true,
  input: Type.Object(
    {
      name: Type.String({ description: 'Function name', minLength: 1 }),
      args: Type.Optional(
        Type.Object({}, { description: 'Its parameters by name', additionalProperties: Type.Unknown() }),
      ),
      limit: limitField(50, 500),
      offset: offsetField,
      ...vaultFields,
      maxBytes: hidden(maxBytesField),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    results: Type.Optional(
      Type.Array(Type.Object({}, { additionalProperties: Type.Unknown() }), {
        description: 'The rows of this page, when it gives a list',
      }),
    ),
    pagination: Type.Optional(flintPaginationSchema),
    value: Type.Optional(Type.Unknown({ description: 'What it gives, when that is no list' })),
    logs: Type.Optional(Type.Array(Type.String(), { description: 'What it printed' })),
    index: indexOutput,
    warnings: warningsOutput,
    ...shortenedOutput,
  }),
  cli: {
    positional: ['name'],
    aliases: { n: 'limit', a: 'args' },
    pairs: ['args'],
    flags: { args: 'arg' },
  },
  async run(engine, { name, args = {}, limit, offset, vaultId }, call) {
    const query = { name, args: { ...args }, limit, offset, ...inVault(vaultId) };
    const { logs, index, warnings, ...run } = await runCustomFunction(engine, query, call);
    const rest = present({ index, warnings, logs: logs && [...logs] });
    if ('rows' in run) return fitFlintPage({ ...run, limit, offset }, rest, call.budget);
    const { bytes } = call.budget;
    const room = bytes - contentBytes(call.budget) - 100;
    return shortenRecord({ value: run.value, ...shortenRecord(rest, Math.max(room, 400)) }, bytes - 50);
  },
  render({ results, value, logs = [] }, style) {
    const printed = logs.map((line) => style.dim(line));
    const shown =
      results === undefined ? renderValue(value) : renderTable(results.map((row) => toCells({ ...row })));
    return [...printed, ...(shown === '' ? [] : [shown])].join('\n');
  },
  notice: ({ results, pagination }) =>
    results === undefined || pagination === undefined
      ? ''
      : describeFlintPage({ results, pagination }, 'result'),
});

function renderValue(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null, null, 2);
}

function toCells(row: Record<string, unknown>): string[] {
  return Object.values(row).map((value) =>
    typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value),
  );
}
