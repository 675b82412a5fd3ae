import { type Dirent, lstatSync, readdirSync, realpathSync, type Stats } from 'node:fs';
import path from 'node:path';
import type { Warning } from '../warnings.ts';
import { type IgnoreRules, ignoreFileName, parseIgnoreRules } from './ignore.ts';
import { findNameFault } from './path-guard.ts';
import { decodeText, readFileBytes } from './read-file.ts';

/** One file met on disk. `disk` is its path as the disk spells it, relative to the root. */
export interface FoundFile {
  disk: string;
  name: string;
  isNote: boolean;
}

export interface FolderListing {
  /** Names of files that whoever asked knows. */
  known: string[];
  files: FoundFile[];
  folders: string[];
}

export interface Walker {
  /** `known`: names of files that were found before; they are told apart, by their names only, if they are still to be seen. */
  listFolder(folder: string, known?: ReadonlyMap<string, unknown>): FolderListing | undefined;
  isIgnored(disk: string): boolean;
  /** The files that the notebook's own rules leave out, in no order; none when it has no rules. */
  listHidden(): string[];
}

export function isNoteName(name: string): boolean {
  const length = name.length;
  return (
    length > 3 &&
    name.charCodeAt(length - 3) === 46 &&
    (name.charCodeAt(length - 2) | 32) === 109 &&
    (name.charCodeAt(length - 1) | 32) === 100
  );
}

/** As many files that are left out are known; links to others among them count as broken. */
const mostHidden = 100_000;

/** What lies in a folder; nothing when it cannot be told. */
export function listQuietly(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // gone, or not to be read: nothing can be told of it
  }
}

/** Lists folders of one notebook by its rules: dot names and node_modules are left out, symlinks are not followed. */
export function openWalker(root: string, onWarning: (warning: Warning) => void): Walker {
  const rules = readIgnoreRules(root, onWarning);
  const prefix = (folder: string) => (folder === '' ? '' : `${folder}/`);
  const hides = (disk: string, isFolder: boolean) =>
    !rules.isEmpty && rules.hides(disk.normalize('NFC'), isFolder);

  function skipSymlink(disk: string): void {
    let inner: string;
    try {
      inner = path.relative(realpathSync.native(root), realpathSync.native(path.join(root, disk)));
    } catch {
      return; // a dangling link or a loop leads nowhere, so there is nothing to warn of leaving the notebook
    }
    if (inner === '..' || inner.startsWith(`..${path.sep}`) || path.isAbsolute(inner))
      onWarning({
        path: disk,
        code: 'SYMLINK_OUT',
        message: 'Skipped: a symlink that points out of the notebook',
      });
  }

  /** Whether a name is left out whatever the notebook's own rules say; one that only the guard refuses is worth a word. */
  function isLeftOut(disk: string, name: string, warn: boolean): boolean {
    if (name.startsWith('.') || name === 'node_modules') return true;
    const fault = findNameFault(name, disk === name);
    if (fault && warn) onWarning({ path: disk, code: 'PATH_TRAVERSAL', message: `Skipped: ${fault}` });
    return fault !== undefined;
  }

  /** A name that is not UTF-8 reaches us with replacement characters, under which nothing can be opened. */
  function isMisspelt(disk: string): boolean {
    if (!disk.includes('\uFFFD') || statInside(root, disk) !== undefined) return false;
    onWarning({ path: disk, code: 'NOT_UTF8', message: 'Skipped: the file name is not UTF-8' });
    return true;
  }

  return {
    listFolder(folder, known) {
      let entries: Dirent[];
      try {
        entries = readdirSync(path.join(root, folder), { withFileTypes: true });
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException;
        if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
        onWarning({ path: folder, code: 'UNREADABLE', message: `Folder not readable: ${message}` });
        return { known: [], files: [], folders: [] };
      }
      const listing: FolderListing = { known: [], files: [], folders: [] };
      const before = prefix(folder);
      for (const entry of entries) {
        const name = entry.name;
        if (known?.has(name) && entry.isFile() && !hides(before + name, false)) {
          listing.known.push(name);
          continue;
        }
        const disk = before + name;
        if (isLeftOut(disk, name, true) || isMisspelt(disk)) continue;
        if (entry.isFile()) {
          if (!hides(disk, false)) listing.files.push({ disk, name, isNote: isNoteName(name) });
        } else if (entry.isDirectory()) {
          if (!hides(disk, true)) listing.folders.push(disk);
        } else if (entry.isSymbolicLink()) skipSymlink(disk);
      }
      return listing;
    },
    listHidden() {
      const hidden: string[] = [];
      const queue = rules.isEmpty ? [] : [{ folder: '', isHidden: false }];
      for (let at = queue.pop(); at !== undefined && hidden.length < mostHidden; at = queue.pop()) {
        for (const entry of listQuietly(path.join(root, at.folder))) {
          const disk = prefix(at.folder) + entry.name;
          if (isLeftOut(disk, entry.name, false)) continue;
          const isHidden = at.isHidden || hides(disk, entry.isDirectory());
          if (entry.isDirectory()) queue.push({ folder: disk, isHidden });
          else if (entry.isFile() && isHidden) hidden.push(disk);
        }
      }
      return hidden;
    },
    isIgnored(disk) {
      const segments = disk.split('/');
      let at = '';
      return segments.some((segment, i) => {
        at = i === 0 ? segment : `${at}/${segment}`;
        if (isLeftOut(at, segment, false)) return true;
        // What a symlink leads to is not entered by a walk, so a path that goes through one must not be either.
        if (i < segments.length - 1)
          return hides(at, true) || statInside(root, at)?.isSymbolicLink() === true;
        // Only the disk knows whether a rule for folders means the last one.
        const asFile = hides(at, false);
        const asFolder = hides(at, true);
        return asFile === asFolder ? asFile : statInside(root, at)?.isDirectory() ? asFolder : asFile;
      });
    },
  };
}

/** The stat of something inside, without following a symlink; undefined when it is not there. */
export function statInside(root: string, disk: string): Stats | undefined {
  try {
    return lstatSync(disk === '' ? root : `${root}${path.sep}${disk}`, { throwIfNoEntry: false });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTDIR' || code === 'ENAMETOOLONG' || code === 'EACCES' || code === 'ELOOP')
      return undefined;
    throw error;
  }
}

function readIgnoreRules(root: string, onWarning: (warning: Warning) => void): IgnoreRules {
  try {
    return parseIgnoreRules(decodeText(readFileBytes(path.join(root, ignoreFileName), 1_000_000).bytes).text);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      onWarning({ path: ignoreFileName, code: 'UNREADABLE', message: (error as Error).message });
    return parseIgnoreRules('');
  }
}
