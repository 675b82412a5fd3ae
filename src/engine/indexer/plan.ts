import type { Database } from '../db/database.ts';
import { attachmentKind, noteKind } from '../db/note-record.ts';
import {
  allKnownFiles,
  countFiles,
  findKnownFile,
  type KnownFile,
  knownFilesBelow,
  knownFolders,
} from '../db/queries/files.ts';
import { findSnapshot, hasSnapshot, readSnapshot, type Snapshot } from '../db/queries/snapshot.ts';
import { equalsStored, sameStat, statKey } from '../vault/stat-key.ts';
import { type FoundFile, isNoteName, statInside, type Walker } from '../vault/walk.ts';

/** What differs between the disk and the index. */
export interface Plan {
  notes: string[];
  attachments: string[];
  removed: KnownFile[];
  foldersAdded: string[];
  foldersRemoved: string[];
  /** Notes met on disk, changed or not. */
  found: number;
}

const filesPerStep = 200;

function emptyPlan(): Plan {
  return { notes: [], attachments: [], removed: [], foldersAdded: [], foldersRemoved: [], found: 0 };
}

export function countChanges({ notes, attachments, removed, foldersAdded, foldersRemoved }: Plan): number {
  return notes.length + attachments.length + removed.length + foldersAdded.length + foldersRemoved.length;
}

export function isEmptyPlan(plan: Plan): boolean {
  return countChanges(plan) === 0;
}

/**
 * Compares the whole notebook by the stats of snapshots. What equals an older snapshot cannot have changed since; what
 * differs is looked up. Gives nothing when there is no snapshot, or when the number of rows says that some are not
 * accounted for. `outdated` collects the folders whose snapshot is missing or behind. Stops now and then, for whoever has
 * something else to do, with what it has found so far.
 */
export function* planBySnapshot(
  db: Database,
  root: string,
  walker: Walker,
  outdated: Set<string>,
): Generator<Plan, Plan | undefined> {
  if (!hasSnapshot(db)) return undefined;
  const plan = emptyPlan();
  const oldFolders = new Set(knownFolders(db));
  let rows = 0;
  const queue = [''];
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    const stored = findSnapshot(db, folder);
    const snapshot = stored ?? readSnapshot(db, folder);
    const listing = walker.listFolder(folder, snapshot.places);
    if (!listing) continue;
    if (!oldFolders.delete(folder)) plan.foldersAdded.push(folder);
    for (const below of listing.folders) queue.push(below);
    if (!stored) outdated.add(folder);
    yield plan;
    const before = folder === '' ? '' : `${folder}/`;
    for (let at = 0; at < listing.known.length; at++) {
      if (at % filesPerStep === filesPerStep - 1) yield plan;
      const name = listing.known[at]!;
      const isNote = isNoteName(name);
      const stats = statInside(root, before + name);
      const place = snapshot.places.get(name)!;
      if (!stats?.isFile() || !equalsStored(snapshot.stats, place * 4, stats)) {
        listing.files.push({ disk: before + name, name, isNote });
        continue;
      }
      snapshot.met[place] = 1;
      rows++;
      if (isNote) plan.found++;
    }
    for (const [at, file] of listing.files.entries()) {
      if (at % filesPerStep === filesPerStep - 1) yield plan;
      const stats = statInside(root, file.disk);
      if (!stats?.isFile()) continue;
      if (file.isNote) plan.found++;
      outdated.add(folder);
      meet(snapshot, file.name);
      const known = findKnownFile(db, file.isNote ? noteKind : attachmentKind, file.disk);
      if (known) rows++;
      if (known && !known.racy && sameStat(known, statKey(stats))) continue;
      (file.isNote ? plan.notes : plan.attachments).push(file.disk);
    }
    const left = findLeft(db, folder, snapshot);
    if (left.length > 0) outdated.add(folder);
    plan.removed.push(...left);
  }
  for (const folder of oldFolders) plan.removed.push(...findLeft(db, folder, readSnapshot(db, folder)));
  plan.foldersRemoved.push(...oldFolders);
  return rows + plan.removed.length === countFiles(db) ? plan : undefined;
}

