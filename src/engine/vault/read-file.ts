import { Buffer, isAscii, isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';

export interface FileBytes {
  stats: Stats;
  /** At most `limit` bytes, in a buffer of their own. */
  bytes: Buffer;
  truncated: boolean;
}

// Loaded when first needed: it costs a start 9 ms.
const crypto = () => process.getBuiltinModule('node:crypto');

// O_NONBLOCK: opening a pipe that someone put into a notebook must not hang.
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Reads an ordinary file, refusing symlinks, pipes and devices. */
export function readFileBytes(file: string, limit: number): FileBytes {
  const fd = openSync(file, flags);
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) throw Object.assign(new Error(`Not an ordinary file: ${file}`), { code: 'EINVAL' });
    const wanted = Math.min(stats.size, limit);
    const bytes = Buffer.allocUnsafe(wanted);
    let done = 0;
    while (done < wanted) {
      const n = readSync(fd, bytes, done, wanted - done, done);
      if (n === 0) break;
      done += n;
    }
    return { stats, bytes: done === wanted ? bytes : bytes.subarray(0, done), truncated: stats.size > limit };
  } finally {
    closeSync(fd);
  }
}

export interface DecodedText {
  text: string;
  kind: 'utf8' | 'not-utf8' | 'binary';
}

/** Bytes as text: a NUL makes a file binary (no text), other encodings are read with replacement characters. */
export function decodeText(bytes: Buffer, truncated = false): DecodedText {
  if (bytes.includes(0)) return { text: '', kind: 'binary' };
  const whole = truncated ? bytes.subarray(0, completeLength(bytes)) : bytes;
  if (isAscii(whole)) return { text: whole.toString('latin1'), kind: 'utf8' };
  return { text: whole.toString('utf8'), kind: isUtf8(whole) ? 'utf8' : 'not-utf8' };
}

/** Length without a UTF-8 sequence that a cut left incomplete at the end. */
function completeLength(bytes: Buffer): number {
  for (let back = 1; back <= 4 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) {
      const need = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return need > back ? bytes.length - back : bytes.length;
    }
  }
  return bytes.length;
}

/** The etag of a note: a short name for exactly these bytes. */
export function contentHash(bytes: Buffer): string {
  return crypto().hash('sha256', bytes, 'base64url').slice(0, 22);
}

/** The hash of a file too large to hold, read in pieces. */
export function hashFile(file: string): string {
  const fd = openSync(file, flags);
  try {
    const hasher = crypto().createHash('sha256');
    const piece = Buffer.allocUnsafe(1 << 20);
    for (let n = readSync(fd, piece); n > 0; n = readSync(fd, piece)) hasher.update(piece.subarray(0, n));
    return hasher.digest('base64url').slice(0, 22);
  } finally {
    closeSync(fd);
  }
}
