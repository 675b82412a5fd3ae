import { type Static, Type } from 'typebox';
import { type Call, type Engine, findSessionWorkspace } from '../../engine/index.ts';

/** What a session's id looks like; generated ones do too. */
export const sessionIdPattern = '^session_\\d{13}_[a-z0-9]{9}$';
export const workspaceIdPattern = '^(default|ws_\\d{13}_\\w{1,80})$';

/** Their names are advertised as what is required; more would cost each of sixteen tools a hundred tokens. */
const words = (description: string) => Type.String({ description, blank: false, hidden: true });

const contextSchema = Type.Object(
  {
    sessionId: Type.String({ description: 'Session', pattern: sessionIdPattern, hidden: true }),
    workspaceId: Type.String({ description: 'Workspace', pattern: workspaceIdPattern, hidden: true }),
    sessionDescription: words('What the session is about'),
    sessionMemory: Type.String({ description: 'What happened so far; may be empty', hidden: true }),
    toolContext: words('Why this tool'),
    primaryGoal: words('What the user wants'),
    subgoal: words('What this step is for'),
  },
  {
    description: 'Strings. Ids: session_<13 digits>_<9 of a-z0-9>; ws_<13 digits>_<name> or default',
    hidden: true,
    demandedBy: 'context',
    additionalProperties: false,
  },
);

type Context = Static<typeof contextSchema>;

/** Every tool of the dialect takes it; whether it must is a setting. */
export const contextField = Type.Optional(contextSchema);

/** The context of arguments that nobody has validated yet, when its ids can be used. */
export function findContext(args: unknown): Context | undefined {
  const { context } = (args ?? {}) as { context?: Partial<Context> | null };
  const { sessionId, workspaceId, sessionDescription = '', toolContext = '' } = context ?? {};
  const isUsable =
    typeof sessionId === 'string' &&
    typeof workspaceId === 'string' &&
    new RegExp(sessionIdPattern).test(sessionId) &&
    new RegExp(workspaceIdPattern).test(workspaceId) &&
    typeof sessionDescription === 'string' &&
    typeof toolContext === 'string';
  return isUsable ? (context as Context) : undefined;
}

const workspaceContextSchema = Type.Object(
  {
    workspaceId: Type.String({ description: 'Workspace' }),
    workspacePath: Type.Array(Type.String(), { description: 'Its folder, one item per level' }),
    activeWorkspace: Type.Boolean({ description: 'Whether the session is bound to it' }),
  },
  { description: 'The workspace that the context names' },
);

export const workspaceContextOutput = Type.Optional(workspaceContextSchema);

type WorkspaceContext = Static<typeof workspaceContextSchema>;

/** What an answer says of the workspace; nothing for a call without context. A new session is bound to the workspace it names. */
export async function describeWorkspace(
  engine: Engine,
  { context, notebook }: { context?: Context | undefined; notebook?: string | undefined },
  call: Call,
  workspaceId = context?.workspaceId,
): Promise<{ workspaceContext?: WorkspaceContext }> {
  if (workspaceId === undefined) return {};
  // the note is written by now: whatever is wrong with the session must not make that a failure
  const bound =
    context && (await findSessionWorkspace(engine, context.sessionId, call, notebook).catch(() => undefined));
  return {
    workspaceContext: {
      workspaceId,
      workspacePath: (engine.config.workspaces[workspaceId] ?? '').split(/[/\\]/).filter(Boolean),
      activeWorkspace: (bound ?? workspaceId) === workspaceId,
    },
  };
}
