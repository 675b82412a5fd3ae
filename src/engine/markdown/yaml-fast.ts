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
    const item = part.trim();
    if (item === '') return refused;
    const quoted = item.charCodeAt(0) === 34 || item.charCodeAt(0) === 39;
    if (!quoted && (!mayStartPlain(item) || item.includes('"') || item.includes("'"))) return refused;
    const value = quoted ? parseQuoted(item) : parsePlainScalar(item);
    if (value === refused) return refused;
    list.push(value);
  }
  return list;
}

function parseValue(source: string): unknown {
  const first = source.charCodeAt(0);
  if (first === 34 || first === 39) return parseQuoted(source);
  if (first === 91) return parseFlowList(source);
  return parsePlain(source);
}

/** Each line is one of these; anything else ends the attempt. */
export function parseFastYaml(yaml: string): Record<string, unknown> | undefined {
  if (unusual.test(yaml)) return undefined;
  const data: Record<string, unknown> = {};
  let openKey: string | undefined;
  let list: unknown[] | undefined;
  let listIndent = -1;
  for (let start = 0; start < yaml.length; ) {
    let next = yaml.indexOf('\n', start);
    if (next < 0) next = yaml.length;
    let end = next > start && yaml.charCodeAt(next - 1) === 13 ? next - 1 : next;
    while (end > start && yaml.charCodeAt(end - 1) === 32) end--;
    let at = start;
    while (at < end && yaml.charCodeAt(at) === 32) at++;
    start = next + 1;
    if (at === end || yaml.charCodeAt(at) === 35) continue;
    const indent = at - (yaml.lastIndexOf('\n', at - 1) + 1);
    if (yaml.charCodeAt(at) === 45 && yaml.charCodeAt(at + 1) === 32 && at + 2 < end) {
      if (openKey === undefined || (list !== undefined && indent !== listIndent)) return undefined;
      const value = parseItem(yaml.slice(at + 2, end).trimStart());
      if (value === refused) return undefined;
      if (list === undefined) {
        list = [];
        listIndent = indent;
        data[openKey] = list;
      }
      list.push(value);
      continue;
    }
    if (indent !== 0) return undefined;
    const colon = findColon(yaml, at, end);
    if (colon < 0) return undefined;
    const key = yaml.slice(at, colon);
    if (key === '__proto__' || Object.hasOwn(data, key)) return undefined;
    list = undefined;
    const source = yaml.slice(colon + 1, end).trimStart();
    if (source === '' || source.charCodeAt(0) === 35) {
      data[key] = null;
      openKey = key;
      continue;
    }
    const value = parseValue(source);
    if (value === refused) return undefined;
    data[key] = value;
    openKey = undefined;
  }
  return data;
}

function parseItem(source: string): unknown {
  return source.charCodeAt(0) === 91 || source.charCodeAt(0) === 35 ? refused : parseValue(source);
}
