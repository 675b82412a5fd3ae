import { readdirSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Call, type Caller, throwIfCancelled } from '../call.ts';
import { findOwnFolder } from '../vault/own-files.ts';
import { findSession, lastUse, readTraces, removeSession } from './session-file.ts';
import type { SessionLine, TraceLine } from './session-record.ts';
import { findSessionOf, mayKnow, stemFor } from './whose-session.ts';

export const sessionsFolder = 'sessions';
/** A notebook keeps those that were used last. */
const mostSessions = 5000;
const keptWhenFull = 4500;
const perTurn = 100;

/** A session as a caller may know it: what it is, and the stems of the files it is in. */
export interface FoundSession {
  readonly session: SessionLine;
  readonly stems: readonly string[];
}

/** Every session this caller may know of, newest first. */
export async function findSessions(
  root: string,
  workspaceId: string | undefined,
  call: Call,
): Promise<FoundSession[]> {
  const folder = findOwnFolder(root, sessionsFolder);
  if (folder === undefined) return [];
  const byId = new Map<string, FoundSession>();
  for (const [place, stem] of listStems(folder).entries()) {
    if (place % perTurn === perTurn - 1) await nextTurn();
    throwIfCancelled(call);
    if (!mayKnow(stem, call.caller)) continue;
    const session = findSession(folder, stem);
    if (session !== undefined) byId.set(session.sessionId, join(byId.get(session.sessionId), session, stem));
  }
  return [...byId.values()]
    .filter(({ session }) => workspaceId === undefined || session.workspaceId === workspaceId)
    .sort(
      ({ session: a }, { session: b }) => b.createdAt - a.createdAt || (a.sessionId < b.sessionId ? 1 : -1),
    );
}

/** One session that this caller may know of. */
export function findOne(folder: string, sessionId: string, caller: Caller): FoundSession | undefined {
  const own = stemFor(sessionId, caller);
  // only who sees everything has more than one part to see, and those have the mark of a view after the id
  const others = own === sessionId ? listMarked(folder, sessionId) : [];
  let found: FoundSession | undefined;
  for (const stem of [own, ...others]) {
    const session = findSession(folder, stem);
    if (session !== undefined) found = join(found, session, stem);
  }
  return found;
}

/** Of several parts, the one that began first says what the session is. */
function join(before: FoundSession | undefined, session: SessionLine, stem: string): FoundSession {
  if (before === undefined) return { session, stems: [stem] };
  const isFirst = session.createdAt < before.session.createdAt;
  return { session: isFirst ? session : before.session, stems: [...before.stems, stem] };
}

/** When something was last added to any part of a session, in ms since 1970. */
export function lastUseOf(folder: string, { session, stems }: FoundSession): number {
  const uses = stems.map((stem) => lastUse(folder, stem)).filter((use) => use !== undefined);
  return uses.length === 0 ? session.createdAt : Math.max(...uses);
}

/** The traces of all parts, oldest first, and how many there were before them. */
export function readAllTraces(
  folder: string,
  { stems }: FoundSession,
): { traces: TraceLine[]; dropped: number } {
  const parts = stems.map((stem) => readTraces(folder, stem));
  const traces = parts.flatMap((part) => part.traces);
  return {
    traces: parts.length > 1 ? traces.sort((a, b) => a.time - b.time) : traces,
    dropped: parts.reduce((sum, part) => sum + part.dropped, 0),
  };
}

/** How many more sessions may begin in a folder before it is looked at again. */
const unlooked = new Map<string, number>();

/** Makes room when there are more sessions than a notebook keeps. To be called for each new one; seldom looks. */
export function keepRoom(folder: string): void {
  const left = unlooked.get(folder) ?? 0;
  // other processes begin sessions as well
  if (left > 0) unlooked.set(folder, left - 1);
  else unlooked.set(folder, Math.floor((mostSessions - dropUnused(folder)) / 4));
}

/** Removes the sessions not used for longest when there are too many. Gives how many there are then. */
export function dropUnused(folder: string, most = mostSessions, kept = keptWhenFull): number {
  const stems = listStems(folder);
  if (stems.length <= most) return stems.length;
  const uses = stems.map((stem) => ({ stem, used: lastUse(folder, stem) ?? 0 }));
  uses.sort((a, b) => b.used - a.used);
  for (const { stem } of uses.slice(kept)) removeSession(folder, stem);
  return kept;
}

/** Stems of the files in the folder, in no order. */
function listStems(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
    .map((entry) => entry.name.slice(0, -'.jsonl'.length))
    .filter((stem) => findSessionOf(stem) !== undefined);
}

/** Of one session, those with a mark. Asked for with every change somebody makes, so without a look at each file. */
function listMarked(folder: string, sessionId: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith(`${sessionId}.`) && name.endsWith('.jsonl'))
    .map((name) => name.slice(0, -'.jsonl'.length))
    .filter((stem) => stem !== sessionId && findSessionOf(stem) !== undefined);
}
