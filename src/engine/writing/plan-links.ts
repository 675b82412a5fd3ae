import { Buffer } from 'node:buffer';
import path from 'node:path';
import { namesOfNote } from '../db/queries/edges.ts';
import { type FilePlace, findPlace, meaningLinks, notesNaming, notesTitled } from '../db/queries/move.ts';
import type { KnownEdit } from '../indexer/apply.ts';
import { openLookup } from '../links/index-lookup.ts';
import { keyOfText, keysOfPath } from '../links/link-aim.ts';
import { linkedFile } from '../links/name-group.ts';
import { type LinkLookup, resolveLink } from '../links/resolve.ts';
import type { FileMove } from '../links/rewrite/choose-target.ts';
import type { LinkSpot } from '../links/rewrite/link-spot.ts';
import { openMovedLookup, type Upheaval } from '../links/rewrite/moved-lookup.ts';
import { type Move, type NotePlan, planNote, renderRewrite } from '../links/rewrite/plan-note.ts';
import { toByteOffsets } from '../markdown/byte-spans.ts';
import { contentHash, decodeText, type FileBytes, readFileBytes } from '../vault/read-file.ts';
import { applySplices, linesAround, type Splice } from '../vault/splices.ts';
import { statInside } from '../vault/walk.ts';
import type { FileChange } from './commit-changes.ts';
import type { WriteDesk } from './desk.ts';
import type { LinkReport } from './link-report.ts';
import type { LinkMemory } from './recall-links.ts';

/** What moves, as the disk spells it. */
export interface Relocation extends Upheaval {
  from: string;
  to: string;
}

/** As much of a note is looked through for links as the index does. */
const scannedBytes = 10 * 1024 * 1024;
const mostBytes = 256 * 1024 * 1024;

export interface Lookups {
  before: LinkLookup;
  after: LinkLookup;
}

export function openLookups({ db }: WriteDesk, upheaval: Upheaval): Lookups {
  const before = openLookup(db);
  const after = openMovedLookup(before, upheaval, (title, atLeast) =>
    notesTitled(db, title, atLeast).map(([id, at]) => linkedFile(id, at)),
  );
  return { before, after };
}

/** Plans what must become of every link that a move would turn away from its file. */
export function planLinks(
  desk: WriteDesk,
  relocation: Relocation,
  memory: LinkMemory,
  report: LinkReport,
): Extract<FileChange, { kind: 'rewrite' }>[] {
  const { db, root } = desk;
  const { moves } = relocation;
  const lookups = openLookups(desk, relocation);
  const move: Move = {
    ...lookups,
    isMoved: (file) => moves.has(file),
    movedKeys: keysOfFiles(desk, moves.values()),
    fileMove: (file) => moves.get(file) ?? staying(findPlace(db, file)!),
    findUnindexed: (at) => (statInside(root, at) === undefined ? undefined : relocate(relocation, at)),
  };
  const rewrites: Extract<FileChange, { kind: 'rewrite' }>[] = [];
  for (const source of findSources(desk, moves)) {
    // what is overwritten goes to the trash as it is
    if (relocation.removed.has(source.id)) continue;
    desk.throwIfCancelled();
    const rewrite = planSource(desk, source, moves.get(source.id) ?? staying(source), move, memory, report);
    if (rewrite) rewrites.push(rewrite);
  }
  reportShifted(desk, relocation, lookups, report);
  return rewrites;
}

/** Where something lies after a move of a file or folder. */
export function relocate({ from, to }: Pick<Relocation, 'from' | 'to'>, disk: string): string {
  return disk === from || disk.startsWith(`${from}/`) ? to + disk.slice(from.length) : disk;
}

function staying({ id, path: at, isNote }: FilePlace): FileMove {
  return { id, from: at, to: at, isNote };
}

/** The notes that move and those with a link to what moves. */
function findSources({ db }: WriteDesk, moves: Upheaval['moves']): FilePlace[] {
  const ids = [...moves.keys()];
  const sources = new Map(notesNaming(db, ids).map((place) => [place.id, place]));
  for (const { id, isNote } of moves.values()) {
    const place = isNote && !sources.has(id) ? findPlace(db, id) : undefined;
    if (place) sources.set(id, place);
  }
  return [...sources.values()];
}

interface SourceText extends Pick<FileBytes, 'stats'> {
  bytes: Buffer;
  text: string;
  /** Why it cannot be rewritten. */
  fault: string | undefined;
}

