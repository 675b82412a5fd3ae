import { answerBacklinks } from './graph/backlinks.ts';
import { answerDescendants, answerParents } from './graph/hierarchy.ts';
import { answerBrokenLinks } from './graph/list-broken-links.ts';
import { answerNeighbourhood } from './graph/neighbourhood.ts';
import { answerNoteLinks } from './graph/note-links.ts';
import { answerRelated } from './graph/related.ts';
import { answerRelationships } from './graph/relationships.ts';
import { answerLinkSearch } from './graph/search-by-links.ts';
import type { ThreadView } from './indexer/thread-view.ts';
import { answerComplete } from './query/complete.ts';
import { answerContent } from './query/content/answer-content.ts';
import { answerDirectory } from './query/directory/answer-directory.ts';
import { answerRelevance } from './query/relevance/answer-relevance.ts';
import { answerSearch } from './query/search/answer-search.ts';
import { answerView } from './views/answer-view.ts';

/** Every question the reader thread answers. The name is the one its `ThreadQuestion` carries. */
export const questions = {
  backlinks: answerBacklinks,
  brokenLinks: answerBrokenLinks,
  complete: answerComplete,
  content: answerContent,
  descendants: answerDescendants,
  directory: answerDirectory,
  neighbourhood: answerNeighbourhood,
  noteLinks: answerNoteLinks,
  parents: answerParents,
  searchByLinks: answerLinkSearch,
  related: answerRelated,
  relationships: answerRelationships,
  relevance: answerRelevance,
  search: answerSearch,
  view: answerView,
} satisfies Record<string, (view: ThreadView, input: never) => unknown>;
