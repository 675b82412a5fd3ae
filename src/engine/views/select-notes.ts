import { orphanIds } from '../db/queries/links.ts';
import { untaggedIds } from '../db/queries/views.ts';
import type { ThreadView } from '../indexer/thread-view.ts';
import { evaluateFilter } from './evaluate-filter.ts';
import type { Selection } from './view-plan.ts';

interface Selected {
  /** Undefined means every note. */
  ids: Int32Array | undefined;
  /** The ids come best first, and not in no order. */
  ranked: boolean;
}

export function selectNotes(view: ThreadView, selection: Selection): Selected {
  switch (selection.by) {
    case 'everything':
      return { ids: undefined, ranked: false };
    case 'untagged':
      return { ids: untaggedIds(view.db, view.scope), ranked: false };
    case 'orphans':
      return { ids: orphanIds(view.db, selection.definition, view.scope), ranked: false };
    case 'filter':
      return evaluateFilter(view, selection.filter, selection.timeZone);
  }
}
