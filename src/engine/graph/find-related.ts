import { hasManyBelow, pathsOf } from '../db/queries/hierarchy.ts';
import type { NoteRow } from '../db/queries/notes.ts';
import {
  countLinked,
  countLinking,
  countTagged,
  filesLinkedFrom,
  firstByPath,
  linkedPairs,
  linkingPairs,
  notesLinkingTo,
  type Shared,
  taggedPairs,
} from '../db/queries/related.ts';
import type { ThreadView } from '../indexer/thread-view.ts';
import { everyNote } from '../query/every-note.ts';
import { findChildren, findParents } from './hierarchy-walk.ts';
import { loadRanks } from './path-ranks.ts';
import { type RelatedReason, RelatedScores, weights } from './related-score.ts';
import { findSimilar } from './related-text.ts';

export interface RelatedNotes {
  /** The most related first, then by path. */
  ids: Int32Array;
  scoreOf(note: number): number;
  reasonsOf(note: number): RelatedReason[];
}

/** A note linked from so many, or with so many children, is related to none of them in particular. */
const mostDirect = 5000;
/** What more notes share than this says nothing of two of them. */
const mostHolders = 300;
/** Links and citing notes that are looked at, the first ones; and pairs that come of it, the most telling first. */
const mostLooked = 300;
const mostPairs = 4000;
const mostTags = 50;
const mostTagged = 1500;

/** Parents whose other children are looked at; notes below one of them, by properties and in folders. */
const mostParents = 10;
const mostBelow = { named: mostHolders, inFolder: 3000 };

/** Everything that is related to a note, for whatever reason. */
export function findRelated(view: ThreadView, note: NoteRow): RelatedNotes {
  const { cache, generation, scope } = view;
  return cache.get(`related ${note.id} ${JSON.stringify(scope)}`, generation, () => {
    const scores = new RelatedScores();
    addLinks(view, note.id, scores);
    addTags(view, note, scores);
    addKinship(view, note, scores);
    for (const { id, similarity, words } of findSimilar(view, note))
      scores.add(id, 'similar_text', weights.text(similarity), { via: words });
    const ranks = loadRanks(view);
    const found = scores
      .notes()
      .filter((id) => id !== note.id && (ranks[id] ?? -1) >= 0)
      .map((id) => ({ id, score: scores.scoreOf(id), rank: ranks[id]! }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || a.rank - b.rank);
    return {
      ids: Int32Array.from(found, ({ id }) => id),
      scoreOf: (id) => scores.scoreOf(id),
      reasonsOf: (id) => scores.reasonsOf(id),
    };
  });
}

function addLinks({ db, scope }: ThreadView, note: number, scores: RelatedScores): void {
  const linked = filesLinkedFrom(db, note, scope, mostDirect + 1);
  const linking = notesLinkingTo(db, note, scope, mostDirect + 1);
  if (linked.length <= mostDirect)
    for (const [id, links, isNote] of linked)
      if (isNote) scores.add(id, 'outgoing_link', weights.links(links), { count: links });
  if (linking.length <= mostDirect)
    for (const [id, links] of linking)
      scores.add(id, 'incoming_link', weights.links(links), { count: links });
  const targets = linked.slice(0, mostLooked).map(([id]) => id);
  const others = (key: number, id: number) => id !== note && id !== key;
  addShared(
    countLinking(db, targets, scope, mostHolders),
    (keys) => linkingPairs(db, keys, scope),
    (id, file, holders) => {
      if (others(file, id)) scores.add(id, 'shared_links', weights.shared(holders), { via: [file] });
    },
  );
  const citing = firstByPath(
    db,
    linking.map(([id]) => id),
    mostLooked,
  );
  addShared(
    countLinked(db, citing, scope, mostHolders),
    (keys) => linkedPairs(db, keys, scope),
    (id, source, holders) => {
      if (others(source, id)) scores.add(id, 'co_citation', weights.shared(holders), { via: [source] });
    },
  );
}

function addTags(view: ThreadView, note: NoteRow, scores: RelatedScores): void {
  const { db, scope, complete } = view;
  if (!complete) return; // the index of tags is made last
  const spelled = new Map((JSON.parse(note.tags) as string[]).map((tag) => [tag.toLowerCase(), tag]));
  const keys = [...spelled.keys()].slice(0, mostTags);
  const notes = everyNote(view).length;
  addShared(
    countTagged(db, keys, scope, mostTagged),
    (some) => taggedPairs(db, some),
    (id, key, holders) => {
      scores.add(id, 'shared_tags', weights.tag(holders, notes), { via: [spelled.get(key)!] });
    },
    mostTagged,
  );
}

/** What fewer notes share says more and comes first; then by what it is. What all share, or only one has, says nothing. */
function addShared<Key extends number | string>(
  counted: readonly Shared<Key>[],
  pairsOf: (keys: Key[]) => [key: Key, note: number][],
  add: (note: number, key: Key, holders: number) => void,
  most = mostHolders,
): void {
  let room = mostPairs;
  const chosen = counted
    .filter(({ holders }) => holders > 1 && holders <= most)
    .sort((a, b) => a.holders - b.holders)
    .filter(({ holders }) => {
      room -= holders;
      return room >= 0;
    });
  const groups = new Map(chosen.map(({ key }): [Key, number[]] => [key, []]));
  for (const [key, note] of pairsOf(chosen.map(({ key }) => key))) groups.get(key)!.push(note);
  for (const { key, holders } of chosen) for (const note of groups.get(key)!) add(note, key, holders);
}

function addKinship(view: ThreadView, note: NoteRow, scores: RelatedScores): void {
  const parents = findParents(view, note);
  for (const id of parents) scores.add(id, 'parent', weights.kinship);
  const children = findChildren(view, note);
  if (children.length <= mostDirect) for (const id of children) scores.add(id, 'child', weights.kinship);
  for (const [id, path] of pathsOf(view.db, parents.slice(0, mostParents))) {
    if (hasManyBelow(view.db, { id, path }, mostBelow, view.scope)) continue;
    const siblings = findChildren(view, { id, path });
    for (const sibling of siblings)
      scores.add(sibling, 'sibling', weights.shared(siblings.length), { via: [id] });
  }
}
