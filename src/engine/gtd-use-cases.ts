import type { Call } from './call.ts';
import type { Engine } from './engine.ts';
import {
  countItems,
  type DueInput,
  type GtdPage,
  type GtdQuestions,
  type ItemDetails,
  listChildItems,
  listDueItems,
  listRootItems,
  listTags,
  type PageInput,
  readItem,
  type SearchInput,
  searchItems,
} from './gtd/ask-items.ts';
import { GtdReader } from './gtd/gtd-reader.ts';

export type { FoundItem, GtdPage, ItemDetails } from './gtd/ask-items.ts';
export { type DueRange, dueRanges } from './gtd/due-items.ts';
export type { GtdItem } from './gtd/gtd-items.ts';
export { type GtdSettings, hasGtdDatabase } from './gtd/gtd-path.ts';
export type { GtdTag } from './gtd/list-tags.ts';

const readers = new WeakMap<Engine, GtdReader>();

function questions(engine: Engine): GtdQuestions {
  let reader = readers.get(engine);
  if (reader === undefined) {
    reader = new GtdReader(engine.config);
    readers.set(engine, reader);
  }
  return { reader, timeZone: engine.config.timeZone };
}

export function listGtdRootItems(engine: Engine, input: PageInput, call: Call): Promise<GtdPage> {
  return listRootItems(questions(engine), input, call);
}

export function listGtdChildren(
  engine: Engine,
  input: PageInput & { parentId: string },
  call: Call,
): Promise<GtdPage> {
  return listChildItems(questions(engine), input, call);
}

export function readGtdItem(
  engine: Engine,
  input: { itemId: string; notes: { offset: number; length: number } },
  call: Call,
): Promise<ItemDetails> {
  return readItem(questions(engine), input, call);
}

export function searchGtdItems(
  engine: Engine,
  input: SearchInput,
  call: Call,
): ReturnType<typeof searchItems> {
  return searchItems(questions(engine), input, call);
}

export function listGtdDue(engine: Engine, input: DueInput, call: Call): ReturnType<typeof listDueItems> {
  return listDueItems(questions(engine), input, call);
}

export function listGtdTags(engine: Engine, input: PageInput, call: Call): ReturnType<typeof listTags> {
  return listTags(questions(engine), input, call);
}

/** For `doctor`: where the database is and how many items it has. */
export async function checkGtdDatabase(engine: Engine, call: Call): Promise<{ path: string; items: number }> {
  const asked = questions(engine);
  return { path: asked.reader.shownPath, items: await countItems(asked, call) };
}
