import {
  type Backlink,
  backlinksOf,
  externalLinksOf,
  type LinkPage,
  type OutgoingLink,
  outgoingOf,
  type Page,
} from '../db/queries/links.ts';
import { summariesByIds } from '../db/queries/notes.ts';
import type { ThreadQuestion, ThreadView } from '../indexer/thread-view.ts';
import { openLookup } from '../links/index-lookup.ts';
import { resolveLink } from '../links/resolve.ts';
import { getReferenced } from '../query/note-reference.ts';
import { type LookedAt, lookAt } from './ask-fresh.ts';
import { countBacklinks } from './backlinks.ts';
import { type BrokenReason, findReason } from './broken-links.ts';
import type { LinkCategory } from './link-words.ts';

export interface NoteLinkQuery extends Page {
  note: string;
  categories: readonly LinkCategory[];
}

interface LinkRow {
  line: number;
  raw: string;
  kind: string;
}

export interface InternalLink extends LinkRow {
  /** As it is written. */
  target: string;
  /** The file it means; absent when there is none. */
  path?: string;
  title?: string;
  broken?: BrokenReason;
  /** How many files the link may mean equally well, when that is more than one: `path` is the closest. */
  choices?: number;
}

export interface OutsideLink extends LinkRow {
  url: string;
  text?: string;
}

export interface IncomingLink extends LinkRow {
  source: string;
  title: string;
}

export interface LinksOfNote {
  path: string;
  title: string;
  internal?: LinkPage<InternalLink>;
  external?: LinkPage<OutsideLink>;
  incoming?: LinkPage<IncomingLink>;
}

export interface NoteLinksQuestion extends ThreadQuestion {
  name: 'noteLinks';
  input: NoteLinkQuery;
  output: LinksOfNote & LookedAt;
}

export function answerNoteLinks(view: ThreadView, query: NoteLinkQuery): NoteLinksQuestion['output'] {
  const { db, scope, root } = view;
  const note = getReferenced(view, query.note);
  const wants = (category: LinkCategory) => query.categories.includes(category);
  const incoming = wants('incoming')
    ? backlinksOf(db, note.id, scope, query, countBacklinks(view, note.id))
    : undefined;
  const sources = summariesByIds(db, [
    ...new Set([note.id, ...(incoming?.rows ?? []).map((row) => row.note)]),
  ]);
  return {
    path: note.path,
    title: note.title,
    ...(wants('internal') ? { internal: findInternal(view, note, query) } : {}),
    ...(wants('external') ? { external: findExternal(view, note.id, query) } : {}),
    ...(incoming ? { incoming: { ...incoming, rows: incoming.rows.map(toIncoming) } } : {}),
    ...lookAt(root, sources),
  };
}

function findInternal(
  { db, scope }: ThreadView,
  note: { id: number; path: string },
  page: Page,
): LinkPage<InternalLink> {
  const { rows, total } = outgoingOf(db, note.id, scope, page);
  const lookup = openLookup(db, scope);
  // how many were to choose from is not kept in the index
  const choicesOf = (link: OutgoingLink) => (link.dst === null ? 0 : resolveLink(lookup, note, link).choices);
  return { rows: rows.map((link) => toInternal(link, choicesOf(link))), total };
}

function toInternal(link: OutgoingLink, choices: number): InternalLink {
  const { line, raw, kind, target, path, title, state } = link;
  return {
    line,
    raw,
    kind,
    target,
    ...(path === null ? {} : { path }),
    ...(title === null ? {} : { title }),
    ...(state === 0 ? {} : { broken: findReason(link) }),
    ...(choices > 1 ? { choices } : {}),
  };
}

function findExternal({ db }: ThreadView, note: number, page: Page): LinkPage<OutsideLink> {
  const { rows, total } = externalLinksOf(db, note, page);
  const toOutside = ({ line, raw, kind, target, alias }: (typeof rows)[number]) => ({
    line,
    raw,
    kind,
    url: target,
    ...(alias ? { text: alias } : {}),
  });
  return { rows: rows.map(toOutside), total };
}

function toIncoming({ path, title, line, raw, kind }: Backlink): IncomingLink {
  return { source: path, title, line, raw, kind };
}
