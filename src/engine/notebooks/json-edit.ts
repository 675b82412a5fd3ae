import { skipSpace } from './json-text.ts';

export type JsonObject = { [key: string]: unknown };

/** One member of an object or item of an array (whose key is ''), as offsets into the text. */
interface Entry {
  key: string;
  start: number;
  valueStart: number;
  end: number;
}

interface Container {
  open: number;
  close: number;
  entries: Entry[];
}

type Edit =
  | { kind: 'remove'; path: readonly string[]; key: string }
  | { kind: 'set'; path: readonly string[]; key: string; value: unknown }
  | { kind: 'append'; path: readonly string[]; values: readonly unknown[] };

/**
 * The text with only those bytes changed that differ between `before` (what the text parses to) and `after`.
 * Serialising `after` instead would reorder keys such as "2", round long numbers and restyle the user's file.
 */
export function renderJsonChange(text: string, before: JsonObject, after: JsonObject): string {
  return diff(before, after, []).reduce(applyEdit, text);
}

function diff(before: JsonObject, after: JsonObject, path: readonly string[]): Edit[] {
  const edits: Edit[] = [];
  for (const key of Object.keys(before))
    if (!Object.hasOwn(after, key) || after[key] === undefined) edits.push({ kind: 'remove', path, key });
  for (const [key, value] of Object.entries(after)) {
    if (value === undefined) continue;
    const old = Object.hasOwn(before, key) ? before[key] : undefined;
    if (sameJson(old, value)) continue;
    if (isJsonObject(old) && isJsonObject(value)) edits.push(...diff(old, value, [...path, key]));
    else if (Array.isArray(old) && Array.isArray(value) && startsWith(value, old))
      edits.push({ kind: 'append', path: [...path, key], values: value.slice(old.length) });
    else edits.push({ kind: 'set', path, key, value });
  }
  return edits;
}

function applyEdit(text: string, edit: Edit): string {
  const container = readContainer(text, findValue(text, edit.path));
  if (edit.kind === 'append')
    return insertEntries(
      text,
      container,
      edit.values.map((value) => ({ value })),
    );
  const entry = container.entries.findLast(({ key }) => key === edit.key);
  if (edit.kind === 'set')
    return entry === undefined
      ? insertEntries(text, container, [{ key: edit.key, value: edit.value }])
      : splice(text, entry.valueStart, entry.end, renderValue(text, entry.start, edit.value));
  if (entry === undefined) return text;
  // An earlier duplicate would come back to life if only the last one went.
  return applyEdit(removeEntry(text, container, container.entries.indexOf(entry)), edit);
}

function removeEntry(text: string, { open, close, entries }: Container, index: number): string {
  const [previous, entry, next] = [entries[index - 1], entries[index]!, entries[index + 1]];
  if (next !== undefined) return splice(text, entry.start, next.start, '');
  return previous === undefined
    ? splice(text, open + 1, close, '')
    : splice(text, previous.end, entry.end, '');
}

function insertEntries(
  text: string,
  container: Container,
  added: { key?: string; value: unknown }[],
): string {
  const { open, close, entries } = container;
  const last = entries.at(-1);
  const unit = indentUnit(text);
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const outer = lineIndent(text, open);
  let gap: string;
  let colon = unit === '' ? ':' : ': ';
  if (last === undefined) {
    gap = unit === '' ? '' : eol + outer + unit;
  } else {
    const previous = entries.at(-2);
    gap = text.slice(previous === undefined ? open + 1 : text.indexOf(',', previous.end) + 1, last.start);
    if (gap === '' && unit !== '') gap = ' ';
    if (last.key !== '' || text[open] === '{') colon = colonOf(text, last);
  }
  const indentAt = last?.start ?? open;
  const indent = last === undefined && unit !== '' ? outer + unit : lineIndent(text, indentAt);
  const rendered = added.map(({ key, value }) => {
    const label = key === undefined ? '' : JSON.stringify(key) + colon;
    return gap + label + renderIndented(value, unit, indent, eol);
  });
  if (last !== undefined) return splice(text, last.end, last.end, `,${rendered.join(',')}`);
  return splice(text, open + 1, close, rendered.join(',') + (unit === '' ? '' : eol + outer));
}

function colonOf(text: string, entry: Entry): string {
  return text.slice(skipValue(text, entry.start), entry.valueStart);
}

function renderValue(text: string, at: number, value: unknown): string {
  return renderIndented(value, indentUnit(text), lineIndent(text, at), text.includes('\r\n') ? '\r\n' : '\n');
}

function renderIndented(value: unknown, unit: string, indent: string, eol: string): string {
  return JSON.stringify(value, null, unit).replaceAll('\n', eol + indent);
}

/** '' when the file is written on one line. */
function indentUnit(text: string): string {
  const line = /\n([ \t]+)[^\s]/.exec(text);
  return line !== null ? line[1]! : text.trim().includes('\n') || /^\{\s*\}$/.test(text.trim()) ? '  ' : '';
}

function lineIndent(text: string, at: number): string {
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, at))![0];
}

function findValue(text: string, path: readonly string[]): number {
  return path.reduce(
    (at, name) => readContainer(text, at).entries.findLast(({ key }) => key === name)!.valueStart,
    skipSpace(text, 0),
  );
}

function readContainer(text: string, open: number): Container {
  const entries: Entry[] = [];
  const keyed = text[open] === '{';
  let at = skipSpace(text, open + 1);
  while (text[at] !== '}' && text[at] !== ']') {
    const start = at;
    let key = '';
    if (keyed) {
      at = skipValue(text, start);
      key = JSON.parse(text.slice(start, at)) as string;
      at = skipSpace(text, skipSpace(text, at) + 1);
    }
    const end = skipValue(text, at);
    entries.push({ key, start, valueStart: at, end });
    at = skipSpace(text, end);
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return { open, close: at, entries };
}

/** The offset after the value that starts at `start`; the text is known to be valid JSON. */
function skipValue(text: string, start: number): number {
  let depth = 0;
  let at = start;
  do {
    const char = text[at]!;
    if (char === '"') {
      at++;
      while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
      at++;
    } else if (char === '{' || char === '[') {
      depth++;
      at++;
    } else if (char === '}' || char === ']') {
      depth--;
      at++;
    } else if (depth === 0) {
      while (at < text.length && !',]} \t\r\n'.includes(text[at]!)) at++;
    } else {
      at++;
    }
  } while (depth > 0);
  return at;
}

function splice(text: string, start: number, end: number, replacement: string): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

function startsWith(list: readonly unknown[], head: readonly unknown[]): boolean {
  return head.length <= list.length && head.every((item, index) => sameJson(item, list[index]));
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && startsWith(other, one);
  if (!isJsonObject(one) || !isJsonObject(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && sameJson(one[key], other[key]))
  );
}
