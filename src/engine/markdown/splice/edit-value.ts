import { isMap, isScalar, isSeq } from 'yaml';
import { renderFlow, renderText } from '../render-frontmatter.ts';
import type { Splice } from './apply-splices.ts';
import { editBlockGap, editFlowGap, type Gap, matchItems, type Source } from './edit-items.ts';
import { canonicalJson, isRecord } from './json-value.ts';
import { lineStart, lineTextEnd, nextLine } from './line-ends.ts';
import {
  type ListStyle,
  renderBlockText,
  renderInline,
  renderItem,
  renderListLines,
  renderMapLines,
  renderPair,
} from './render-value.ts';
import { type Collection, findItems, type Item, isBlockScalar, isCollection } from './yaml-places.ts';

export interface EditSource extends Source {
  style: ListStyle;
  /** Whether a text that was written as `|` or `>` stays so. */
  blockText: boolean;
}

/** The value of `item` becomes `value`, by splices inside its own lines that leave alone what stays the same in it. */
export function editValue(
  source: EditSource,
  item: Item,
  old: unknown,
  value: unknown,
  inFlow: boolean,
): Splice[] {
  if (canonicalJson(old) === canonicalJson(value)) return [];
  const { node } = item;
  const items = isCollection(node) && node.items.length > 0 ? findItems(source.yaml, node) : undefined;
  if (items !== undefined) {
    if (isMap(node) && isRecord(old) && isRecord(value) && Object.keys(value).length > 0)
      return editMap(source, node, items, old, value);
    if (isSeq(node) && Array.isArray(old) && Array.isArray(value) && value.length > 0)
      return editList(source, node, items, old, value);
  }
  return inFlow ? replaceInFlow(item, value) : replaceInBlock(source, item, value);
}

export function editMap(
  source: EditSource,
  node: Collection,
  items: readonly Item[],
  old: Readonly<Record<string, unknown>>,
  value: Readonly<Record<string, unknown>>,
): Splice[] {
  const flow = node.flow === true;
  const known = new Set(items.map(({ key }) => key));
  const added = Object.entries(value)
    .filter(([key]) => !known.has(key))
    .map(([key, item]) =>
      flow ? [`${renderText(key, true)}: ${renderFlow(item)}`] : renderPair(key, item, source.style),
    );
  const splices: Splice[] = [];
  let from = 0;
  for (const [i, item] of items.entries()) {
    if (item.key === undefined || !Object.hasOwn(value, item.key)) continue;
    if (i > from) splices.push(editGap(source, items, { from, to: i, added: [] }, flow));
    splices.push(...editValue(source, item, old[item.key], value[item.key], flow));
    from = i + 1;
  }
  if (from < items.length || added.length > 0)
    splices.push(editGap(source, items, { from, to: items.length, added }, flow));
  return splices;
}

function editList(
  source: EditSource,
  node: Collection,
  items: readonly Item[],
  old: readonly unknown[],
  value: readonly unknown[],
): Splice[] {
  const flow = node.flow === true;
  const asLines = items.some((item) => isMap(item.node) && !item.node.flow);
  const pairs = matchItems(old.map(canonicalJson), value.map(canonicalJson));
  const splices: Splice[] = [];
  let next = 0;
  const render = (item: unknown) => (flow ? [renderFlow(item)] : renderItem(item, asLines));
  let from = 0;
  for (const [i, j] of [...pairs, [items.length, value.length] as const]) {
    const added = value.slice(next, j);
    if (added.length === i - from)
      for (const [k, item] of added.entries())
        splices.push(...editValue(source, items[from + k]!, old[from + k], item, flow));
    else splices.push(editGap(source, items, { from, to: i, added: added.map(render) }, flow));
    from = i + 1;
    next = j + 1;
  }
  return splices;
}

function editGap(source: EditSource, items: readonly Item[], gap: Gap, flow: boolean): Splice {
  return flow ? editFlowGap(source, items, gap) : editBlockGap(source, items, gap);
}

function replaceInFlow(item: Item, value: unknown): Splice[] {
  const text = renderInline(value, item.node, true);
  if (item.start < item.end) return [{ start: item.start, end: item.end, text }];
  return [{ start: item.after, end: item.after, text: `${item.hasMark ? '' : ':'} ${text}` }];
}

