import {
  idsByPropertyValues,
  idsWithProperty,
  propertyKeys,
  propertyValues,
} from '../../db/queries/filter.ts';
import type { ThreadView } from '../../indexer/thread-view.ts';
import { NoteSet } from '../note-set.ts';
import type { Condition } from './condition.ts';
import { fold } from './fold.ts';
import { isPresent, someAt, someScalar } from './property-values.ts';
import { compileValueTest, likesOf } from './value-test.ts';

interface Wanted {
  passes(value: unknown): boolean;
  likes: readonly string[];
}

/** Notes with a value that is as the condition says; for `!=` and `missing:` the others are meant. */
export function findByProperty(
  view: ThreadView,
  keys: readonly string[],
  condition: Condition,
  timeZone: string,
): NoteSet {
  const wanted = compileWanted(condition, timeZone);
  const found = new NoteSet();
  for (let take = keys.length; take > 0; take--) {
    const name = keys.slice(0, take).join('.');
    const rest = keys.slice(take);
    const spellings = spellingsOf(view, name);
    const others = spellings.filter((key) => key !== name);
    if (others.length < spellings.length) addMatching(view, name, rest, wanted, (id) => found.add(id));
    if (others.length === 0) continue;
    const settled = NoteSet.of(idsWithProperty(view.db, view.scope, name));
    for (const key of others)
      addMatching(view, key, rest, wanted, (id) => {
        if (!settled.has(id)) found.add(id);
      });
  }
  return found;
}

function compileWanted(condition: Condition, timeZone: string): Wanted {
  if (condition.kind === 'presence') return { passes: isPresent, likes: [] };
  const test = compileValueTest(condition, timeZone);
  return { passes: (value) => someScalar(value, test), likes: likesOf(condition) };
}

function spellingsOf({ db, cache, generation }: ThreadView, name: string): readonly string[] {
  const all = cache.get('property keys', generation, () => Map.groupBy(propertyKeys(db), fold));
  return all.get(fold(name)) ?? [];
}

/** Every value is looked at once, however many notes have it. */
function addMatching(
  view: ThreadView,
  key: string,
  rest: readonly string[],
  { passes, likes }: Wanted,
  add: (id: number) => void,
): void {
  const shared: string[] = [];
  let seen = 0;
  for (const [json, count, note] of propertyValues(view.db, view.scope, key, likes)) {
    if (++seen % 4096 === 0) view.throwIfCancelled();
    if (!someAt(JSON.parse(json), rest, passes)) continue;
    if (count === 1) add(note);
    else shared.push(json);
  }
  if (shared.length > 0) for (const id of idsByPropertyValues(view.db, view.scope, key, shared)) add(id);
}
