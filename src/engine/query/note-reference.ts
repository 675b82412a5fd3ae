import { findNoteByPath, type NoteRow, notesByKey, similarNotes } from '../db/queries/notes.ts';
import { SlipboxError } from '../errors.ts';
import type { View } from '../indexer/notebook-index.ts';
import { checkPath, type NotePath } from '../vault/path-guard.ts';
import { editDistance } from './edit-distance.ts';

/** A note reference as a path, when it can be one; titles need not be. */
export function asPath(reference: string): { path: NotePath } | { fault: SlipboxError } {
  try {
    return { path: checkPath(reference) };
  } catch (error) {
    return { fault: error as SlipboxError };
  }
}

/** All notes may have one name (`index`, a daily title); one of them can still be the exact match. */
const mostCandidates = 10_000;

/** The note that a reference names: path, then id, title, alias, file name; two candidates at one level are an error. */
export function findReferenced(view: View, reference: string): NoteRow | undefined {
  const { db, scope } = view;
  const path = asPath(reference);
  if ('path' in path) {
    for (const candidate of exactPaths(reference, path.path)) {
      const row = findNoteByPath(db, candidate, scope);
      if (row) return row;
    }
    const byPath = findIgnoringCase(view, path.path);
    if (byPath) return byPath;
  }
  const key = reference.normalize('NFC').trim().toLowerCase();
  for (const level of ['id', 'title', 'alias', 'name'] as const) {
    const rows = notesByKey(
      db,
      level,
      level === 'name' ? key.replace(/\.md$/, '') : key,
      scope,
      mostCandidates,
    );
    const row = pickOne(rows, reference, level);
    if (row) return row;
  }
  return undefined;
}

/** The note that a reference names. A path that must not be followed is refused as such, anything else is not found. */
export function getReferenced(view: View, reference: string): NoteRow {
  const row = findReferenced(view, reference);
  if (row) return row;
  const asked = asPath(reference);
  throw 'fault' in asked ? asked.fault : noteNotFound(view, reference);
}

export function noteNotFound(view: View, reference: string): SlipboxError {
  const closest = closestNotes(view, reference);
  const hint =
    closest.length > 0
      ? `Check path is relative to notebook root. Closest: ${closest.join(', ')}`
      : undefined;
  return new SlipboxError('NOTE_NOT_FOUND', `Note not found: ${shorten(reference)}`, {
    ...(hint ? { hint } : {}),
    details: { closest },
  });
}

/** As typed first: of two names equal in NFC, the second is listed by its own spelling and must be found by it. */
function exactPaths(reference: string, path: NotePath): string[] {
  const typed = reference.split('/').filter(Boolean).join('/');
  const spellings = typed === path ? [path] : [typed, path];
  return spellings.map((spelling) => (isMarkdown(spelling) ? spelling : `${spelling}.md`));
}

function shorten(reference: string): string {
  return reference.length > 200 ? `${reference.slice(0, 200)}…` : reference;
}

function isMarkdown(path: string): boolean {
  return /\.md$/i.test(path);
}

function findIgnoringCase(view: View, path: string): NoteRow | undefined {
  const key = (isMarkdown(path) ? path : `${path}.md`).toLowerCase();
  const name = key.slice(key.lastIndexOf('/') + 1, -3);
  const rows = notesByKey(view.db, 'name', name, view.scope, mostCandidates).filter(
    (row) => row.path.toLowerCase() === key,
  );
  return pickOne(rows, path, 'path');
}

function pickOne(rows: readonly NoteRow[], reference: string, level: string): NoteRow | undefined {
  if (rows.length < 2) return rows[0];
  const typed = reference.normalize('NFC').trim();
  const isTyped = (text: string) => text.normalize('NFC') === typed;
  const exact = rows.filter((row) => {
    const name = row.path.slice(row.path.lastIndexOf('/') + 1);
    if (level === 'title') return isTyped(row.title);
    if (level === 'name') return name === typed || name === `${typed}.md`;
    if (level === 'alias') return (JSON.parse(row.aliases) as string[]).some(isTyped);
    if (level === 'id') return isTyped(String((JSON.parse(row.data) as { id?: unknown }).id));
    return false;
  });
  if (exact.length === 1) return exact[0];
  const candidates = (exact.length > 1 ? exact : rows).map((row) => row.path);
  throw new SlipboxError(
    'NOTE_AMBIGUOUS',
    `More than one note is called ${shorten(reference)}: ${candidates.slice(0, 5).join(', ')}`,
    {
      details: { candidates: candidates.slice(0, 20), count: candidates.length },
    },
  );
}

function closestNotes(view: View, reference: string): string[] {
  const key = reference.normalize('NFC').trim().toLowerCase().slice(0, 200);
  const name = key.slice(key.lastIndexOf('/') + 1).replace(/\.md$/, '');
  if (name === '') return [];
  const words = (name.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, 5);
  const match = words.map((word) => `title : "${word.replaceAll('"', '')}"*`).join(' OR ');
  const start = [...name].slice(0, 2).join('');
  const near = rankByDistance(similarNotes(view.db, start, match, view.scope), key, name);
  if (near.length >= suggestions) return near;
  // A slip in the first letters: the whole notebook when it is small, the part that comes first when not.
  return rankByDistance(similarNotes(view.db, '', match, view.scope), key, name);
}

const suggestions = 3;

/** A beginning is close however much follows. */
function distanceTo(typed: string, actual: string, limit: number): number {
  return typed.length > 2 && actual.startsWith(typed) ? 1 : editDistance(typed, actual, limit);
}

function rankByDistance(
  notes: readonly { path: string; title: string }[],
  key: string,
  name: string,
): string[] {
  const limit = Math.max(3, Math.ceil(name.length * 0.5));
  const distances = new Map<string, number>();
  for (const { path, title } of notes) {
    const file = path.slice(path.lastIndexOf('/') + 1, -3).toLowerCase();
    const readings: [string, string][] = [
      [name, file],
      [name, title.toLowerCase().slice(0, 200)],
      [key, path.toLowerCase()],
    ];
    const distance = Math.min(...readings.map(([typed, actual]) => distanceTo(typed, actual, limit)));
    if (distance <= limit && distance < Math.max(name.length, 3)) distances.set(path, distance);
  }
  return [...distances]
    .sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, suggestions)
    .map(([path]) => path);
}
