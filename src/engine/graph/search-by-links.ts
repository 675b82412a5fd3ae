import {
  highestNote,
  notesLinkingToHosts,
  notesWithBroken,
  walkByModified,
} from '../db/queries/link-search.ts';
import { linkedNotes, linkingNotes, type Page } from '../db/queries/links.ts';
import { sortIds } from '../db/queries/list-notes.ts';
import { SlipboxError } from '../errors.ts';
import type { ThreadQuestion, ThreadView } from '../indexer/thread-view.ts';
import { domainKey, keysEnd } from '../links/host-key.ts';
import { getReferenced } from '../query/note-reference.ts';
import { NoteSet } from '../query/note-set.ts';
import { type LookedAt, lookAt } from './ask-fresh.ts';
import { type NoteEntry, noteEntries } from './note-row.ts';

/** Criteria given together must all be met; of the values of one, any. */
export interface LinkCriteria {
  hasLinksTo?: readonly string[];
  linkedFrom?: readonly string[];
  externalDomains?: readonly string[];
  brokenLinks?: boolean;
}

export interface LinkSearchQuestion extends ThreadQuestion {
  name: 'searchByLinks';
  input: LinkCriteria & Page;
  output: { rows: NoteEntry[]; total: number } & LookedAt;
}

export function answerLinkSearch(
  view: ThreadView,
  input: LinkSearchQuestion['input'],
): LinkSearchQuestion['output'] {
  const { db, root, scope, cache, generation } = view;
  const { limit, offset, ...criteria } = input;
  const key = JSON.stringify(['links', criteria, scope]);
  const found = cache.get(key, generation, () => findNotes(view, criteria));
  const ids = offset < found.size ? pageOf(view, found, { limit, offset }) : [];
  const { rows, entries } = noteEntries(db, ids);
  return { rows: [...entries.values()], total: found.size, ...lookAt(root, rows) };
}

function findNotes(view: ThreadView, criteria: LinkCriteria): NoteSet {
  const { db, scope } = view;
  const idsOf = (references: readonly string[]) =>
    references.map((reference) => getReferenced(view, reference).id);
  const { hasLinksTo, linkedFrom, externalDomains, brokenLinks } = criteria;
  const sets = [
    hasLinksTo && linkingNotes(db, idsOf(hasLinksTo), scope),
    linkedFrom && linkedNotes(db, idsOf(linkedFrom), scope),
    externalDomains && notesOfDomains(view, externalDomains),
    brokenLinks && findBroken(view),
  ];
  const given = sets.filter((set) => set !== undefined && set !== false).map((ids) => NoteSet.of(ids));
  const [first, ...others] = given;
  if (!first)
    throw new SlipboxError('INVALID_PARAMS', 'No criterion was given', {
      hint: 'Give has_links_to, linked_from, external_domains or broken_links: true',
      details: { parameter: 'has_links_to' },
    });
  return others.reduce((all, set) => all.intersect(set), first);
}

/** Kept apart from the search it is part of: it is the same in the next one. */
function findBroken({ db, scope, cache, generation }: ThreadView): Int32Array {
  return cache.get(`notes with broken ${JSON.stringify(scope)}`, generation, () =>
    notesWithBroken(db, scope),
  );
}

function notesOfDomains({ db, scope }: ThreadView, domains: readonly string[]): number[] {
  return domains.flatMap((domain) => {
    const key = domainKey(domain);
    if (key === null)
      throw new SlipboxError(
        'INVALID_PARAMS',
        `Invalid external_domains: ${JSON.stringify(domain.slice(0, 80))} is no domain`,
        { hint: 'Give a domain such as example.com', details: { parameter: 'external_domains' } },
      );
    return [...notesLinkingToHosts(db, key, keysEnd(key), scope)];
  });
}

/** Newest change first. Walking the order passes over what is not in the set, sorting looks at all of the set: take the cheaper. */
function pageOf({ db }: ThreadView, found: NoteSet, page: Page): number[] {
  const walked = ((page.offset + page.limit) * highestNote(db)) / found.size;
  if (walked <= 3 * found.size) return walkByModified(db, (id) => found.has(id), page);
  const sorted = sortIds(db, found.ids(), { by: 'modified', descending: true });
  return [...sorted.subarray(page.offset, page.offset + page.limit)];
}
