import { Buffer } from 'node:buffer';
import { contentHash } from '../vault/read-file.ts';

/** Tells one set of files that a notebook leaves out from another; empty when there are none. */
export function markHidden(hidden: readonly string[]): string {
  return hidden.length === 0 ? '' : contentHash(Buffer.from(hidden.toSorted().join('\n')));
}
