import { Type } from 'typebox';
import { searchMemory } from '../../engine/index.ts';
import { defineTool } from '../define-tool.ts';
import { offsetField, stringEnum } from '../fields.ts';
import { describeFlintPage, limitField, pagesText, paginateFlint } from '../flint/dialect.ts';
import { fitBeside } from '../pagination.ts';
import { present } from '../present.ts';
import { sessionIdPattern, workspaceIdPattern } from './context.ts';
import { claudesidian } from './dialect.ts';
import { callFields, successOutput } from './fields.ts';
import { pagingBytes, pagingOutput, renderTime, sessionIdOutput, traceFields } from './session-fields.ts';

export const vaultLibrarianSearchMemory = defineTool({
  dialect: claudesidian,
  name: 'vaultLibrarian_searchMemory',
  title: 'Search sessions',
  description:
    'Find sessions and calls by words that all occur in the name, description, goal, tool, paths or arguments. ' +
    pagesText(10, 100),
  effect: 'read',
  idempotent: true,
  byDefault: false,
  input: Type.Object(
    {
      query: Type.String({ description: 'Words', blank: false, maxLength: 1000 }),
      workspaceId: Type.Optional(
        Type.String({ description: 'Only sessions bound to it', pattern: workspaceIdPattern }),
      ),
      sessionId: Type.Optional(
        Type.String({ description: 'Only this session', pattern: sessionIdPattern, hidden: true }),
      ),
      limit: limitField(10, 100),
      offset: offsetField,
      ...callFields,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    success: successOutput,
    query: Type.String({ description: 'The words that were looked for' }),
    results: Type.Array(
      Type.Object({
        type: Type.Optional(
          stringEnum(['session', 'trace'], { description: 'A session, or one call in it' }),
        ),
        sessionId: sessionIdOutput,
        sessionName: Type.Optional(Type.String({ description: 'Name of the session' })),
        workspaceId: Type.Optional(Type.String({ description: 'Workspace it is bound to' })),
        score: Type.Optional(Type.Number({ description: 'How well it fits, 0 to 1' })),
        text: Type.Optional(Type.String({ description: 'What was found' })),
        ...traceFields,
      }),
      { description: 'Best first, then newest' },
    ),
    totalResults: Type.Integer({ description: 'How many there are' }),
    incomplete: Type.Optional(
      Type.Boolean({ description: 'True: only the newest thousand sessions were searched' }),
    ),
    ...pagingOutput,
  }),
  cli: { command: 'search-memory', positional: ['query'], aliases: { n: 'limit' } },
  async run(engine, { query, workspaceId, sessionId, limit, offset, notebook }, call) {
    const input = { query, limit, offset, ...present({ workspaceId, sessionId, notebook }) };
    const { results, total, incomplete } = await searchMemory(engine, input, call);
    const shown = results.map(({ paths, ...memory }) => ({
      ...memory,
      ...(paths === undefined ? {} : { paths: [...paths] }),
    }));
    const { rows, rest } = fitBeside(shown, { query }, call.budget, pagingBytes);
    const pagination = paginateFlint({ total, limit, offset }, rows.length);
    const { query: asked } = rest;
    return {
      success: true,
      query: asked,
      results: rows,
      totalResults: total,
      ...present({ incomplete }),
      pagination,
    };
  },
  render: ({ results }, style) =>
    results
      .map(({ sessionId, time, tool, text = '' }) =>
        [renderTime(time, style), sessionId, tool ?? 'session', text].join('  '),
      )
      .join('\n'),
  notice: (answer) => describeFlintPage(answer, 'record'),
});
