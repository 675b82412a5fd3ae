import { propertyKeys } from '../db/queries/filter.ts';
import { propertyRows, valuesOfProperty } from '../db/queries/views.ts';
import type { ThreadView } from '../indexer/thread-view.ts';

/** How a property is spelled in this notebook, the spelling asked for last: it wins over the others. */
function spellingsOf({ db, cache, generation }: ThreadView, name: string): string[] {
  const keys = cache.get('view property keys', generation, () => propertyKeys(db));
  const folded = name.toLowerCase();
  const others = keys.filter((key) => key !== name && key.toLowerCase() === folded);
  return keys.includes(name) ? [...others, name] : others;
}

/** What each note that has a property makes of its value; each distinct value is read once. */
export function readProperty<T>(
  view: ThreadView,
  name: string,
  read: (value: unknown) => T | undefined,
): Map<number, T> {
  const found = new Map<number, T>();
  for (const key of spellingsOf(view, name)) {
    view.throwIfCancelled();
    const known = new Map<string, T>();
    for (const json of valuesOfProperty(view.db, key)) {
      const value = read(JSON.parse(json));
      if (value !== undefined) known.set(json, value);
    }
    for (const [json, note] of propertyRows(view.db, key, [...known.keys()]))
      found.set(note, known.get(json)!);
  }
  return found;
}
