import { statSync } from 'node:fs';
import { join } from 'node:path';

export interface GtdSettings {
  readonly gtdDb?: string | undefined;
  readonly home?: string | undefined;
}

const inLibrary = ['Library', 'Application Support', 'DirectGTD', 'directgtd.sqlite'];
const inContainer = ['Library', 'Containers', 'com.zendegi.DirectGTD', 'Data', ...inLibrary];

/** The database to read: the configured one, else the app's own, which on macOS may lie in its sandbox. */
export function locateGtdDatabase({ gtdDb, home = '' }: GtdSettings): string {
  if (gtdDb !== undefined) return gtdDb;
  const sandboxed = join(home, ...inContainer);
  const usual = join(home, ...inLibrary);
  return !isThere(usual) && isThere(sandboxed) ? sandboxed : usual;
}

/** Whether there is anything to offer: a database was named, or the app's own is there. */
export function hasGtdDatabase(settings: GtdSettings): boolean {
  if (settings.gtdDb !== undefined) return true;
  return settings.home !== undefined && isThere(locateGtdDatabase(settings));
}

/** The path as people see it: nobody's home folder is spelled out. */
export function showPath(path: string, home: string): string {
  const inside = home !== '' && path.startsWith(home) && /^[/\\]/.test(path.slice(home.length));
  return inside ? `~${path.slice(home.length)}` : path;
}

function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
