import { renderDate } from './template-date.ts';

/** What tokens stand for in one new note. */
export interface TokenValues {
  readonly title: string;
  readonly id: string;
  readonly content: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly now: number;
  readonly timeZone: string;
}

/** A piece of a template: text as it is, or a token with its value. A date is written as it is, other values by their type. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'date'; readonly text: string }
  | { readonly kind: 'value'; readonly name: string; readonly value: unknown };

const longestToken = 200;

/** The template in pieces. Values are never looked at again, so a title that looks like a token stays a title. */
export function splitTokens(template: string, values: TokenValues): Piece[] {
  const pieces: Piece[] = [];
  let textStart = 0;
  for (let open = template.indexOf('{{'); open !== -1; open = template.indexOf('{{', open)) {
    const close = findClose(template, open + 2);
    const piece = close === -1 ? undefined : findValue(template.slice(open + 2, close).trim(), values);
    if (piece === undefined) {
      open++;
      continue;
    }
    if (open > textStart) pieces.push({ kind: 'text', text: template.slice(textStart, open) });
    pieces.push(piece);
    open = close + 2;
    textStart = open;
  }
  if (textStart < template.length) pieces.push({ kind: 'text', text: template.slice(textStart) });
  return pieces;
}

/** Where the braces of a token close: on the same line, with no other brace between. */
function findClose(template: string, from: number): number {
  const end = Math.min(template.length, from + longestToken);
  for (let at = from; at < end; at++) {
    const char = template[at];
    if (char === '}') return template[at + 1] === '}' ? at : -1;
    if (char === '{' || char === '\n') return -1;
  }
  return -1;
}

function findValue(token: string, values: TokenValues): Piece | undefined {
  const date = (format: string): Piece => ({
    kind: 'date',
    text: renderDate(values.now, format, values.timeZone),
  });
  if (token === 'title' || token === 'id' || token === 'content')
    return { kind: 'value', name: token, value: values[token] };
  if (token === 'date') return date('YYYY-MM-DD');
  if (token === 'time') return date('HH:mm');
  if (token === 'datetime') return date('YYYY-MM-DD[T]HH:mm:ssZ');
  if (/^(?:date|time):/.test(token)) return date(token.slice(5).trim());
  if (!token.startsWith('data.') || token.length === 5) return undefined;
  return { kind: 'value', name: token, value: findProperty(values.data, token.slice(5)) };
}

/** `data.a.b` is the property `a.b`, or else `b` of `a`. */
function findProperty(data: unknown, name: string): unknown {
  if (typeof data !== 'object' || data === null) return undefined;
  if (Object.hasOwn(data, name)) return (data as Record<string, unknown>)[name];
  const dot = name.indexOf('.');
  const first = name.slice(0, dot);
  if (dot === -1 || !Object.hasOwn(data, first)) return undefined;
  return findProperty((data as Record<string, unknown>)[first], name.slice(dot + 1));
}

export function hasContentToken(pieces: readonly Piece[]): boolean {
  return pieces.some((piece) => piece.kind === 'value' && piece.name === 'content');
}

/** The text of a piece in the body of a note, where a title is one line. */
export function bodyText(piece: Piece): string {
  const text = pieceText(piece);
  return piece.kind === 'value' && piece.name === 'title' ? oneLine(text) : text;
}

export function pieceText(piece: Piece): string {
  if (piece.kind !== 'value') return piece.text;
  const { name, value } = piece;
  if (value === undefined || value === null) return '';
  if (Array.isArray(value))
    return value.map((item) => pieceText({ kind: 'value', name, value: item })).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a heading is one line of visible text
const breaks = /[\x00-\x1f\x7f\x85\u2028\u2029]+/g;

/** A title on one line, as a heading needs it. */
export function oneLine(text: string): string {
  return text.replaceAll(breaks, ' ').trim();
}
