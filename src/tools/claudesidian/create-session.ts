import { Type } from 'typebox';
import { createSession } from '../../engine/index.ts';
import { defineTool } from '../define-tool.ts';
import { present } from '../present.ts';
import { describeWorkspace, workspaceContextOutput, workspaceIdPattern } from './context.ts';
import { claudesidian } from './dialect.ts';
import { callFields, successOutput } from './fields.ts';

const workspaceField = Type.Optional(
  Type.Object(
    {
      workspaceId: Type.Optional(Type.String({ description: 'Workspace', pattern: workspaceIdPattern })),
      workspacePath: Type.Optional(Type.Array(Type.String(), { description: 'Not used', hidden: true })),
      activeWorkspace: Type.Optional(Type.Boolean({ description: 'Not used', hidden: true })),
    },
    { description: 'Workspace to bind it to; omit for that of the context', additionalProperties: false },
  ),
);

export const memoryManagerCreateSession = defineTool({
  dialect: claudesidian,
  name: 'memoryManager_createSession',
  title: 'Begin a session',
  description: 'Begin a session. Calls whose context names its id are written down in it.',
  effect: 'write',
  idempotent: false,
  byDefault: false,
  input: Type.Object(
    {
      name: Type.String({ description: 'Name', blank: false, maxLength: 200 }),
      description: Type.Optional(Type.String({ description: 'What it is about', maxLength: 1000 })),
      sessionGoal: Type.Optional(Type.String({ description: 'What it is for', maxLength: 1000 })),
      generateContextTrace: Type.Boolean({ description: 'Begin it with a trace', default: true }),
      workspaceContext: workspaceField,
      ...callFields,
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    success: successOutput,
    data: Type.Object(
      {
        sessionId: Type.String({ description: 'Id, for the context of calls' }),
        name: Type.String({ description: 'Name' }),
        workspaceId: Type.String({ description: 'Workspace it is bound to' }),
        createdAt: Type.Integer({ description: 'When, in ms since 1970' }),
      },
      { description: 'The session' },
    ),
    workspaceContext: workspaceContextOutput,
  }),
  cli: { command: 'create-session', positional: ['name'] },
  async run(engine, { workspaceContext, context, notebook, ...input }, call) {
    const workspaceId = workspaceContext?.workspaceId ?? context?.workspaceId ?? 'default';
    const { sessionId: from, primaryGoal, subgoal } = context ?? {};
    const origin = present({ from, primaryGoal, subgoal });
    const where = present({ notebook });
    const tool = 'memoryManager_createSession';
    const session = await createSession(engine, { ...input, ...where, workspaceId, origin, tool }, call);
    const { sessionId, name, createdAt } = session;
    return {
      success: true,
      data: { sessionId, name, workspaceId: session.workspaceId, createdAt },
      ...(await describeWorkspace(engine, where, call, workspaceId)),
    };
  },
  render: ({ data }, style) => `${data.sessionId}  ${style.bold(data.name)}`,
  notice: () => '',
});
