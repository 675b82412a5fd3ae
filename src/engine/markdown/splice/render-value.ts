import { isScalar, isSeq } from 'yaml';
import { mayBePlain, renderField, renderFlow, renderQuoted, renderText } from '../render-frontmatter.ts';
import { parsePlainScalar } from '../yaml-scalar.ts';
import { isRecord } from './json-value.ts';
import { findItems, type Item } from './yaml-places.ts';

/** What single quotes cannot show. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is being kept out
const needsEscapes = /[\x00-\x1f\x7f-\xa0\xad\u2000-\u206f\ufeff\ufffe\uffff]/;

/** How a note writes the lists it has. */
export interface ListStyle {
  flow: boolean;
  /** How far the dashes stand to the right of their key. */
  indent: number;
}

/** The style of the first list among properties. */
export function findListStyle(yaml: string, items: readonly Item[]): ListStyle {
  for (const { node, column } of items) {
    if (!isSeq(node) || node.items.length === 0) continue;
    if (node.flow) return { flow: true, indent: 2 };
    const first = findItems(yaml, node)?.[0];
    if (first !== undefined && first.column >= column) return { flow: false, indent: first.column - column };
  }
  return { flow: false, indent: 2 };
}

/** One line; a text keeps the quotes of the one before it where it can. */
export function renderInline(value: unknown, before: unknown, inFlow: boolean): string {
  if (typeof value !== 'string') return renderFlow(value);
  if (!isScalar(before)) return renderText(value, inFlow);
  if (before.type === 'QUOTE_DOUBLE') return renderQuoted(value);
  if (before.type === 'QUOTE_SINGLE' && !needsEscapes.test(value)) return `'${value.replaceAll("'", "''")}'`;
  // `zip: 01234` is text without quotes, which we would not write: whoever does wants the next one to look the same
  const { source = '' } = before;
  const isBare =
    before.type === 'PLAIN' && parsePlainScalar(source) === source && renderText(source) !== source;
  if (isBare && !inFlow && mayBePlain(value) && parsePlainScalar(value) === value) return value;
  return renderText(value, inFlow);
}

/** A key and its value as lines, to be indented from the second on. */
export function renderPair(key: string, value: unknown, style: ListStyle): string[] {
  const isList = Array.isArray(value) && value.length > 0;
  if (!isList || (style.indent === 2 && !style.flow)) return toLines(renderField(key, value));
  const name = renderField(key, null).replace(/\n$/, '');
  if (style.flow) return toLines(`${name} ${renderFlow(value)}`);
  return [...toLines(name), ...renderListLines(value).map((line) => ' '.repeat(style.indent) + line)];
}

export function renderListLines(list: readonly unknown[]): string[] {
  return list.map((item) => `- ${renderFlow(item)}`);
}

export function renderMapLines(data: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(data).flatMap(([key, item]) => toLines(renderField(key, item)));
}

/** An item of a list as lines; objects as lines of their own where the list has others of that kind. */
export function renderItem(value: unknown, asLines: boolean): string[] {
  if (!asLines || !isRecord(value) || Object.keys(value).length === 0) return renderListLines([value]);
  return renderMapLines(value).map((line, i) => `${i === 0 ? '- ' : '  '}${line}`);
}

function toLines(text: string): string[] {
  return text.replace(/\n$/, '').split('\n');
}

/** A text as `|` or `>`; undefined for what these cannot hold in this simple form. */
export function renderBlockText(
  text: string,
  folded: boolean,
): { header: string; lines: string[] } | undefined {
  const body = text.replace(/\n+$/, '');
  const ends = text.length - body.length;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these need escapes
  if (body === '' || /^[ \t\n]|[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff]/.test(body)) return undefined;
  const kind = folded && !body.includes('\n') ? '>' : '|';
  const lines = [...body.split('\n'), ...Array<string>(Math.max(0, ends - 1)).fill('')];
  return { header: kind + (ends === 0 ? '-' : ends === 1 ? '' : '+'), lines };
}
