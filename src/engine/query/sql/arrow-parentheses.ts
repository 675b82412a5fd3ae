import type { SyntaxNode } from './gate.ts';

/**
 * DuckDB reads `a = 1 AND data->>'k' = 'v'` as `((a = 1 AND data) ->> 'k') = 'v'`, which never means anything. Where an
 * arrow has got such a left side, the column and its key are given the parentheses that people leave out. Positions are
 * the parser's; the next tree shows what has become of it.
 */
export function addArrowParentheses(sql: string, tree: unknown): string | undefined {
  const arrow = findMisread(tree);
  if (!arrow) return undefined;
  const bytes = Buffer.from(sql);
  const open = startOf(bytes, arrow.left);
  const close = quotedEnd(bytes, Number(arrow.key.query_location));
  if (open === undefined || close === undefined || close <= open) return undefined;
  return Buffer.concat([
    bytes.subarray(0, open),
    Buffer.from('('),
    bytes.subarray(open, close),
    Buffer.from(')'),
    bytes.subarray(close),
  ]).toString();
}

interface Misread {
  /** A column, or an arrow that has its parentheses already. */
  left: SyntaxNode;
  key: SyntaxNode;
}

function startOf(bytes: Buffer, left: SyntaxNode): number | undefined {
  if (left.class === 'COLUMN_REF') {
    const at = Number(left.query_location);
    return at >= 0 && at < bytes.length ? at : undefined;
  }
  const inner = sidesOf(left)?.[0];
  const at = inner && startOf(bytes, inner);
  return at !== undefined && bytes[at - 1] === openParenthesis ? at - 1 : undefined;
}

function findMisread(tree: unknown): Misread | undefined {
  const waiting: unknown[] = [tree];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (typeof node !== 'object' || node === null) continue;
    const found = Array.isArray(node) ? undefined : misreadOf(node as SyntaxNode);
    if (found) return found;
    for (const value of Object.values(node)) if (typeof value === 'object') waiting.push(value);
  }
  return undefined;
}

function misreadOf(node: SyntaxNode): Misread | undefined {
  const [left, key] = sidesOf(node) ?? [];
  if (!left || key?.class !== 'CONSTANT' || !isCondition(left)) return undefined;
  let last: SyntaxNode | undefined = left;
  while (last && isCondition(last)) last = lastOperand(last);
  return last && { left: last, key };
}

/** Both sides of an arrow. */
function sidesOf(node: SyntaxNode): [SyntaxNode, SyntaxNode] | undefined {
  const [left, right] =
    node.class === 'LAMBDA'
      ? [node.lhs, node.expr]
      : node.function_name === '->>'
        ? (node.children as unknown[])
        : [];
  return isNode(left) && isNode(right) ? [left, right] : undefined;
}

const isNode = (value: unknown): value is SyntaxNode => typeof value === 'object' && value !== null;

function isCondition(node: SyntaxNode): boolean {
  return node.class === 'CONJUNCTION' || node.class === 'COMPARISON' || node.type === 'OPERATOR_NOT';
}

function lastOperand(node: SyntaxNode): SyntaxNode | undefined {
  const last = node.class === 'COMPARISON' ? node.right : (node.children as unknown[] | undefined)?.at(-1);
  return isNode(last) ? last : undefined;
}

const quote = 39;
const openParenthesis = 40;

/** Where a text in plain quotes that begins at `start` ends. */
function quotedEnd(bytes: Buffer, start: number): number | undefined {
  if (bytes[start] !== quote) return undefined;
  for (let at = start + 1; at < bytes.length; at++) {
    if (bytes[at] !== quote) continue;
    if (bytes[at + 1] !== quote) return at + 1;
    at++;
  }
  return undefined;
}
