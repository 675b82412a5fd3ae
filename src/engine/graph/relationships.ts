import type { LinkPage, Page } from '../db/queries/links.ts';
import { summariesByIds } from '../db/queries/notes.ts';
import type { ThreadQuestion, ThreadView } from '../indexer/thread-view.ts';
import { getReferenced } from '../query/note-reference.ts';
import { type LookedAt, lookAt } from './ask-fresh.ts';
import { findChildren, findParents } from './hierarchy-walk.ts';
import type { RelationCategory } from './link-words.ts';
import { answerNoteLinks, type IncomingLink, type InternalLink, type OutsideLink } from './note-links.ts';
import { type NoteEntry, noteEntries } from './note-row.ts';
import { pageOfRelated, type RelatedEntry } from './related.ts';

export interface Relationships {
  path: string;
  title: string;
  parents?: LinkPage<NoteEntry>;
  children?: LinkPage<NoteEntry>;
  outgoing_links?: LinkPage<InternalLink>;
  incoming_links?: LinkPage<IncomingLink>;
  external_links?: LinkPage<OutsideLink>;
  related?: LinkPage<RelatedEntry>;
}

export interface RelationshipsQuestion extends ThreadQuestion {
  name: 'relationships';
  input: Page & { note: string; categories: readonly RelationCategory[] };
  output: Relationships & LookedAt;
}

const linksBehind = {
  outgoing_links: 'internal',
  incoming_links: 'incoming',
  external_links: 'external',
} as const;

/** Everything that ties a note to others, a page of each kind. */
export function answerRelationships(
  view: ThreadView,
  { note, categories, ...page }: RelationshipsQuestion['input'],
): RelationshipsQuestion['output'] {
  const subject = getReferenced(view, note);
  const asked = categories.flatMap((name) => (name in linksBehind ? [linksBehind[name as LinkName]] : []));
  const links = answerNoteLinks(view, { note: subject.path, categories: asked, ...page });
  const shown = new Set<number>();
  const entriesOf = (ids: readonly number[]): LinkPage<NoteEntry> => {
    const some = ids.slice(page.offset, page.offset + page.limit);
    for (const id of some) shown.add(id);
    return { rows: [...noteEntries(view.db, some).entries.values()], total: ids.length };
  };
  const find = {
    parents: () => entriesOf(findParents(view, subject)),
    children: () => entriesOf(findChildren(view, subject)),
    outgoing_links: () => links.internal,
    incoming_links: () => links.incoming,
    external_links: () => links.external,
    related: () => {
      const { entries, rows, total } = pageOfRelated(view, subject, page);
      for (const { id } of rows) shown.add(id);
      return { rows: entries, total };
    },
  };
  const found = categories.map((name) => [name, find[name]()]);
  const { outdated, faults } = lookAt(view.root, summariesByIds(view.db, [...shown]));
  return {
    path: subject.path,
    title: subject.title,
    ...Object.fromEntries(found),
    outdated: [...links.outdated, ...outdated],
    faults: [...links.faults, ...faults],
  };
}

type LinkName = keyof typeof linksBehind;
