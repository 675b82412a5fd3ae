import { parsePlainScalar } from './yaml-scalar.ts';

/** Stands for "not in the subset": the full parser decides. */
const refused = Symbol('refused');

/** Longer keys are refused, as implicit keys end at 1,024 characters. */
const maxKey = 100;

/** Tabs, control characters and breaks YAML might see where we see none. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is being kept out
const unusual = /[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff]|\r(?!\n)/;

function isKeyChar(unit: number, first: boolean): boolean {
  const lower = unit | 32;
  if ((lower >= 97 && lower <= 122) || unit === 95 || unit > 0x9f) return true;
  return !first && ((unit >= 48 && unit <= 57) || unit === 45 || unit === 32 || unit === 46 || unit === 47);
}

/** Position of the colon after the key that starts at `start`, or -1. */
function findColon(text: string, start: number, end: number): number {
  for (let at = start; at < end && at - start <= maxKey; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 58) {
      const after = at + 1 < end ? text.charCodeAt(at + 1) : 32;
      return at > start && after === 32 && text.charCodeAt(at - 1) !== 32 ? at : -1;
    }
    if (!isKeyChar(unit, at === start)) return -1;
  }
  return -1;
}

function mayStartPlain(text: string): boolean {
  const first = text.charCodeAt(0);
  if (first === 45) {
    const next = text.charCodeAt(1) | 32;
    return (next >= 97 && next <= 122) || (next >= 48 && next <= 57);
  }
  return !'?:,[]{}#&*!|>\'"%@`'.includes(text[0]!);
}

/** A plain scalar in block context, with a comment after it left off. */
function parsePlain(source: string): unknown {
  const comment = source.indexOf(' #');
  const text = comment < 0 ? source : source.slice(0, comment).trimEnd();
  if (!mayStartPlain(text)) return refused;
  const colon = text.indexOf(':');
  if (colon >= 0 && (text.includes(': ') || text.endsWith(':'))) return refused;
  return parsePlainScalar(text);
}

