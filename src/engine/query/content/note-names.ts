import { changedSince } from '../../db/queries/changes.ts';
import { nameKeys } from '../../db/queries/content.ts';
import type { ThreadView } from '../../indexer/thread-view.ts';
import { splitWords } from '../../markdown/words.ts';
import { letterMask } from '../fuzzy/edit-limit.ts';

/** A word of file names and titles, and the notes that are called by it. */
export interface NameWord {
  readonly codes: Uint16Array;
  readonly mask: number;
  notes: number[];
}

export interface NoteNames {
  generation: number;
  readonly words: Map<string, NameWord>;
  /** The words of each note's file name and of its title, in order. */
  readonly notes: Map<number, readonly [name: string[], title: string[]]>;
}

/** What all notes are called. Kept from one question to the next: of the notes that changed it is read again. */
export function loadNames(view: ThreadView): NoteNames {
  const { db, memory, generation } = view;
  const known = memory.get('names') as NoteNames | undefined;
  if (known?.generation === generation) return known;
  const changed = known && changedSince(db, known.generation);
  const names = known && changed ? known : { generation, words: new Map(), notes: new Map() };
  if (changed) for (const id of new Set(changed)) forget(names, id);
  for (const [id, name, title] of nameKeys(db, changed)) {
    if (!names.notes.has(id)) learn(names, id, [splitWords(name), splitWords(title)]);
  }
  names.generation = generation;
  memory.set('names', names);
  return names;
}

function learn({ words, notes }: NoteNames, id: number, called: [string[], string[]]): void {
  notes.set(id, called);
  for (const word of new Set(called.flat())) {
    const entry = words.get(word);
    if (entry) entry.notes.push(id);
    else words.set(word, toWord(word, id));
  }
}

function toWord(word: string, id: number): NameWord {
  const codes = unitsOf(word);
  return { codes, mask: letterMask(codes, 0, codes.length), notes: [id] };
}

function forget({ words, notes }: NoteNames, id: number): void {
  for (const word of new Set(notes.get(id)?.flat())) {
    const entry = words.get(word)!;
    entry.notes = entry.notes.filter((other) => other !== id);
    if (entry.notes.length === 0) words.delete(word);
  }
  notes.delete(id);
}

export function unitsOf(text: string): Uint16Array {
  return Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
}
