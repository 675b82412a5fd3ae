import { linkPairs } from '../db/queries/link-search.ts';
import { type SummaryRow, summariesByIds } from '../db/queries/notes.ts';
import type { ThreadQuestion, ThreadView } from '../indexer/thread-view.ts';
import { getReferenced } from '../query/note-reference.ts';
import { type LookedAt, lookAt } from './ask-fresh.ts';
import type { LinkDirection } from './link-words.ts';

export interface NeighbourhoodQuery {
  note: string;
  /** How many links away a note may be. */
  depth: number;
  direction: LinkDirection;
  /** How many notes at most. */
  limit: number;
}

export interface NeighbourNode {
  path: string;
  title: string;
  depth: number;
}

export interface NeighbourEdge {
  from: string;
  to: string;
  links: number;
}

export interface Neighbourhood {
  nodes: NeighbourNode[];
  edges: NeighbourEdge[];
  /** True when there are more notes within reach than were asked for. */
  truncated: boolean;
}

export interface NeighbourhoodQuestion extends ThreadQuestion {
  name: 'neighbourhood';
  input: NeighbourhoodQuery;
  output: Neighbourhood & LookedAt;
}

/** A hub may have more links than notes can be shown: past these, the ones left out come last by path. */
const mostPairs = 50_000;

/** A note and those around it, nearest first, with all links between them in the direction asked for. */
export function answerNeighbourhood(
  view: ThreadView,
  query: NeighbourhoodQuery,
): NeighbourhoodQuestion['output'] {
  const { db, root } = view;
  const { depths, truncated } = findAround(view, getReferenced(view, query.note).id, query);
  const notes = summariesByIds(db, [...depths.keys()]);
  const paths = new Map(notes.map(({ id, path }) => [id, path]));
  const edges = linkPairs(db, [...depths.keys()], 'out', view.scope, mostPairs)
    .filter(([from, to]) => paths.has(from) && paths.has(to))
    .map(([from, to, links]) => ({ from: paths.get(from)!, to: paths.get(to)!, links }));
  return { nodes: toNodes(notes, depths), edges, truncated, ...lookAt(root, notes) };
}

function findAround(
  view: ThreadView,
  start: number,
  { depth, direction, limit }: NeighbourhoodQuery,
): { depths: Map<number, number>; truncated: boolean } {
  const depths = new Map([[start, 0]]);
  const directions = direction === 'both' ? (['out', 'in'] as const) : [direction];
  let frontier = [start];
  for (let away = 1; away <= depth && frontier.length > 0; away++) {
    view.throwIfCancelled();
    const next: number[] = [];
    for (const way of directions) {
      for (const [from, to] of linkPairs(view.db, frontier, way, view.scope, mostPairs)) {
        const other = way === 'out' ? to : from;
        if (depths.has(other)) continue;
        if (depths.size >= limit) return { depths, truncated: true };
        depths.set(other, away);
        next.push(other);
      }
    }
    frontier = next;
  }
  return { depths, truncated: false };
}

function toNodes(notes: readonly SummaryRow[], depths: ReadonlyMap<number, number>): NeighbourNode[] {
  return notes.map(({ id, path, title }) => ({ path, title, depth: depths.get(id)! }));
}
