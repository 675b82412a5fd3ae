import path from 'node:path';
import { noteKind } from '../db/note-record.ts';
import { findKnownFile, type KnownFile } from '../db/queries/files.ts';
import { deriveFacts } from '../markdown/note-facts.ts';
import { scanNote } from '../markdown/scan.ts';
import { parseFrontmatter } from '../markdown/yaml.ts';
import { contentHash, decodeText, readFileBytes } from '../vault/read-file.ts';
import { statInside } from '../vault/walk.ts';
import type { WriteDesk } from './desk.ts';
import { matchEtag } from './match-etag.ts';
import { getNoteTarget, noteNotFound } from './target.ts';

const scannedBytes = 10 * 1024 * 1024;

/** A note that is to move or go, as it lies there now. */
export interface MovingNote {
  known: KnownFile;
  path: string;
  etag: string;
  text: string;
}

/** The note a caller named, if it may change it and if it is what the caller has seen of it. */
export function getMovingNote(desk: WriteDesk, given: string, ifMatch: string | undefined): MovingNote {
  const { file, disk, path: shown } = getNoteTarget(desk, given);
  const known = findKnownFile(desk.db, noteKind, disk);
  if (!known) throw noteNotFound(shown);
  const { bytes } = readFileBytes(file, Number.POSITIVE_INFINITY);
  matchEtag(bytes, ifMatch, shown);
  const isLong = bytes.length > scannedBytes;
  const { text } = decodeText(isLong ? bytes.subarray(0, scannedBytes) : bytes, isLong);
  return { known, path: shown, etag: contentHash(bytes), text };
}

/** What a note will be called under another file name, folded; undefined when that makes no difference. */
export function findNewTitle(text: string, from: string, to: string): string | undefined {
  const scan = scanNote(text);
  const block = scan.frontmatter;
  const data = block ? parseFrontmatter(text.slice(block.yamlStart, block.yamlEnd)).data : {};
  const title = (at: string) =>
    deriveFacts(scan, data, text, path.posix.basename(at), { birthMs: 0, mtimeMs: 0 }, 'UTC').title;
  const old = title(from);
  const now = title(to);
  return old === now ? undefined : now.normalize('NFC').toLowerCase();
}

/** The topmost folder that has to be made for a file or folder, or the place itself: what the index must look at. */
export function findTopmostNew(root: string, disk: string): string {
  const segments = disk.split('/');
  for (let count = 1; count < segments.length; count++) {
    const folder = segments.slice(0, count).join('/');
    if (statInside(root, folder) === undefined) return folder;
  }
  return disk;
}
