import { mayWrite } from './access.ts';
import type { Call } from './call.ts';
import type { Engine } from './engine.ts';
import { SlipboxError } from './errors.ts';
import type { MemoryQuery, MemorySearch } from './sessions/search-sessions.ts';
import type { Session } from './sessions/session-record.ts';
import type { CallTrace, LoadedSession, NewSession, SessionPage } from './sessions/sessions.ts';

export type { CallTrace, LoadedSession, MemorySearch, NewSession, Session, SessionPage };

// loaded on first use: most processes keep no sessions
const sessions = () => import('./sessions/sessions.ts');

/** Begins a session, bound to a workspace. With `generateContextTrace` its first trace says how it began. */
export async function createSession(
  engine: Engine,
  { notebook, ...input }: NewSession & { notebook?: string },
  call: Call,
): Promise<Session> {
  const open = await engine.notebook(notebook, call);
  if (engine.config.readOnly) throw new SlipboxError('READ_ONLY', 'Cannot create a session: read-only');
  if (!mayWrite(open.call.caller))
    throw new SlipboxError('FORBIDDEN', 'Cannot create a session: nothing may be written here');
  return (await sessions()).createSession(open.index.root, input, open.call);
}

/** One page of the sessions of a notebook, newest first. */
export async function listSessions(
  engine: Engine,
  {
    notebook,
    ...input
  }: { notebook?: string; workspaceId?: string | undefined; limit: number; offset: number },
  call: Call,
): Promise<SessionPage> {
  const open = await engine.notebook(notebook, call);
  return (await sessions()).listSessions(open.index.root, input, open.call);
}

/** A session with one page of its traces, oldest first. SESSION_NOT_FOUND when there is none of that id. */
export async function loadSession(
  engine: Engine,
  { notebook, ...input }: { notebook?: string; sessionId: string; limit: number; offset: number },
  call: Call,
): Promise<LoadedSession> {
  const open = await engine.notebook(notebook, call);
  return (await sessions()).loadSession(open.index.root, input, open.call);
}

/** What sessions remember of something: their names, descriptions, goals and traces. */
export async function searchMemory(
  engine: Engine,
  { notebook, ...input }: MemoryQuery & { notebook?: string },
  call: Call,
): Promise<MemorySearch> {
  const open = await engine.notebook(notebook, call);
  const { searchSessions } = await import('./sessions/search-sessions.ts');
  return searchSessions(open.index.root, input, open.call);
}

/**
 * Adds one call to its session, which begins with it when it was not there. Never fails and never writes the text of a note;
 * writes nothing where nothing may be written.
 */
export async function recordTrace(
  engine: Engine,
  { notebook, ...trace }: CallTrace & { notebook?: string },
  call: Call,
): Promise<void> {
  if (engine.config.readOnly) return;
  try {
    const open = await engine.notebook(notebook, call);
    if (mayWrite(open.call.caller))
      (await sessions()).addTrace(open.index.root, trace, open.call.caller, Date.now());
  } catch {
    // a call is not to fail because nobody could write down that it was made
  }
}

/** The workspace that a session is bound to; undefined when there is no such session. */
export async function findSessionWorkspace(
  engine: Engine,
  sessionId: string,
  call: Call,
  notebook?: string,
): Promise<string | undefined> {
  const open = await engine.notebook(notebook, call);
  return (await sessions()).findKnown(open.index.root, sessionId, open.call.caller)?.workspaceId;
}
