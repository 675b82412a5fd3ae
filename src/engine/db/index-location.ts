import path from 'node:path';
import { schemaVersion } from './schema.ts';

export interface IndexLocation {
  folder: string;
  index: string;
  turnstile: string;
  lease: string;
}

/** Where a notebook's index lives: outside the notebook, one folder per notebook, one file per schema version. */
export function locateIndex(cacheDir: string, root: string): IndexLocation {
  const folder = path.join(cacheDir, `${plainName(path.basename(root))}-${fingerprint(root)}`);
  return {
    folder,
    index: path.join(folder, `index-v${schemaVersion}.db`),
    turnstile: path.join(folder, 'turnstile.db'),
    lease: path.join(folder, 'bulk.db'),
  };
}

function plainName(name: string): string {
  // an expression that knows all letters costs every start a millisecond
  const plain = /^[\w.-]*$/.test(name) ? name : name.replace(/[^\p{L}\p{N}._-]+/gu, '-');
  return plain.slice(0, 40);
}

/** 64 bits of FNV-1a, twice over; node:crypto would cost every start 9 ms. */
function fingerprint(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (const byte of Buffer.from(text)) {
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul(b ^ (byte + 0x9e), 0x01000193) ^ (b >>> 15);
  }
  return [a, b].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('');
}
