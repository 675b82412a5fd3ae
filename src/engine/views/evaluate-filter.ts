import type { ThreadView } from '../indexer/thread-view.ts';
import type { Condition } from '../query/filter/condition.ts';
import { findFiltered } from '../query/filter/find-filtered.ts';
import { NoteSet } from '../query/note-set.ts';
import { findText } from '../query/text/find-text.ts';
import { parseQuery } from '../query/text/parse-query.ts';
import type { BoundFilter } from './view-plan.ts';
import { allInOrder } from './visible-notes.ts';

type FilterOf<Kind extends BoundFilter['kind']> = Extract<BoundFilter, { kind: Kind }>;
const isKind =
  <Kind extends BoundFilter['kind']>(kind: Kind) =>
  (filter: BoundFilter): filter is FilterOf<Kind> =>
    filter.kind === kind;

/** The notes a filter lets through. `ranked`: the ids come best first, because the whole of it was a search for words. */
export function evaluateFilter(
  view: ThreadView,
  filter: BoundFilter,
  timeZone: string,
): { ids: Int32Array; ranked: boolean } {
  const find = (conditions: { and?: Condition[]; or?: Condition[]; not?: Condition[] }) =>
    findFiltered(view, { and: [], or: [], not: [], ...conditions, timeZone });
  const search = (texts: readonly FilterOf<'text'>[], within: NoteSet | undefined) =>
    findText(view, parseQuery(texts.map(({ query }) => query).join(' ')), within).ids;
  const setOf = (node: BoundFilter): NoteSet => {
    const { ids } = evaluate(node);
    return NoteSet.of(ids);
  };

  /** Conditions that stand side by side are asked at once, and words only of what they leave. */
  const evaluateAll = (parts: readonly BoundFilter[]): { ids: Int32Array; ranked: boolean } => {
    const and = parts.filter(isKind('condition')).map(({ condition }) => condition);
    const texts = parts.filter(isKind('text'));
    const not: Condition[] = [];
    const others: BoundFilter[] = [];
    for (const part of parts) {
      if (part.kind === 'not' && part.of.kind === 'condition') not.push(part.of.condition);
      else if (part.kind !== 'condition' && part.kind !== 'text') others.push(part);
    }
    const sets = others.map(setOf);
    if (and.length + not.length > 0) sets.unshift(find({ and, not }));
    const within = sets.length === 0 ? undefined : sets.reduce((all, set) => all.intersect(set));
    if (texts.length === 0) return { ids: within!.ids(), ranked: false };
    return { ids: search(texts, within), ranked: true };
  };

  const evaluate = (node: BoundFilter): { ids: Int32Array; ranked: boolean } => {
    view.throwIfCancelled();
    if (node.kind === 'all') return evaluateAll(node.of);
    if (node.kind === 'condition' || node.kind === 'text') return evaluateAll([node]);
    if (node.kind === 'not') {
      if (node.of.kind === 'condition') return evaluateAll([node]);
      const taken = setOf(node.of);
      return { ids: allInOrder(view, 'path', false).filter((id) => !taken.has(id)), ranked: false };
    }
    const plain = node.of.filter(isKind('condition')).map(({ condition }) => condition);
    const sets = node.of.filter((part) => part.kind !== 'condition').map(setOf);
    if (plain.length > 0) sets.push(find({ or: plain }));
    return { ids: sets.reduce((all, set) => all.union(set)).ids(), ranked: false };
  };
  return evaluate(filter);
}