function replaceInBlock(source: EditSource, item: Item, value: unknown): Splice[] {
  if (typeof value === 'string' && source.blockText && isBlockScalar(item.node)) {
    const splices = replaceBlockText(source, item, value);
    if (splices !== undefined) return splices;
  }
  const lines = renderLines(source, item, value);
  if (lines !== undefined) return replaceByLines(source, item, lines);
  const { yaml } = source;
  const text = value === null && item.key !== undefined ? '' : renderInline(value, item.node, false);
  const { node, after, start, end } = item;
  if (start === end) return text === '' ? [] : [insert(after, `${item.hasMark ? '' : ':'} ${text}`)];
  if (isBlockScalar(node)) {
    const header = start + headerLength(yaml, start);
    return [{ start, end: header, text: text || 'null' }, cut(lineTextEnd(yaml, start), end)];
  }
  if (isCollection(node) && !node.flow) {
    const last = lineTextEnd(yaml, end);
    if (lineStart(yaml, start) === lineStart(yaml, after))
      return [{ start, end: last, text: text || 'null' }];
    return [insert(after, text && ` ${text}`), cut(lineTextEnd(yaml, after), last)];
  }
  return text === '' ? [cut(after, end)] : [{ start, end, text }];
}

/** Lists and objects that go below their key; undefined for what goes beside it. */
function renderLines({ style }: EditSource, item: Item, value: unknown): string[] | undefined {
  if (item.key === undefined || !item.hasMark) return undefined;
  if (Array.isArray(value) && value.length > 0) {
    const wasFlow = isSeq(item.node) ? item.node.flow === true : style.flow;
    const indent = ' '.repeat(item.column + style.indent);
    return wasFlow ? undefined : renderListLines(value).map((line) => indent + line);
  }
  if (!isRecord(value) || Object.keys(value).length === 0) return undefined;
  if (isMap(item.node) && item.node.flow) return undefined;
  return renderMapLines(value).map((line) => ' '.repeat(item.column + 2) + line);
}

function replaceByLines({ yaml, lineEnd }: EditSource, item: Item, lines: readonly string[]): Splice[] {
  const { node, after, start, end } = item;
  const text = lineEnd + lines.join(lineEnd);
  if (start === end) return [insert(lineTextEnd(yaml, after), text)];
  if (isBlockScalar(node)) {
    const header = start + headerLength(yaml, start);
    return [cut(after, header), { start: lineTextEnd(yaml, start), end, text }];
  }
  const isBelow = lineStart(yaml, start) > after;
  if (isCollection(node) && !node.flow)
    return [
      {
        start: lineTextEnd(yaml, isBelow ? lineStart(yaml, start) - 1 : after),
        end: lineTextEnd(yaml, end),
        text,
      },
    ];
  return [cut(isBelow ? lineTextEnd(yaml, after) : after, end), insert(lineTextEnd(yaml, end), text)];
}

/** `|` stays `|`; `>` stays where it says the same on one line. A comment behind it stays too. */
function replaceBlockText(source: EditSource, item: Item, value: string): Splice[] | undefined {
  const { yaml, lineEnd } = source;
  const rendered = renderBlockText(value, isScalar(item.node) && item.node.type === 'BLOCK_FOLDED');
  if (rendered === undefined) return undefined;
  const header = item.start + headerLength(yaml, item.start);
  const body = Math.min(nextLine(yaml, item.start), item.end);
  const indent = /^(?:[ \t]*\r?\n)*( +)/.exec(yaml.slice(body, item.end))?.[1] ?? ' '.repeat(item.column + 2);
  const text = rendered.lines.map((line) => (line === '' ? '' : indent + line)).join(lineEnd);
  const from = lineTextEnd(yaml, item.start);
  return [
    { start: item.start, end: header, text: rendered.header },
    { start: from, end: Math.max(from, item.end), text: lineEnd + text },
  ];
}

function headerLength(yaml: string, start: number): number {
  return /^[|>][-+\d]*/.exec(yaml.slice(start, start + 10))![0].length;
}

function insert(at: number, text: string): Splice {
  return { start: at, end: at, text };
}

function cut(start: number, end: number): Splice {
  return { start, end: Math.max(start, end), text: '' };
}
