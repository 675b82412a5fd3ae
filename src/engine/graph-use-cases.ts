import type { Call } from './call.ts';
import type { Engine } from './engine.ts';
import { askFresh, type Fresh } from './graph/ask-fresh.ts';
import type { BacklinkQuery, BacklinksQuestion } from './graph/backlinks.ts';
import type { DescendantsQuestion, ParentsQuestion } from './graph/hierarchy.ts';
import type { BrokenLinksQuestion } from './graph/list-broken-links.ts';
import { type EntryList, listEntries as listIn } from './graph/list-entries.ts';
import type { Neighbourhood, NeighbourhoodQuery, NeighbourhoodQuestion } from './graph/neighbourhood.ts';
import type { NoteLinkQuery, NoteLinksQuestion } from './graph/note-links.ts';
import type { RelatedQuestion } from './graph/related.ts';
import type { RelationshipsQuestion } from './graph/relationships.ts';
import type { LinkSearchQuestion } from './graph/search-by-links.ts';

interface InNotebook {
  notebook?: string;
}

/** All notes, newest change first, as entries with their own ids. */
export async function listEntries(
  engine: Engine,
  input: InNotebook & { limit: number; offset: number },
  call: Call,
): Promise<EntryList> {
  const { index, call: bound } = await engine.notebook(input.notebook, call);
  return listIn(index, input, bound);
}

/** Notes by what they link to, what links to them, and what is wrong with their links. */
export async function searchByLinks(
  engine: Engine,
  { notebook, ...input }: InNotebook & LinkSearchQuestion['input'],
  call: Call,
): Promise<Fresh<LinkSearchQuestion['output']>> {
  const { index, call: bound } = await engine.notebook(notebook, call);
  return askFresh<LinkSearchQuestion>(index, bound, 'searchByLinks', input);
}

export async function listBrokenLinks(
  engine: Engine,
  { notebook, limit, offset }: InNotebook & BrokenLinksQuestion['input'],
  call: Call,
): Promise<Fresh<BrokenLinksQuestion['output']>> {
  const { index, call: bound } = await engine.notebook(notebook, call);
  return askFresh<BrokenLinksQuestion>(index, bound, 'brokenLinks', { limit, offset });
}

export async function listNoteLinks(
  engine: Engine,
  { notebook, ...input }: InNotebook & NoteLinkQuery,
  call: Call,
): Promise<Fresh<NoteLinksQuestion['output']>> {
  const { index, call: bound } = await engine.notebook(notebook, call);
  return askFresh<NoteLinksQuestion>(index, bound, 'noteLinks', input);
}

export async function listBacklinks(
  engine: Engine,
  { notebook, ...input }: InNotebook & BacklinkQuery,
  call: Call,
): Promise<Fresh<BacklinksQuestion['output']>> {
  const { index, call: bound } = await engine.notebook(notebook, call);
  return askFresh<BacklinksQuestion>(index, bound, 'backlinks', input);
}

/** A note and the notes around it, for drawing. */
export async function findNeighbourhood(
  engine: Engine,
  { notebook, ...input }: InNotebook & NeighbourhoodQuery,
  call: Call,
): Promise<Fresh<Neighbourhood>> {
  const { index, call: bound } = await engine.notebook(notebook, call);
  return askFresh<NeighbourhoodQuestion>(index, bound, 'neighbourhood', input);
}

export async function listParents(
  engine: Engine,
  { notebook, ...input }: InNotebook & ParentsQuestion['input'],
  call: Call,
): Promise<Fresh<ParentsQuestion['output']>> {
  const { index, call: bound } = await engine.notebook(notebook, call);
  return askFresh<ParentsQuestion>(index, bound, 'parents', input);
}

/** Notes below a note, breadth first; `maxDepth` 1 for its children only. */
export async function listDescendants(
  engine: Engine,
  { notebook, ...input }: InNotebook & DescendantsQuestion['input'],
  call: Call,
): Promise<Fresh<DescendantsQuestion['output']>> {
  const { index, call: bound } = await engine.notebook(notebook, call);
  return askFresh<DescendantsQuestion>(index, bound, 'descendants', input);
}

export async function listRelated(
  engine: Engine,
  { notebook, ...input }: InNotebook & RelatedQuestion['input'],
  call: Call,
): Promise<Fresh<RelatedQuestion['output']>> {
  const { index, call: bound } = await engine.notebook(notebook, call);
  return askFresh<RelatedQuestion>(index, bound, 'related', input);
}

/** Everything that ties a note to others, a page of each kind. */
export async function listRelationships(
  engine: Engine,
  { notebook, ...input }: InNotebook & RelationshipsQuestion['input'],
  call: Call,
): Promise<Fresh<RelationshipsQuestion['output']>> {
  const { index, call: bound } = await engine.notebook(notebook, call);
  return askFresh<RelationshipsQuestion>(index, bound, 'relationships', input);
}
