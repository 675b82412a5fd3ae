import { changedSince } from '../db/queries/changes.ts';
import { attachmentNames, filePath, noteNames } from '../db/queries/link-search.ts';
import type { ThreadView } from '../indexer/thread-view.ts';
import { editDistance } from '../query/edit-distance.ts';

/** Names of one length, with what their letters are: most of them need no closer look. */
interface Names {
  readonly ids: number[];
  readonly names: string[];
  readonly letters: number[];
  readonly counts: number[];
}

type NamesByLength = ReadonlyMap<number, Names>;

const furthest = 3;
const longest = 200;

type FileKind = 'note' | 'attachment';

/** Finds the note or attachment whose file name is closest to a name that none has; null when none is close. */
export function closestFileFinder(view: ThreadView): (kind: FileKind, name: string) => string | null {
  const { db, scope, cache, generation } = view;
  return (kind, name) => {
    const mark = `${kind} ${JSON.stringify(scope)}`;
    const known = cache.get(`closest ${mark}`, generation, () => new Map<string, string | null>());
    const found = known.get(name);
    if (found !== undefined) return found;
    view.throwIfCancelled();
    const id = findClosest(keepNames(view, kind, mark), name);
    const path = id === undefined ? null : (filePath(db, id) ?? null);
    known.set(name, path);
    return path;
  };
}

interface KeptNames {
  generation: number;
  names: Map<number, Names>;
}

/** All names, brought up to date: whoever repairs links asks again after every edit, and few names have changed by then. */
function keepNames(
  { db, scope, memory, generation }: ThreadView,
  kind: FileKind,
  mark: string,
): NamesByLength {
  const kept = memory.get(`names ${mark}`) as KeptNames | undefined;
  if (kept?.generation === generation) return kept.names;
  const changed = kept && kind === 'note' ? changedSince(db, kept.generation) : undefined;
  if (kept && changed && changed.length < 100) {
    const ids = new Set(changed);
    dropNames(kept.names, ids);
    addNames(kept.names, noteNames(db, scope, [...ids]));
    kept.generation = generation;
    return kept.names;
  }
  const names = loadNames(kind === 'note' ? noteNames(db, scope) : attachmentNames(db, scope));
  memory.set(`names ${mark}`, { generation, names } satisfies KeptNames);
  return names;
}

function dropNames(byLength: Map<number, Names>, gone: ReadonlySet<number>): void {
  for (const { ids, names, letters, counts } of byLength.values()) {
    for (let i = ids.length - 1; i >= 0; i--) {
      if (!gone.has(ids[i]!)) continue;
      for (const list of [ids, names, letters, counts] as unknown[][]) list.splice(i, 1);
    }
  }
}

export function loadNames(rows: readonly [number, string][]): Map<number, Names> {
  const byLength = new Map<number, Names>();
  addNames(byLength, rows);
  return byLength;
}

function addNames(byLength: Map<number, Names>, rows: readonly [number, string][]): void {
  for (const [id, name] of rows) {
    let names = byLength.get(name.length);
    if (names === undefined) {
      names = { ids: [], names: [], letters: [], counts: [] };
      byLength.set(name.length, names);
    }
    names.ids.push(id);
    names.names.push(name);
    names.letters.push(lettersOf(name));
    names.counts.push(countsOf(name));
  }
}

/** One bit for each letter, by its code; letters that share a bit only let more names through. */
function lettersOf(name: string): number {
  let letters = 0;
  for (let i = 0; i < name.length; i++) letters |= 1 << (name.charCodeAt(i) & 31);
  return letters;
}

/** How many letters fall in each of eight classes, four bits each; at fifteen a class is full. */
function countsOf(name: string): number {
  let counts = 0;
  for (let i = 0; i < name.length; i++) {
    const shift = (name.charCodeAt(i) & 7) << 2;
    if (((counts >>> shift) & 15) < 15) counts += 1 << shift;
  }
  return counts;
}

function differenceOf(a: number, b: number): number {
  let sum = 0;
  for (let shift = 0; shift < 32; shift += 4) sum += Math.abs(((a >>> shift) & 15) - ((b >>> shift) & 15));
  return sum;
}

export function findClosest(byLength: NamesByLength, wanted: string): number | undefined {
  if (wanted === '' || wanted.length > longest) return undefined;
  const letters = lettersOf(wanted);
  const counts = countsOf(wanted);
  let limit = Math.min(furthest, Math.max(1, Math.floor(wanted.length / 5)));
  let best: { id: number; name: string } | undefined;
  const most = limit;
  for (let away = 0; away <= most; away++) {
    for (const length of away === 0 ? [wanted.length] : [wanted.length - away, wanted.length + away]) {
      if (away > limit) break;
      const names = byLength.get(length);
      for (let i = 0; i < (names?.names.length ?? 0); i++) {
        // Each edit takes away one letter and brings in one at most.
        if (countBits(letters ^ names!.letters[i]!) > 2 * limit) continue;
        if (differenceOf(counts, names!.counts[i]!) > 2 * limit) continue;
        const name = names!.names[i]!;
        const distance = editDistance(wanted, name, limit);
        if (distance > limit) continue;
        if (best !== undefined && distance === limit && !isBefore(name, names!.ids[i]!, best)) continue;
        best = { id: names!.ids[i]!, name };
        limit = distance;
      }
    }
  }
  return best?.id;
}

/** Among equally close ones the first by name, so that the answer does not depend on the order of indexing. */
function isBefore(name: string, id: number, best: { id: number; name: string }): boolean {
  return name === best.name ? id < best.id : name < best.name;
}

function countBits(bits: number): number {
  let n = bits - ((bits >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
