import { type Static, Type } from 'typebox';
import { hasGtdDatabase, readGtdItem } from '../../engine/index.ts';
import { defineTool } from '../define-tool.ts';
import { directgtd } from './dialect.ts';
import { shortenRow, textLimit } from './fit-rows.ts';
import { cutOutput, detailFields, idField, itemFields, responseFormat } from './item-fields.ts';
import { renderFields, titleOf } from './item-text.ts';
import type { FormatInput } from './list-answer.ts';

const output = Type.Object({
  ...itemFields,
  ...detailFields,
  path: Type.Array(
    Type.Object({
      id: Type.String({ description: 'Item id' }),
      title: Type.String({ description: 'Title' }),
    }),
    { description: 'The items it lies in, from the top' },
  ),
  childCount: Type.Integer({ description: 'Number of its children' }),
  notesOffset: Type.Optional(Type.Integer({ description: 'Where in the notes this part begins' })),
  nextNotesOffset: Type.Optional(
    Type.Integer({ description: 'Pass as notes_offset for the rest of the notes' }),
  ),
  ...cutOutput,
});

type Details = Static<typeof output>;

function renderDetails(item: Details, timeZone: string): string {
  const { notes, path, truncatedFields: _, ...rest } = item;
  const lines = [
    `# ${titleOf(item.title)}`,
    '',
    ...renderFields({ ...rest, notes: null, path: path.map(({ title }) => title) }, timeZone),
    `- **Parent**: ${item.parentId === null ? 'None (root item)' : titleOf(item.parentId)}`,
    `- **Children**: ${item.childCount}`,
  ];
  if (notes) lines.push('', '## Notes', '', notes);
  if (item.nextNotesOffset !== undefined) lines.push('', `More notes: notes_offset ${item.nextNotesOffset}`);
  return lines.join('\n');
}

function textOf(item: Details, { response_format }: FormatInput, { timeZone }: { timeZone: string }): string {
  return response_format === 'json' ? JSON.stringify(item) : renderDetails(item, timeZone);
}

/** The first characters of the notes, and where to go on when that is not all. */
function withNotes(item: Details, notes: readonly string[], count: number, notesLength: number): Details {
  const offset = item.notesOffset ?? 0;
  const next = offset + count;
  if (next >= notesLength) return item;
  const cut = { truncated: true, truncatedFields: ['notes'] };
  return { ...item, notes: notes.slice(0, count).join(''), nextNotesOffset: next, ...cut };
}

/** As much of the notes as fits, by halving; when there is no room for any, the other fields are cut. */
function fitDetails(item: Details, notesLength: number, fits: (item: Details) => boolean): Details {
  const notes = [...(item.notes ?? '')];
  let least = 0;
  let most = notes.length;
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(withNotes(item, notes, middle, notesLength))) least = middle;
    else most = middle - 1;
  }
  if (least > 0 || notes.length === 0) {
    const fitted = withNotes(item, notes, least, notesLength);
    return fits(fitted) ? fitted : shortenRow(fitted, fits);
  }
  return shortenRow(withNotes(item, notes, 0, notesLength), fits);
}

export const directgtdGetItem = defineTool({
  dialect: directgtd,
  name: 'directgtd_get_item',
  title: 'Get a DirectGTD Item',
  description:
    'Read one DirectGTD item: type, dates, tags, where it lies, number of children and its notes. ' +
    'Notes too long for one answer go on with notes_offset.',
  effect: 'read',
  idempotent: true,
  input: Type.Object(
    {
      item_id: idField('Id of the item'),
      response_format: responseFormat,
      notes_offset: Type.Integer({
        description: 'Characters of the notes to skip',
        default: 0,
        minimum: 0,
      }),
    },
    { additionalProperties: false },
  ),
  output,
  cli: { positional: ['item_id'] },
  isAvailable: hasGtdDatabase,
  async run(engine, input, call) {
    const { item_id: itemId, notes_offset: offset } = input;
    const limit = textLimit(call.budget);
    const { notesLength, ...item } = await readGtdItem(
      engine,
      { itemId, notes: { offset, length: limit } },
      call,
    );
    const whole = offset === 0 ? item : { ...item, notesOffset: offset };
    return fitDetails(whole, notesLength, (part) => textOf(part, input, engine.config).length <= limit);
  },
  text: textOf,
  render: (item) => renderDetails(item, 'host'),
  notice: () => '',
});
