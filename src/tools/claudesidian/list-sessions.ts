import { Type } from 'typebox';
import { listSessions } from '../../engine/index.ts';
import { defineTool } from '../define-tool.ts';
import { offsetField, shortenedOutput } from '../fields.ts';
import { describeFlintPage, limitField, pagesText, paginateFlint } from '../flint/dialect.ts';
import { fitBeside } from '../pagination.ts';
import { present } from '../present.ts';
import { renderTable } from '../render.ts';
import { workspaceIdPattern } from './context.ts';
import { claudesidian } from './dialect.ts';
import { callFields, successOutput } from './fields.ts';
import { pagingBytes, pagingOutput, renderTime, sessionFields } from './session-fields.ts';

export const memoryManagerListSessions = defineTool({
  dialect: claudesidian,
  name: 'memoryManager_listSessions',
  title: 'List sessions',
  description: `List the sessions of a notebook, newest first. ${pagesText(20, 100)}`,
  effect: 'read',
  idempotent: true,
  byDefault: false,
  input: Type.Object(
    {
      workspaceId: Type.Optional(
        Type.String({ description: 'Only those bound to it', pattern: workspaceIdPattern }),
      ),
      limit: limitField(20, 100),
      offset: offsetField,
      ...callFields,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    success: successOutput,
    data: Type.Object(
      {
        sessions: Type.Array(
          Type.Object({
            ...sessionFields,
            lastUsed: Type.Optional(Type.Integer({ description: 'Last call in it, in ms since 1970' })),
            ...shortenedOutput,
          }),
          { description: 'The sessions of this page' },
        ),
        ...pagingOutput,
      },
      { description: 'The page' },
    ),
  }),
  cli: { command: 'list-sessions', aliases: { n: 'limit' } },
  async run(engine, { workspaceId, limit, offset, notebook }, call) {
    const input = { limit, offset, ...present({ workspaceId, notebook }) };
    const { sessions, total } = await listSessions(engine, input, call);
    const { rows } = fitBeside(sessions, {}, call.budget, pagingBytes);
    const pagination = paginateFlint({ total, limit, offset }, rows.length);
    return { success: true, data: { sessions: rows, pagination } };
  },
  render: ({ data }, style) =>
    renderTable(
      data.sessions.map(({ sessionId, name = '', workspaceId = '', createdAt }) => [
        sessionId,
        style.bold(name),
        workspaceId,
        renderTime(createdAt, style),
      ]),
    ),
  notice: ({ data }) => describeFlintPage({ results: data.sessions, pagination: data.pagination }, 'session'),
});