/** Undefined when it is gone or cannot be read: then nobody can tell what its links say. */
function readSource(root: string, disk: string): SourceText | undefined {
  let file: FileBytes;
  try {
    file = readFileBytes(path.join(root, disk), mostBytes);
  } catch {
    return undefined;
  }
  const { bytes, stats, truncated } = file;
  const isLong = bytes.length > scannedBytes;
  const { text, kind } = decodeText(isLong ? bytes.subarray(0, scannedBytes) : bytes, isLong);
  const fault = truncated
    ? 'the note is too large to be rewritten'
    : kind === 'utf8'
      ? undefined
      : 'the note is not UTF-8 and cannot be rewritten';
  return { bytes, stats, text, fault };
}

function planSource(
  { root }: WriteDesk,
  { disk }: FilePlace,
  source: FileMove,
  move: Move,
  memory: LinkMemory,
  report: LinkReport,
): Extract<FileChange, { kind: 'rewrite' }> | undefined {
  const read = readSource(root, disk);
  if (!read) return undefined;
  const { bytes, stats, text, fault } = read;
  const { rewrites, losses } = planNote(text, source, move, memory(disk, bytes, stats));
  const place = (spot: LinkSpot) => ({ line: lineAt(text, spot.rawStart), raw: spot.raw });
  for (const { spot, reason } of losses) report.addDoubt(source.to, reason, () => place(spot));
  if (rewrites.length === 0) return undefined;
  if (fault !== undefined) {
    for (const { spot } of rewrites) report.addDoubt(source.to, fault, () => place(spot));
    return undefined;
  }
  for (const rewrite of rewrites)
    report.addChange(source.to, () => {
      const { line, raw } = place(rewrite.spot);
      return { line, before: raw, after: renderRewrite(rewrite) };
    });
  const splices = toSplices(text, rewrites);
  return { kind: 'rewrite', disk, before: bytes, seen: stats, after: applySplices(bytes, splices), splices };
}

function toSplices(text: string, rewrites: NotePlan['rewrites']): Splice[] {
  const starts = toByteOffsets(
    text,
    rewrites.map(({ spot }) => spot.start),
  );
  return rewrites.map(({ spot, text: put }, i) => ({
    at: starts[i]!,
    old: Buffer.from(spot.written),
    new: Buffer.from(put),
  }));
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

/** Links that lead elsewhere than before though nobody touched them: they are left alone, but told of. */
function reportShifted(
  desk: WriteDesk,
  relocation: Relocation,
  { after }: Lookups,
  report: LinkReport,
): void {
  const { db } = desk;
  const { moves, removed } = relocation;
  for (const key of touchedKeys(desk, relocation))
    for (const link of meaningLinks(db, key)) {
      if (moves.has(link.note) || moves.has(link.dst) || removed.has(link.note)) continue;
      const { file } = resolveLink(after, { id: link.note, path: link.path }, link);
      if (file === link.dst) continue;
      const was = removed.has(link.dst)
        ? 'the note that was there'
        : (report.shown(findPlace(db, link.dst)!.path) ?? 'another note');
      const now = file === null ? undefined : (moves.get(file)?.to ?? findPlace(db, file)?.path);
      const means =
        now === undefined ? 'leads nowhere now' : `means ${report.shown(now) ?? 'another note'} now`;
      report.addDoubt(link.path, `it meant ${was} and ${means}`, () => ({ line: link.line, raw: link.raw }));
    }
}

/** What links are found by that mean one of these files now. */
function keysOfFiles(
  { db }: WriteDesk,
  files: Iterable<Pick<FileMove, 'id' | 'from' | 'isNote'>>,
): Set<string> {
  const keys = new Set<string>();
  for (const { id, from, isNote } of files) {
    for (const key of keysOfPath(from)) keys.add(key);
    const names = isNote ? namesOfNote(db, id) : undefined;
    if (!names) continue;
    for (const text of [names.title, ...names.aliases, names.id ?? names.title]) {
      const key = keyOfText(text);
      if (key !== null) keys.add(key);
    }
  }
  return keys;
}

/** What links are found by that may mean something that comes or goes. */
function touchedKeys(desk: WriteDesk, { moves, removed, retitled }: Relocation): Set<string> {
  const gone = [...removed].map((id) => ({ id, from: findPlace(desk.db, id)!.path, isNote: true }));
  const renamed = [...retitled.keys()].map((id) => moves.get(id)!);
  const keys = keysOfFiles(desk, [...gone, ...renamed]);
  for (const { from, to } of moves.values())
    for (const key of [...keysOfPath(from), ...keysOfPath(to)]) keys.add(key);
  for (const title of retitled.values()) {
    const key = keyOfText(title);
    if (key !== null) keys.add(key);
  }
  return keys;
}

/** What the index need not find out again. */
export function knownEdits(
  rewrites: readonly Extract<FileChange, { kind: 'rewrite' }>[],
): Map<string, KnownEdit> {
  return new Map(
    rewrites.map(({ disk, before, after, splices }) => [
      disk,
      { pre: contentHash(before), added: linesAround(after, splices ?? []), bytes: after },
    ]),
  );
}
