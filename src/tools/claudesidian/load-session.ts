import { type Static, Type } from 'typebox';
import { loadSession } from '../../engine/index.ts';
import { defineTool, type Style } from '../define-tool.ts';
import { offsetField } from '../fields.ts';
import { describeFlintPage, limitField, pagesText, paginateFlint } from '../flint/dialect.ts';
import { fitBeside } from '../pagination.ts';
import { present } from '../present.ts';
import { renderTable } from '../render.ts';
import { sessionIdPattern } from './context.ts';
import { claudesidian } from './dialect.ts';
import { callFields, successOutput } from './fields.ts';
import { pagingBytes, pagingOutput, renderTime, sessionFields, traceFields } from './session-fields.ts';

const traceRow = Type.Object({
  ...traceFields,
  args: Type.Optional(
    Type.Object(
      {},
      { description: 'Its arguments, without texts of notes', additionalProperties: Type.Unknown() },
    ),
  ),
  purpose: Type.Optional(Type.String({ description: 'What it was called for' })),
});

export const memoryManagerLoadSession = defineTool({
  dialect: claudesidian,
  name: 'memoryManager_loadSession',
  title: 'Read a session',
  description: `Read what was done in a session: its calls, oldest first. ${pagesText(50, 200)}`,
  effect: 'read',
  idempotent: true,
  byDefault: false,
  input: Type.Object(
    {
      sessionId: Type.String({ description: 'Session', pattern: sessionIdPattern }),
      limit: limitField(50, 200),
      offset: offsetField,
      ...callFields,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    success: successOutput,
    data: Type.Object(
      {
        ...sessionFields,
        traces: Type.Array(traceRow, { description: 'The calls of this page' }),
        dropped: Type.Optional(
          Type.Integer({ description: 'Older calls that are no longer kept, when there are any' }),
        ),
        ...pagingOutput,
      },
      { description: 'The session' },
    ),
  }),
  cli: { command: 'load-session', positional: ['sessionId'], aliases: { n: 'limit' } },
  async run(engine, { sessionId, limit, offset, notebook }, call) {
    const input = { sessionId, limit, offset, ...present({ notebook }) };
    const { session, traces, total, dropped } = await loadSession(engine, input, call);
    const shown = traces.map(({ paths, args, ...trace }) => ({
      ...trace,
      paths: [...paths],
      args: { ...args },
    }));
    const { rows, rest } = fitBeside(shown, session, call.budget, pagingBytes);
    const pagination = paginateFlint({ total, limit, offset }, rows.length);
    const given = dropped > 0 ? { dropped } : {};
    return { success: true, data: { ...rest, traces: rows, ...given, pagination } };
  },
  render: ({ data }, style) =>
    [
      `${style.bold(data.name ?? '')}  ${data.sessionId}`,
      renderTable(data.traces.map((trace) => toCells(trace, style))),
    ].join('\n'),
  notice: ({ data }) => describeFlintPage({ results: data.traces, pagination: data.pagination }, 'call'),
});

function toCells({ time, tool = '', outcome = '', paths = [] }: Static<typeof traceRow>, style: Style) {
  return [renderTime(time, style), tool, outcome, paths.join(' ')];
}
