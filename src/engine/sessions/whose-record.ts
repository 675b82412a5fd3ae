import { createHash } from 'node:crypto';
import { seesAll } from '../access.ts';
import type { Caller } from '../call.ts';
import type { Marked } from './session-record.ts';

/** What sets a caller's records apart. A trace names notes, so only someone with the same view may read it. */
export function markOf(caller: Caller): Marked {
  if (seesAll(caller)) return {};
  const view = JSON.stringify(viewOf(caller));
  return { mark: createHash('sha256').update(view).digest('base64url').slice(0, 12) };
}

/** Whoever sees everything sees every record. */
export function isMarkedFor(record: Marked, caller: Caller): boolean {
  return seesAll(caller) || record.mark === markOf(caller).mark;
}

function viewOf({ visible, hidden = [], within = [] }: Caller): unknown[] {
  return [visible, hidden, within.map(viewOf)];
}
