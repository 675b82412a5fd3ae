import { isDeepStrictEqual } from 'node:util';
import { renderInstant } from '../clock.ts';
import { SlipboxError } from '../errors.ts';
import { findFrontmatter } from '../markdown/frontmatter-block.ts';
import { renderFrontmatter } from '../markdown/render-frontmatter.ts';
import { parseFrontmatter } from '../markdown/yaml.ts';
import { type Field, type FieldList, parseFields, renderedField } from './template-fields.ts';
import { expandFields } from './template-frontmatter.ts';
import {
  bodyText,
  hasContentToken,
  oneLine,
  pieceText,
  splitTokens,
  type TokenValues,
} from './template-tokens.ts';

export interface Template {
  readonly name: string;
  readonly text: string;
  /** Properties that come with the template besides its own frontmatter. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface NewNote {
  readonly title: string;
  readonly id: string;
  readonly content: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly template: Template | undefined;
  readonly now: number;
  readonly timeZone: string;
}

/** The text of a new note: one frontmatter block, then the template and the content. */
export function renderNote(note: NewNote): string {
  const template = note.template && splitBlock(note.template.text.replace(/^\uFEFF/, ''));
  const newline = findNewline(note.template?.text ?? note.content);
  const content = splitContent(
    note.template ? note.content.replaceAll(/\r\n|\n/g, newline) : note.content.replace(/^\uFEFF/, ''),
  );
  const values: TokenValues = { ...note, content: content.body };
  const lists = [
    ...(note.template && template ? templateFields(note.template, template.yaml, values) : []),
    content.list,
    fieldsOf(note.data),
  ];
  const frontmatter = joinFields(note, lists).replaceAll(/\r?\n/g, newline);
  const body = template ? expandBody(template, values, newline) : content.body;
  const isOwnGap = (template ?? content).yaml !== undefined || /^\r?\n/.test(body) || body === '';
  const text = body === '' && !template ? `${newline}# ${oneLine(note.title)}` : body;
  const end = text === '' || text.endsWith('\n') ? '' : newline;
  return `---${newline}${frontmatter}---${newline}${isOwnGap ? '' : newline}${text}${end}`;
}

/** The first line break decides: a note has one kind. */
function findNewline(text: string): string {
  const at = text.indexOf('\n');
  return at > 0 && text[at - 1] === '\r' ? '\r\n' : '\n';
}

interface Split {
  readonly yaml: string | undefined;
  readonly body: string;
}

function splitBlock(text: string): Split {
  const block = findFrontmatter(text);
  if (block === undefined) return { yaml: undefined, body: text };
  return { yaml: text.slice(block.yamlStart, block.yamlEnd), body: text.slice(block.end) };
}

/** Whoever gives a whole note as content means its properties as properties: a second block would be text. */
function splitContent(text: string): Split & { list: FieldList } {
  const nothing = { fields: [], tail: '' };
  const split = splitBlock(text);
  const list = split.yaml === undefined ? nothing : parseFields(split.yaml);
  if ('problem' in list || list.fields.length === 0) return { yaml: undefined, body: text, list: nothing };
  return { ...split, list };
}

function templateFields(template: Template, yaml: string | undefined, values: TokenValues): FieldList[] {
  const own = yaml === undefined ? { fields: [], tail: '' } : expandFields(yaml, values);
  if ('problem' in own)
    throw new SlipboxError(
      'CONFIG_INVALID',
      `Invalid frontmatter in template ${template.name}: ${own.problem}`,
      {
        hint: 'Correct the frontmatter of the template, or use another one',
        details: { template: template.name },
      },
    );
  return [own, fieldsOf(expandData(template.data, values) as Record<string, unknown>)];
}

function expandData(value: unknown, values: TokenValues): unknown {
  if (Array.isArray(value)) return value.map((item) => expandData(item, values));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, expandData(item, values)]));
  if (typeof value !== 'string') return value;
  const pieces = splitTokens(value, values);
  const [only] = pieces;
  return pieces.length === 1 && only?.kind === 'value' ? only.value : pieces.map(pieceText).join('');
}

function fieldsOf(data: Readonly<Record<string, unknown>>): FieldList {
  return { fields: Object.entries(data).map(([key, value]) => renderedField(key, value)), tail: '' };
}

/** Title and creation first; of the others a later one takes the place of an earlier one with the same key. */
function joinFields({ title, now }: NewNote, lists: readonly FieldList[]): string {
  const fields = new Map<string, Field>();
  fields.set('title', renderedField('title', title));
  fields.set('created', renderedField('created', renderInstant(now)));
  let tail = '';
  for (const list of lists) {
    for (const field of list.fields) {
      const known = fields.get(field.key);
      const isKept = field.key === 'title' || (field.key === 'created' && !field.value);
      const kept = isKept && known ? known : field;
      fields.set(field.key, { ...kept, lead: (known?.lead ?? '') + field.lead });
    }
    tail += list.tail;
  }
  const all = [...fields.values()];
  const expected = normalise(Object.fromEntries(all.map(({ key, value }) => [key, value])));
  const asTyped = all.map(({ lead, text }) => lead + text).join('') + tail;
  // An anchor whose line was replaced, say, leaves aliases that mean nothing: then the values are written anew.
  for (const yaml of [asTyped, renderFrontmatter(expected)])
    if (isDeepStrictEqual(parseFrontmatter(yaml), { data: expected, warning: undefined })) return yaml;
  throw new SlipboxError('INVALID_PARAMS', 'Invalid data: too large or too deeply nested for frontmatter', {
    hint: 'Put long texts into content',
    details: { parameter: 'data' },
  });
}

/** Values as they are after writing and reading: whole numbers beyond 2^53 become text, and minus zero is zero. */
function normalise(data: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(data), (_, value: unknown) =>
    typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
      ? String(value)
      : value,
  ) as Record<string, unknown>;
}

function expandBody(template: Split, values: TokenValues, newline: string): string {
  const pieces = splitTokens(template.body, values);
  const body = pieces.map(bodyText).join('');
  const isPlaced = hasContentToken(pieces) || hasContentToken(splitTokens(template.yaml ?? '', values));
  if (isPlaced || values.content === '') return body;
  if (body.trim() === '') return body + values.content;
  const gap = body.endsWith(newline + newline) ? '' : body.endsWith('\n') ? newline : newline + newline;
  return body + gap + values.content;
}
