import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { SlipboxError } from '../../../engine/index.ts';

const shortest = 32;
const longest = 4096;

/** Reads a token from a file that nobody else may read. */
export function readToken(file: string): string {
  let text: string;
  try {
    text = readPrivately(file);
  } catch (thrown) {
    if (thrown instanceof SlipboxError) throw thrown;
    throw new SlipboxError(
      'CONFIG_INVALID',
      `Cannot read the token file ${file}: ${(thrown as Error).message}`,
      {
        hint: 'Name a file that holds the token, on one line',
        details: { file },
        cause: thrown,
      },
    );
  }
  const token = text.trim();
  if (token.length >= shortest && token.length <= longest && /^[\w.~+/-]+=*$/.test(token)) return token;
  throw new SlipboxError('CONFIG_INVALID', `The token file ${file} holds no usable token`, {
    hint: `Write one token of ${shortest} to ${longest} letters, digits or -._~+/ into it, for example the output of: openssl rand -hex 32`,
    details: { file },
  });
}

function readPrivately(file: string): string {
  const descriptor = openSync(file, 'r');
  try {
    const stats = fstatSync(descriptor);
    // there are no such bits on Windows, where the profile folder is private
    if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0)
      throw new SlipboxError('PERMISSION_DENIED', `The token file ${file} is open to other users`, {
        hint: `Close it first: chmod 600 ${file}`,
        details: { file, mode: (stats.mode & 0o777).toString(8) },
      });
    if (stats.size > longest + 2) return '';
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}

/** Where the token of this installation is, made when there is none yet. */
export function ensureToken(stateDir: string): string {
  const file = join(stateDir, 'http-token');
  try {
    readToken(file);
    return file;
  } catch (thrown) {
    if (((thrown as Error).cause as NodeJS.ErrnoException | undefined)?.code !== 'ENOENT') throw thrown;
  }
  mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, file);
  } catch (error) {
    // another server started at the same moment has made one: that one counts for both
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
  return file;
}
