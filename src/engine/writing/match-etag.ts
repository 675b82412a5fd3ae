import type { Buffer } from 'node:buffer';
import { SlipboxError } from '../errors.ts';
import { contentHash } from '../vault/read-file.ts';

const partial = 'part:';

/** Throws NOTE_CHANGED unless the text is the one that was read. An etag of a part will do: the edit touches only what it names. */
export function matchEtag(bytes: Buffer, ifMatch: string | undefined, shown: string): void {
  if (ifMatch === undefined) return;
  const expected = ifMatch.startsWith(partial) ? ifMatch.slice(partial.length) : ifMatch;
  const actual = contentHash(bytes);
  if (expected === actual) return;
  throw new SlipboxError('NOTE_CHANGED', `The note has changed since it was read: ${shown}`, {
    details: { path: shown, expected, actual },
  });
}
