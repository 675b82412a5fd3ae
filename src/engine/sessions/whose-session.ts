import { createHash } from 'node:crypto';
import { seesAll } from '../access.ts';
import type { Caller } from '../call.ts';

// What someone does who does not see every note is kept apart, by a mark of the view in the names of the files: a trace names
// notes, so only someone with the same view may read it. To others an id in use is like one that never was.

const form = /^(session_\d{13}_[a-z0-9]{9})(?:\.[0-9a-f]{16})?$/;

/** What the files with a caller's part of a session are called, before their endings. */
export function stemFor(sessionId: string, caller: Caller): string {
  return seesAll(caller) ? sessionId : `${sessionId}.${markOf(caller)}`;
}

/** Whose part of which session a stem stands for; undefined when it is none. */
export function findSessionOf(stem: string): string | undefined {
  return form.exec(stem)?.[1];
}

/** Whoever sees everything sees every part of every session. */
export function mayKnow(stem: string, caller: Caller): boolean {
  if (seesAll(caller)) return true;
  const sessionId = findSessionOf(stem);
  return sessionId !== undefined && stem === stemFor(sessionId, caller);
}

const marks = new WeakMap<Caller, string>();

function markOf(caller: Caller): string {
  const known = marks.get(caller);
  if (known !== undefined) return known;
  const mark = createHash('sha256')
    .update(JSON.stringify(viewOf(caller)))
    .digest('hex')
    .slice(0, 16);
  marks.set(caller, mark);
  return mark;
}

function viewOf({ visible, hidden = [], within = [] }: Caller): unknown[] {
  return [visible, hidden, within.map(viewOf)];
}
