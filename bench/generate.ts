import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { DistinctTerms } from './distinct-terms.ts';
import { renderNote } from './note-text.ts';
import { planNotebook } from './notebook-plan.ts';
import { createRandom } from './random.ts';

export interface GenerateOptions {
  readonly dir: string;
  readonly notes: number;
  readonly seed: number;
}

export interface GeneratedNotebook {
  readonly notes: number;
  readonly bytes: number;
  /** Words without regard to case, CJK text in pairs of characters. */
  readonly distinctTerms: number;
  readonly folders: number;
  /** Links to notes, broken ones included, web addresses not. */
  readonly links: number;
}

interface Marker {
  readonly version: number;
  readonly notes: number;
  readonly seed: number;
  readonly result: GeneratedNotebook | null;
}

/** Raise it when the same seed gives other bytes than before. */
const VERSION = 1;
const MTIME_STREAM = -2;
const OLDEST = Date.UTC(2013, 0, 1) / 1000;
const NEWEST = Date.UTC(2025, 0, 1) / 1000;

/**
 * Fills `dir` with a notebook that depends on nothing but its size and seed. A finished one is not written again:
 * a marker beside the folder remembers it.
 */
export function generateNotebook(options: GenerateOptions): GeneratedNotebook {
  const { dir, notes, seed } = options;
  const marker = findMarker(dir);
  if (marker?.version === VERSION && marker.notes === notes && marker.seed === seed && marker.result) {
    if (existsSync(dir)) return marker.result;
  }
  if (!marker && existsSync(dir) && readdirSync(dir).length > 0) {
    throw new Error(`${dir} holds files that were not generated here; name an empty or new folder.`);
  }
  mkdirSync(dirname(dir), { recursive: true });
  writeMarker(dir, { version: VERSION, notes, seed, result: null });
  rmSync(dir, { recursive: true, force: true });
  const result = writeNotebook(options);
  writeMarker(dir, { version: VERSION, notes, seed, result });
  return result;
}

/** For who is about to change a generated notebook: the next generation writes it anew. */
export function forgetNotebook(dir: string): void {
  const marker = findMarker(dir);
  if (marker) writeMarker(dir, { ...marker, result: null });
}

/** For who has put every byte and time stamp back. */
export function restoreNotebook(options: GenerateOptions, result: GeneratedNotebook): void {
  writeMarker(options.dir, { version: VERSION, notes: options.notes, seed: options.seed, result });
}

function writeNotebook({ dir, notes, seed }: GenerateOptions): GeneratedNotebook {
  const plan = planNotebook(notes, seed);
  for (const folder of plan.folders) mkdirSync(join(dir, folder), { recursive: true });
  const times = createRandom(seed, MTIME_STREAM);
  const terms = new DistinctTerms();
  let bytes = 0;
  let links = 0;
  for (const [index, note] of plan.notes.entries()) {
    const rendered = renderNote(plan, index, seed);
    const content = Buffer.from(rendered.text);
    const file = `${dir}/${note.path}`;
    writeFileSync(file, content);
    // Most notes are recent, as in a notebook that grew.
    const modified = Math.round((NEWEST - (NEWEST - OLDEST) * times() ** 2) * 1000) / 1000;
    utimesSync(file, modified, modified);
    terms.add(rendered.text);
    bytes += content.length;
    links += rendered.links;
  }
  return { notes, bytes, distinctTerms: terms.size, folders: plan.folders.length - 1, links };
}

function markerPath(dir: string): string {
  return `${resolve(dir)}.done.json`;
}

function findMarker(dir: string): Marker | null {
  try {
    return JSON.parse(readFileSync(markerPath(dir), 'utf8')) as Marker;
  } catch {
    return null;
  }
}

function writeMarker(dir: string, marker: Marker): void {
  writeFileSync(markerPath(dir), `${JSON.stringify(marker)}\n`);
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { notes: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
  });
  const [dir] = positionals;
  const notes = Number(values.notes);
  const seed = Number(values.seed);
  if (!dir || !Number.isInteger(notes) || notes < 1 || !Number.isInteger(seed)) {
    process.stderr.write('Usage: node bench/generate.ts DIR [--notes 10000] [--seed 1]\n');
    process.exit(2);
  }
  const started = performance.now();
  const result = generateNotebook({ dir: resolve(dir), notes, seed });
  const seconds = Number(((performance.now() - started) / 1000).toFixed(1));
  process.stdout.write(`${JSON.stringify({ dir: resolve(dir), ...result, seconds })}\n`);
}
