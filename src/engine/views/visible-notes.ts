import { countVisible, type IndexedField, idsInOrder } from '../db/queries/views.ts';
import type { ThreadView } from '../indexer/thread-view.ts';

/** How many notes the caller sees. */
export function countAll({ db, scope, cache, generation }: ThreadView): number {
  return cache.get(`view count ${JSON.stringify(scope)}`, generation, () => countVisible(db, scope));
}

/** All of them in one of the orders the index has; several views share it. */
export function allInOrder(view: ThreadView, field: IndexedField, descending: boolean): Int32Array {
  const { db, scope, cache, generation } = view;
  return cache.get(`view order ${field} ${descending} ${JSON.stringify(scope)}`, generation, () =>
    idsInOrder(db, field, descending, scope),
  );
}
