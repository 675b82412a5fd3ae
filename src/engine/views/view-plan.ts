import type { OrphanDefinition } from '../db/queries/links.ts';
import type { Condition } from '../query/filter/condition.ts';
import type { NoteField, ViewColumn, ViewOrder } from './view-definition.ts';

/** A filter with its values put in: what the reader thread evaluates. */
export type BoundFilter =
  | { readonly kind: 'condition'; readonly condition: Condition }
  /** Words to look for, as the search tool takes them. */
  | { readonly kind: 'text'; readonly query: string }
  | { readonly kind: 'all' | 'any'; readonly of: readonly BoundFilter[] }
  | { readonly kind: 'not'; readonly of: BoundFilter };

export type Selection =
  | { readonly by: 'everything' }
  | { readonly by: 'filter'; readonly filter: BoundFilter; readonly timeZone: string }
  | { readonly by: 'untagged' }
  | { readonly by: 'orphans'; readonly definition: OrphanDefinition };

export interface Grouping {
  readonly field: NoteField;
  /** Only these, in this order; what has none of them is left out. */
  readonly columns?: readonly string[];
}

/** Everything a view needs to be answered from the index: plain data, times in ms since 1970. */
export type ViewPlan =
  /** `from` included, `to` not. `created`: notes created in that time count as well. */
  | {
      readonly kind: 'period';
      readonly from?: number;
      readonly to?: number;
      readonly created: boolean;
      readonly descending: boolean;
    }
  | {
      readonly kind: 'notes';
      readonly selection: Selection;
      readonly order: readonly ViewOrder[];
      readonly group?: Grouping;
      readonly limit?: number;
      readonly offset?: number;
      readonly columns?: readonly ViewColumn[];
      /** Rows have the path and these columns, and nothing else. */
      readonly columnsOnly?: boolean;
      readonly timeZone: string;
    }
  | { readonly kind: 'broken-links' }
  | { readonly kind: 'tags' }
  | { readonly kind: 'random'; readonly count: number; readonly seed: string };
