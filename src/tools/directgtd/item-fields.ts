import { Type } from 'typebox';
import type { FoundItem, GtdItem } from '../../engine/index.ts';
import { stringEnum } from '../fields.ts';
import type { Cut } from './fit-rows.ts';

export const responseFormat = stringEnum(['markdown', 'json'], {
  description: 'How the text is written: markdown to read, json to process',
  default: 'markdown',
});

const most = { minimum: 1, maximum: 500, clamp: true };
/** No default: as many items as fit are sent. */
export const limitField = Type.Optional(Type.Integer({ description: 'Items per page', ...most }));
export const pageSizeField = Type.Integer({ description: 'Items per page', default: 50, ...most });
export const offsetField = Type.Integer({ description: 'Items to skip', default: 0, minimum: 0 });
export const idField = (description: string) => Type.String({ description, minLength: 1, maxLength: 1000 });
const flag = (description: string) => Type.Boolean({ description, default: false });
export const includeFields = {
  include_completed: flag('Completed items too'),
  include_archive: flag('What lies in the archive too'),
  include_trash: flag('What lies in the trash too'),
};

const orNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

export const cutOutput = {
  truncated: Type.Optional(Type.Boolean({ description: 'Fields of this item are shortened' })),
  truncatedFields: Type.Optional(Type.Array(Type.String(), { description: 'Which fields' })),
};

/** The nine fields every item has. */
export const itemFields = {
  id: Type.String({ description: 'Item id' }),
  title: Type.String({ description: 'Title; empty when it has none' }),
  parentId: orNull('Id of the item it lies in; null at the top'),
  sortOrder: Type.Number({ description: 'Place among its siblings' }),
  createdAt: orNull('Created, ISO 8601 in UTC'),
  modifiedAt: orNull('Last change, ISO 8601 in UTC'),
  completedAt: orNull('Completed, ISO 8601 in UTC'),
  dueDate: orNull('Due, ISO 8601 in UTC'),
  earliestStartTime: orNull('Not before, ISO 8601 in UTC'),
};

/** What all tools but the first add to them. */
export const detailFields = {
  itemType: orNull('Task, Project, Folder, Note…; null when unknown'),
  notes: orNull('Notes; in lists the first 200 characters'),
  tags: Type.Array(Type.String(), { description: 'Tag names' }),
};

const pathField = Type.Array(Type.String(), {
  description: 'Titles of the items it lies in, from the top',
});

export const pagingOutput = {
  count: Type.Optional(Type.Integer({ description: 'Items in this answer, when it is a part' })),
  offset: Type.Optional(Type.Integer({ description: 'Items skipped' })),
  hasMore: Type.Optional(Type.Boolean({ description: 'Whether items follow' })),
  nextOffset: Type.Optional(Type.Integer({ description: 'Offset of the next page, when items follow' })),
  truncated: Type.Optional(Type.Boolean({ description: 'Not all items asked for fitted' })),
  truncation_message: Type.Optional(Type.String({ description: 'How many were left out' })),
};

export type PlainItem = Omit<GtdItem, 'itemType' | 'notes' | 'notesLength' | 'tags'>;
export type DetailedItem = Omit<GtdItem, 'notesLength'> & Cut;

export function toPlainItem(item: GtdItem): PlainItem {
  const { itemType: _, notes: _notes, notesLength: _length, tags: _tags, ...plain } = item;
  return plain;
}

/** With a mark when the notes are longer than a list shows. */
export function toDetailedItem({ notesLength, ...item }: GtdItem): DetailedItem {
  const isWhole = notesLength <= [...(item.notes ?? '')].length;
  return isWhole ? item : { ...item, truncated: true, truncatedFields: ['notes'] };
}

export function toFoundItem({ path, ...item }: FoundItem): DetailedItem & { path: string[] } {
  return { ...toDetailedItem(item), path };
}

/** Items out of their tree, each with the titles above it. */
export const foundItems = (description: string) =>
  Type.Array(Type.Object({ ...itemFields, ...detailFields, path: pathField, ...cutOutput }), { description });
