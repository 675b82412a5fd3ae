import type { Call, Caller } from '../call.ts';
import { SlipboxError } from '../errors.ts';
import { findOwnFolder, makeOwnFolder } from '../vault/own-files.ts';
import {
  findOne,
  findSessions,
  keepRoom,
  lastUseOf,
  readAllTraces,
  sessionsFolder,
} from './list-sessions.ts';
import { appendTrace, createSessionFile } from './session-file.ts';
import { isSessionId, newSessionId } from './session-id.ts';
import { cut, type Session, type SessionLine, type Trace, withoutBodies } from './session-record.ts';
import { stemFor } from './whose-session.ts';

export interface NewSession {
  readonly name: string;
  readonly description?: string;
  readonly sessionGoal?: string;
  readonly workspaceId: string;
  /** Whether the session begins with a trace of its own making. */
  readonly generateContextTrace: boolean;
  /** What that trace holds besides: from which session and for what it was made. */
  readonly origin?: Readonly<Record<string, unknown>>;
  /** The tool that makes it, for that trace. */
  readonly tool?: string;
}

/** A call to be written down. */
export interface CallTrace {
  readonly sessionId: string;
  /** What a session that begins with this call is bound to. */
  readonly workspaceId?: string;
  /** What such a session is about. */
  readonly description?: string;
  readonly tool: string;
  /** All it was given; texts of notes are left out here. */
  readonly args: Readonly<Record<string, unknown>>;
  /** `ok`, or the code of the error. */
  readonly outcome: string;
  readonly paths: readonly string[];
  readonly purpose?: string;
}

export interface SessionPage {
  readonly sessions: (Session & { readonly lastUsed: number })[];
  readonly total: number;
}

export interface LoadedSession {
  readonly session: Session;
  readonly traces: Trace[];
  /** Of the traces that are kept. */
  readonly total: number;
  /** Older ones that were given up. */
  readonly dropped: number;
}

const attempts = 5;

export function createSession(root: string, input: NewSession, { caller }: Pick<Call, 'caller'>): Session {
  const folder = makeOwnFolder(root, sessionsFolder);
  const { name, description, sessionGoal, workspaceId, generateContextTrace, origin = {}, tool } = input;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const createdAt = Date.now();
    const session: SessionLine = {
      type: 'session',
      sessionId: newSessionId(createdAt),
      name,
      workspaceId,
      createdAt,
      ...(description === undefined ? {} : { description }),
      ...(sessionGoal === undefined ? {} : { sessionGoal }),
    };
    const begun = {
      type: 'trace',
      time: createdAt,
      tool: tool ?? 'createSession',
      outcome: 'ok',
      paths: [],
      args: { name, ...(sessionGoal === undefined ? {} : { sessionGoal }), ...withoutBodies(origin) },
    } as const;
    const stem = stemFor(session.sessionId, caller);
    if (!createSessionFile(folder, stem, session, generateContextTrace ? [begun] : [])) continue;
    keepRoom(folder);
    return publicPart(session);
  }
  throw new SlipboxError('LOCKED', 'Cannot create a session: every id was taken');
}

export async function listSessions(
  root: string,
  { workspaceId, limit, offset }: { workspaceId?: string | undefined; limit: number; offset: number },
  call: Call,
): Promise<SessionPage> {
  const found = await findSessions(root, workspaceId, call);
  const folder = findOwnFolder(root, sessionsFolder);
  const page = found.slice(offset, offset + limit).map((one) => ({
    ...publicPart(one.session),
    lastUsed: folder === undefined ? one.session.createdAt : lastUseOf(folder, one),
  }));
  return { sessions: page, total: found.length };
}

export function loadSession(
  root: string,
  { sessionId, limit, offset }: { sessionId: string; limit: number; offset: number },
  { caller }: Pick<Call, 'caller'>,
): LoadedSession {
  const folder = findOwnFolder(root, sessionsFolder);
  const found =
    folder !== undefined && isSessionId(sessionId) ? findOne(folder, sessionId, caller) : undefined;
  if (found === undefined || folder === undefined)
    throw new SlipboxError('SESSION_NOT_FOUND', `Session not found: ${cut(sessionId, 80)}`, {
      details: { sessionId: cut(sessionId, 80) },
    });
  const { traces, dropped } = readAllTraces(folder, found);
  const page = traces.slice(offset, offset + limit).map(({ type: _, ...trace }) => trace);
  return { session: publicPart(found.session), traces: page, total: traces.length, dropped };
}

/** Adds a call to its session, which begins with it when it was not there. */
export function addTrace(root: string, trace: CallTrace, caller: Caller, now: number): void {
  const { sessionId, workspaceId = 'default', description, tool, outcome, paths, args, purpose } = trace;
  if (!isSessionId(sessionId)) return;
  const folder = makeOwnFolder(root, sessionsFolder);
  const about = description === '' ? undefined : description;
  const opening: SessionLine = {
    type: 'session',
    sessionId,
    name: about === undefined ? `Session ${sessionId}` : cut(about, 80),
    workspaceId,
    createdAt: now,
    ...(about === undefined ? {} : { description: about }),
  };
  const line = {
    type: 'trace',
    time: now,
    tool,
    outcome,
    paths,
    args: withoutBodies(args),
    ...(purpose === undefined || purpose === '' ? {} : { purpose }),
  } as const;
  if (appendTrace(folder, stemFor(sessionId, caller), opening, line).opened) keepRoom(folder);
}

/** A session that this caller may know of. */
export function findKnown(root: string, sessionId: string, caller: Caller): SessionLine | undefined {
  if (!isSessionId(sessionId)) return undefined;
  const folder = findOwnFolder(root, sessionsFolder);
  return folder === undefined ? undefined : findOne(folder, sessionId, caller)?.session;
}

function publicPart({ type: _, dropped: __, ...session }: SessionLine): Session {
  return session;
}
