import {
  type CST,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  parseDocument,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { lineStart } from './line-ends.ts';

export type Collection = YAMLMap | YAMLSeq;

/** Where a value stands in the source. An empty one starts and ends at `after`. */
export interface Place {
  node: unknown;
  /** Behind the `:` or `-` before it, and its anchor and tag. */
  after: number;
  start: number;
  end: number;
  /** False for a key with nothing after it, not even a colon. */
  hasMark: boolean;
  tags: { start: number; end: number }[];
}

/** An item of a list, or a key with its value. `first` is where its `-`, `?`, anchor or key is. */
export interface Item extends Place {
  first: number;
  /** Of `first`, in collections made of lines. */
  column: number;
  /** Undefined for an item of a list. */
  key: string | undefined;
}

export function parseSource(yaml: string): unknown {
  return parseDocument(yaml, {
    keepSourceTokens: true,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
    stringKeys: false,
    schema: 'core',
  }).contents;
}

export function isCollection(node: unknown): node is Collection {
  return isMap(node) || isSeq(node);
}

export function isBlockScalar(node: unknown): boolean {
  return isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED');
}

/** Undefined when the source does not show where the items are, as in `[a: 1]`. */
export function findItems(yaml: string, collection: Collection): Item[] | undefined {
  const found: Item[] = [];
  const tokens = collection.srcToken as { items?: CST.CollectionItem[] } | undefined;
  if (tokens?.items === undefined) return undefined;
  for (const [i, member] of collection.items.entries()) {
    const item = isPair(member)
      ? findPair(yaml, member.key, member.value, member.srcToken)
      : findListItem(yaml, member, tokens.items[i]);
    if (item === undefined) return undefined;
    if (!collection.flow) item.column = item.first - lineStart(yaml, item.first);
    found.push(item);
  }
  return found;
}

function findPair(
  yaml: string,
  key: unknown,
  node: unknown,
  source: CST.CollectionItem | undefined,
): Item | undefined {
  const keySpan = spanOf(key);
  if (source === undefined || keySpan === undefined) return undefined;
  const mark = source.sep?.find((token) => token.type === 'map-value-ind');
  const first = Math.min(markedStart(source.start), keySpan.start);
  const place = findPlace(yaml, node, source.sep ?? [], keySpan.end, mark !== undefined);
  return { ...place, first, column: 0, key: keyText(key) };
}

function findListItem(yaml: string, node: unknown, source: CST.CollectionItem | undefined): Item | undefined {
  if (source === undefined || source.key !== undefined || source.sep !== undefined) return undefined;
  const span = spanOf(node);
  const first = Math.min(markedStart(source.start), span?.start ?? yaml.length);
  const place = findPlace(yaml, node, source.start, first, true);
  return { ...place, first, column: 0, key: undefined };
}

function findPlace(
  yaml: string,
  node: unknown,
  tokens: readonly CST.SourceToken[],
  from: number,
  hasMark: boolean,
): Place {
  let after = from;
  const tags: Place['tags'] = [];
  for (const { type, offset, source } of tokens) {
    if (type === 'tag') tags.push({ start: offset, end: offset + source.length });
    if (type === 'map-value-ind' || type === 'seq-item-ind' || type === 'anchor' || type === 'tag')
      after = offset + source.length;
  }
  const span = spanOf(node);
  if (span === undefined || span.start === span.end)
    return { node, after, start: after, end: after, hasMark, tags };
  return { node, after, start: span.start, end: findEnd(yaml, node, span, after), hasMark, tags };
}

/** Blank lines and comments below a value are no part of it, but for the text of `|+`. */
function findEnd(yaml: string, node: unknown, span: { start: number; end: number }, after: number): number {
  if (isCollection(node) && !node.flow) return findItems(yaml, node)?.at(-1)?.end ?? after;
  if (!isBlockScalar(node)) return span.end;
  const source = yaml.slice(span.start, span.end);
  const kept = /^[|>]\d?\+/.test(source) ? source.replace(/\r?\n$/, '') : source.trimEnd();
  return span.start + kept.length;
}

function spanOf(node: unknown): { start: number; end: number } | undefined {
  if (!isScalar(node) && !isAlias(node) && !isCollection(node)) return undefined;
  const { range } = node;
  return range ? { start: range[0], end: range[1] } : undefined;
}

function markedStart(tokens: readonly CST.SourceToken[]): number {
  const marks = ['explicit-key-ind', 'seq-item-ind', 'anchor', 'tag'];
  return tokens.find(({ type }) => marks.includes(type))?.offset ?? Number.POSITIVE_INFINITY;
}

/** As the reader names it. */
function keyText(key: unknown): string {
  if (isScalar(key)) return key.source ?? String(key.value);
  return JSON.stringify(key) ?? 'null';
}
