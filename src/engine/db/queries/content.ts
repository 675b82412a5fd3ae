import type { Database } from '../database.ts';

/** File names and titles in lower case, of all notes or of some. */
export function nameKeys(
  db: Database,
  notes?: readonly number[],
): [id: number, name: string, title: string][] {
  return notes
    ? db.tuples<[number, string, string]>(
        'SELECT n.id, n.name_key, n.title_key FROM json_each(?) j CROSS JOIN notes n ON n.id = j.value',
        JSON.stringify(notes),
      )
    : db.tuples<[number, string, string]>('SELECT id, name_key, title_key FROM notes');
}