/** A quoted scalar that takes up all of `source`, without escapes other than a doubled single quote. */
function parseQuoted(source: string): unknown {
  const last = source.length - 1;
  if (last < 1 || source.charCodeAt(last) !== source.charCodeAt(0)) return refused;
  const inside = source.slice(1, last);
  if (source.charCodeAt(0) === 34) return inside.includes('"') || inside.includes('\\') ? refused : inside;
  if (!inside.includes("'")) return inside;
  return /^(?:[^']|'')*$/.test(inside) ? inside.replaceAll("''", "'") : refused;
}

/** `[a, "b", c]` on one line. */
function parseFlowList(source: string): unknown {
  if (source.charCodeAt(source.length - 1) !== 93) return refused;
  const inside = source.slice(1, -1);
  if (inside.trim() === '') return [];
  if (/[[\]{}#:&*!|>%@`\\?]/.test(inside)) return refused;
  const list: unknown[] = [];
  for (const part of inside.split(',')) {
    const value = parseFlowItem(part.trim());
    if (value === refused) return refused;
    list.push(value);
  }
  return list;
}

function parseFlowItem(item: string): unknown {
  if (item === '') return refused;
  if (item.charCodeAt(0) === 34 || item.charCodeAt(0) === 39) return parseQuoted(item);
  return !mayStartPlain(item) || item.includes('"') || item.includes("'") ? refused : parsePlainScalar(item);
}

/** `{a: b, c: "d"}` on one line. */
function parseFlowMap(source: string): unknown {
  if (source.charCodeAt(source.length - 1) !== 125) return refused;
  const inside = source.slice(1, -1);
  if (inside.trim() === '') return {};
  if (/[[\]{}#&*!|>%@`\\?]/.test(inside)) return refused;
  const data: Record<string, unknown> = {};
  for (const part of inside.split(',')) {
    const pair = part.trim();
    const colon = findColon(pair, 0, pair.length);
    const key = pair.slice(0, Math.max(colon, 0));
    const text = pair.slice(colon + 1).trim();
    if (colon < 0 || text.includes(':') || key === '__proto__' || Object.hasOwn(data, key)) return refused;
    const value = parseFlowItem(text);
    if (value === refused) return refused;
    data[key] = value;
  }
  return data;
}

function parseValue(source: string): unknown {
  const first = source.charCodeAt(0);
  if (first === 34 || first === 39) return parseQuoted(source);
  if (first === 91) return parseFlowList(source);
  if (first === 123) return parseFlowMap(source);
  return parsePlain(source);
}

/** The lines of a block, blank ones and comments left out, one at a time. */
interface Lines {
  text: string;
  /** Where the line after this one starts. */
  next: number;
  /** First character of this line after its indent, and the end of what it says. `at` is -1 after the last line. */
  at: number;
  end: number;
  indent: number;
}

function advance(lines: Lines): void {
  const { text } = lines;
  while (lines.next < text.length) {
    const start = lines.next;
    let stop = text.indexOf('\n', start);
    if (stop < 0) stop = text.length;
    let end = stop > start && text.charCodeAt(stop - 1) === 13 ? stop - 1 : stop;
    while (end > start && text.charCodeAt(end - 1) === 32) end--;
    let at = start;
    while (at < end && text.charCodeAt(at) === 32) at++;
    lines.next = stop + 1;
    if (at === end || text.charCodeAt(at) === 35) continue;
    lines.at = at;
    lines.end = end;
    lines.indent = at - start;
    return;
  }
  lines.at = -1;
  lines.indent = -1;
}

function isItem({ text, at, end }: Lines): boolean {
  return at >= 0 && text.charCodeAt(at) === 45 && text.charCodeAt(at + 1) === 32 && at + 2 < end;
}

/** Scalars and maps after dashes, all at the indent of the first. */
function parseList(lines: Lines, depth: number): unknown {
  const list: unknown[] = [];
  const { indent } = lines;
  do {
    const value = parseItem(lines, depth);
    if (value === refused) return refused;
    list.push(value);
  } while (lines.indent === indent && isItem(lines));
  return list;
}

function parseItem(lines: Lines, depth: number): unknown {
  const { text, end } = lines;
  let at = lines.at + 2;
  while (text.charCodeAt(at) === 32) at++;
  if (findColon(text, at, end) >= 0) {
    lines.indent += at - lines.at;
    lines.at = at;
    return parseMap(lines, depth + 1);
  }
  const first = text.charCodeAt(at);
  if (first === 91 || first === 123 || first === 35) return refused;
  const value = parseValue(text.slice(at, end));
  if (value !== refused) advance(lines);
  return value;
}

/** `>` or `|` and lines of one indent below it; blank lines, other indents and spaces at an end are refused. */
function parseBlockScalar(lines: Lines, header: string, parent: number): unknown {
  const isFolded = header.charCodeAt(0) === 62;
  if (header.length > 1 && header !== '>-' && header !== '|-') return refused;
  const { text } = lines;
  let value = '';
  let indent = -1;
  let at = lines.next;
  while (at < text.length) {
    let stop = text.indexOf('\n', at);
    if (stop < 0) stop = text.length;
    const end = stop > at && text.charCodeAt(stop - 1) === 13 ? stop - 1 : stop;
    let first = at;
    while (first < end && text.charCodeAt(first) === 32) first++;
    if (first === end || text.charCodeAt(end - 1) === 32) return refused;
    if (indent < 0) indent = first - at;
    if (first - at <= parent) break;
    if (first - at !== indent) return refused;
    value += `${value === '' ? '' : isFolded ? ' ' : '\n'}${text.slice(first, end)}`;
    at = stop + 1;
  }
  if (value === '') return refused;
  lines.next = at;
  return header.length > 1 ? value : `${value}\n`;
}

/** What stands below a key that has nothing beside it. */
function parseBelow(lines: Lines, parent: number, depth: number): unknown {
  if (isItem(lines) && lines.indent >= parent) return parseList(lines, depth);
  return lines.indent > parent ? parseMap(lines, depth + 1) : null;
}

const maxDepth = 8;

function parseMap(lines: Lines, depth: number): unknown {
  if (depth > maxDepth) return refused;
  const data: Record<string, unknown> = {};
  const { text, indent } = lines;
  while (lines.indent === indent) {
    const colon = findColon(text, lines.at, lines.end);
    if (colon < 0) return refused;
    const key = text.slice(lines.at, colon);
    if (key === '__proto__' || Object.hasOwn(data, key)) return refused;
    const source = text.slice(colon + 1, lines.end).trimStart();
    const first = source.charCodeAt(0);
    let value: unknown;
    if (source === '' || first === 35) {
      advance(lines);
      value = parseBelow(lines, indent, depth);
    } else {
      value = first === 62 || first === 124 ? parseBlockScalar(lines, source, indent) : parseValue(source);
      if (value !== refused) advance(lines);
    }
    if (value === refused) return refused;
    data[key] = value;
  }
  // a line further in continues what was read as whole; one further out must belong to a map around this one
  return lines.indent > indent ? refused : data;
}

/** Maps, lists of scalars and of maps, and simple block scalars; anything else ends the attempt. */
export function parseFastYaml(yaml: string): Record<string, unknown> | undefined {
  if (unusual.test(yaml)) return undefined;
  const lines: Lines = { text: yaml, next: 0, at: -1, end: 0, indent: -1 };
  advance(lines);
  if (lines.at < 0) return {};
  if (lines.indent !== 0) return undefined;
  const data = parseMap(lines, 0);
  return data === refused || lines.at >= 0 ? undefined : (data as Record<string, unknown>);
}
