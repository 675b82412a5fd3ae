import { statSync } from 'node:fs';

/** A file changed this lately may change again without looking any different. */
const racyMs = 2000;

/**
 * What a file says, read again only when it has changed. One that is there and cannot be read counts as it was before, so that
 * a slip of the person who writes it changes nothing, and `warn` is told once; one that is gone says nothing more.
 */
export function followFile<T>(
  file: string,
  read: () => T,
  warn: (message: string) => void,
): () => T | undefined {
  let key: string | undefined;
  let value: T | undefined;
  let told: string | undefined;
  return () => {
    try {
      const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
      const now = stat && `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`;
      if (now !== undefined && now === key) return value;
      const isRacy = stat !== undefined && Math.abs(Date.now() - Number(stat.ctimeMs)) < racyMs;
      key = isRacy ? undefined : now;
      value = stat === undefined ? undefined : read();
      told = undefined;
    } catch (error) {
      const { message } = error as Error;
      if (message !== told) warn(message);
      told = message;
    }
    return value;
  };
}
