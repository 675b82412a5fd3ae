import { type Static, Type } from 'typebox';
import { listCustomFunctions } from '../../engine/index.ts';
import { defineTool, type Style } from '../define-tool.ts';
import { shortenedOutput, stringEnum } from '../fields.ts';
import { present } from '../present.ts';
import { renderTable } from '../render.ts';
import {
  describeFlintPage,
  fitFlintPage,
  flint,
  inVault,
  pageFields,
  pageSchema,
  pagesText,
} from './dialect.ts';

const functionRow = Type.Object({
  name: Type.String({ description: 'Name to run it by' }),
  language: Type.Optional(stringEnum(['sql', 'js'], { description: 'What it is written in' })),
  description: Type.Optional(Type.String({ description: 'What it does' })),
  parameters: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String({ description: 'Name in args' }),
        type: stringEnum(['string', 'list', 'date', 'bool', 'number'], {
          description: 'date: YYYY-MM-DD or a token such as today-7',
        }),
        required: Type.Boolean({ description: 'Whether it must be given' }),
        default: Type.Optional(Type.Unknown({ description: 'Value when it is not' })),
        description: Type.Optional(Type.String({ description: 'What it means' })),
      }),
      { description: 'What it takes' },
    ),
  ),
  path: Type.Optional(Type.String({ description: 'Its file in the notebook' })),
  ...shortenedOutput,
});

export const flintListCustomFunctions = defineTool({
  dialect: flint,
  name: 'list_custom_functions',
  aliases: ['listCustomFunctions'],
  byDefault: false,
  title: 'List custom functions',
  description: `List the functions saved in the notebook, with their parameters, by name. ${pagesText(50, 500)}`,
  effect: 'read',
  idempotent: true,
  input: Type.Object(
    {
      ...pageFields(50, 500),
    },
    { additionalProperties: false },
  ),
  output: pageSchema(functionRow),
  cli: { aliases: { n: 'limit' } },
  async run(engine, { limit, offset, vaultId }, call) {
    const input = { limit, offset, ...inVault(vaultId) };
    const { rows, total, warnings } = await listCustomFunctions(engine, input, call);
    const shown = rows.map(({ parameters, ...row }) => ({
      ...row,
      parameters: parameters.map((parameter) => ({ ...parameter })),
    }));
    return fitFlintPage({ rows: shown, total, limit, offset }, present({ warnings }), call.budget);
  },
  render: ({ results }, style) => renderTable(results.map((row) => toCells(row, style))),
  notice: (answer) => describeFlintPage(answer, 'function'),
});

function toCells(row: Static<typeof functionRow>, style: Style): string[] {
  const takes = (row.parameters ?? []).map(({ name, default: value }) =>
    value === undefined ? name : `${name}=${Array.isArray(value) ? value.join(',') : String(value)}`,
  );
  return [row.name, style.dim(row.language ?? ''), row.description ?? '', style.dim(takes.join(' '))];
}
