import { readdirSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Call, throwIfCancelled } from '../call.ts';
import { findOwnFolder } from '../vault/own-files.ts';
import { findSession, lastUse, removeSession } from './session-file.ts';
import { isSessionId } from './session-id.ts';
import type { SessionLine } from './session-record.ts';
import { isMarkedFor } from './whose-record.ts';

export const sessionsFolder = 'sessions';
/** A notebook keeps those that were used last. */
const mostSessions = 5000;
const keptWhenFull = 4500;
const perTurn = 100;

/** Every session this caller may know of, newest first. */
export async function findSessions(
  root: string,
  workspaceId: string | undefined,
  call: Call,
): Promise<SessionLine[]> {
  const folder = findOwnFolder(root, sessionsFolder);
  const found: SessionLine[] = [];
  if (folder === undefined) return found;
  for (const [place, id] of listIds(folder).entries()) {
    if (place % perTurn === perTurn - 1) await nextTurn();
    throwIfCancelled(call);
    const session = findSession(folder, id);
    if (session === undefined || !isMarkedFor(session, call.caller)) continue;
    if (workspaceId === undefined || session.workspaceId === workspaceId) found.push(session);
  }
  return found.sort((a, b) => b.createdAt - a.createdAt || (a.sessionId < b.sessionId ? 1 : -1));
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
  const ids = listIds(folder);
  if (ids.length <= most) return ids.length;
  const uses = ids.map((id) => ({ id, used: lastUse(folder, id) ?? 0 }));
  uses.sort((a, b) => b.used - a.used);
  for (const { id } of uses.slice(kept)) removeSession(folder, id);
  return kept;
}

/** Ids of the files in the folder, in no order. */
function listIds(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
    .map((entry) => entry.name.slice(0, -'.jsonl'.length))
    .filter(isSessionId);
}
