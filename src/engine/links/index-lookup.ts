import type { Database } from '../db/database.ts';
import { attachmentsNamed, findNoteAt, notesCalled, notesNamed, partsOfNote } from '../db/queries/edges.ts';
import type { Scope } from '../db/queries/zones.ts';
import { linkedFile, NameGroup } from './name-group.ts';
import { parseParts } from './note-parts.ts';
import type { CalledNotes, LinkLookup } from './resolve.ts';

/** What is remembered of each kind; then all of it is forgotten, which bounds it in the simplest way. */
const kept = 2000;

const noParts = parseParts('[]', '[]');

/** Asks the index, one name at a time. Good for as long as the index does not change. */
export function openLookup(db: Database, scope: Scope = 'all'): LinkLookup {
  return {
    at: remember((path) => {
      const id = findNoteAt(db, path, scope);
      return id === undefined ? undefined : linkedFile(id, path);
    }),
    named: remember((name) => ({
      notes: groupOf(notesNamed(db, name, scope)),
      attachments: groupOf(attachmentsNamed(db, name, scope)),
    })),
    ...lookupRest(db, scope),
  };
}

/** The part of a lookup that few links need. */
export function lookupRest(db: Database, scope: Scope): Pick<LinkLookup, 'called' | 'parts'> {
  return {
    called: remember((text) => {
      const rows = notesCalled(db, text, scope);
      if (rows.length === 0) return nobody;
      const by = (what: 'alias' | 'id' | 'title') => [
        ...new Map(
          rows.filter((row) => row[0] === what).map(([, id, path]) => [id, linkedFile(id, path)]),
        ).values(),
      ];
      return { aliased: by('alias'), identified: by('id'), titled: by('title') };
    }),
    parts: remember((note) => {
      const row = partsOfNote(db, note);
      return row ? parseParts(row.headings, row.blocks) : noParts;
    }),
  };
}

const nobody: CalledNotes = { aliased: [], identified: [], titled: [] };

function groupOf(rows: readonly [id: number, path: string][]): NameGroup | undefined {
  return rows.length === 0 ? undefined : new NameGroup(rows.map(([id, path]) => linkedFile(id, path)));
}

function remember<Key, Value>(find: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    if (known.has(key)) return known.get(key)!;
    const value = find(key);
    if (known.size >= kept) known.clear();
    known.set(key, value);
    return value;
  };
}