export function runThrough<T>(steps: Generator<unknown, T>): T {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

/** What is in a snapshot and was not met on disk. */
function findLeft(db: Database, folder: string, { places, met }: Snapshot): KnownFile[] {
  if (!met.includes(0)) return [];
  const prefix = folder === '' ? '' : `${folder}/`;
  return [...places]
    .filter(([, at]) => met[at] === 0)
    .map(([name]) => findKnownFile(db, isNoteName(name) ? noteKind : attachmentKind, prefix + name))
    .filter((known) => known !== undefined);
}

function meet({ places, met }: Snapshot, name: string): void {
  const at = places.get(name);
  if (at !== undefined) met[at] = 1;
}

/** Compares a folder and all below it. A racy file counts as changed: only its content can tell. */
export function planFolder(db: Database, root: string, walker: Walker, top: string): Plan {
  const plan = emptyPlan();
  const known = new Map<string, KnownFile>();
  for (const file of top === '' ? allKnownFiles(db) : knownFilesBelow(db, top)) known.set(file.disk, file);
  const oldFolders = new Set(knownFolders(db, top));
  const queue = [top];
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    const listing = walker.listFolder(folder);
    if (!listing) continue;
    if (!oldFolders.delete(folder)) plan.foldersAdded.push(folder);
    for (const below of listing.folders) queue.push(below);
    for (const file of listing.files)
      planFile(plan, root, file, known.get(file.disk)) && known.delete(file.disk);
  }
  plan.removed.push(...known.values());
  plan.foldersRemoved.push(...oldFolders);
  return plan;
}

/** Compares one file; false when it turned out not to be there as that kind of file. One that is new need not be looked at yet. */
function planFile(plan: Plan, root: string, file: FoundFile, known: KnownFile | undefined): boolean {
  const stats = known && statInside(root, file.disk);
  if (known && !stats?.isFile()) return false;
  const kind = file.isNote ? noteKind : attachmentKind;
  if (file.isNote) plan.found++;
  if (stats && known.kind === kind && !known.racy && sameStat(known, statKey(stats))) return true;
  (file.isNote ? plan.notes : plan.attachments).push(file.disk);
  return known === undefined || known.kind === kind;
}

/** Compares just these paths, as events named them; a folder among them is compared whole. */
export function planPaths(db: Database, root: string, walker: Walker, paths: readonly string[]): Plan {
  const plan = emptyPlan();
  for (const disk of paths) {
    const stats = statInside(root, disk);
    const ignored = disk !== '' && (walker.isIgnored(disk) || leadsThroughLink(root, disk));
    const name = disk.slice(disk.lastIndexOf('/') + 1);
    const isNote = isNoteName(name);
    const known = findKnownFile(db, isNote ? noteKind : attachmentKind, disk);
    if (stats?.isDirectory() && !ignored) {
      if (known) plan.removed.push(known);
      const below = planFolder(db, root, walker, disk);
      for (const key of ['notes', 'attachments', 'removed', 'foldersAdded', 'foldersRemoved'] as const)
        (plan[key] as unknown[]).push(...below[key]);
      plan.found += below.found;
      continue;
    }
    const isFile = stats?.isFile() === true && !ignored;
    if (isFile) planFile(plan, root, { disk, name, isNote }, known);
    else if (known) plan.removed.push(known);
    // where a file was and is, there was no folder
    if (isFile && known) continue;
    const gone = knownFilesBelow(db, disk);
    if (gone.length > 0) plan.removed.push(...gone);
    plan.foldersRemoved.push(...knownFolders(db, disk));
  }
  return plan;
}

/** Whether a path belongs to the notebook now: a symlink in its place or on the way to it would lead out. */
export function isThere(root: string, walker: Walker, disk: string, kind: 'file' | 'folder'): boolean {
  const stats = statInside(root, disk);
  if (!(kind === 'file' ? stats?.isFile() : stats?.isDirectory())) return false;
  return disk === '' || !(walker.isIgnored(disk) || leadsThroughLink(root, disk));
}

function leadsThroughLink(root: string, disk: string): boolean {
  for (let end = disk.lastIndexOf('/'); end > 0; end = disk.lastIndexOf('/', end - 1))
    if (!statInside(root, disk.slice(0, end))?.isDirectory()) return true;
  return false;
}
