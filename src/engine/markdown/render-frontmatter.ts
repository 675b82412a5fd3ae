import { parsePlainScalar } from './yaml-scalar.ts';

/** What YAML or an editor would not show as it is: controls, line separators, byte order marks, halves of pairs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what gets escaped
const unprintable = /[\x00-\x1f\x7f-\xa0\xad\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufffe\uffff]/;
const everyUnprintable = new RegExp(unprintable.source, 'g');

/** Read as a number, a time or a switch by YAML 1.1, which other programs still speak. */
const numberLike = /^[-+.0-9][-+.,:_0-9a-fox]*$/i;
const switchLike = /^(?:yes|no|on|off)$/i;
const isoDate = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[-+]\d{2}:\d{2})?)?$/;

const longestPlainKey = 1000;

/** Whether a text can stand unquoted after a key: it is taken as it stands, though perhaps not as text. */
export function mayBePlain(text: string): boolean {
  return (
    /^[\p{L}\p{N}\p{So}_]/u.test(text) &&
    !text.endsWith(' ') &&
    !text.endsWith(':') &&
    !text.includes(': ') &&
    !text.includes(' #') &&
    !unprintable.test(text)
  );
}

/** A date stays unquoted: no reader of YAML 1.2 makes anything but text of it, and editors recognise it. */
function isPlainText(text: string): boolean {
  if (!mayBePlain(text)) return false;
  if (isoDate.test(text)) return true;
  return !numberLike.test(text) && !switchLike.test(text) && parsePlainScalar(text) === text;
}

/** A text as a YAML scalar that reads as exactly that text. Inside `[]` and `{}` more has to be quoted. */
export function renderText(text: string, inFlow = false): string {
  if (isPlainText(text) && !(inFlow && /[,[\]{}]/.test(text))) return text;
  if (/["\\]/.test(text) && !unprintable.test(text)) return `'${text.replaceAll("'", "''")}'`;
  return renderQuoted(text);
}

export function renderQuoted(text: string): string {
  const escaped = text.replaceAll(/["\\]/g, '\\$&').replaceAll(everyUnprintable, escapeUnit);
  return `"${escaped}"`;
}

function escapeUnit(unit: string): string {
  if (unit === '\n') return '\\n';
  if (unit === '\t') return '\\t';
  if (unit === '\r') return '\\r';
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Any JSON value on one line. */
export function renderFlow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(renderFlow).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const pairs = Object.entries(value).map(([key, item]) => {
      const name = renderText(key, true);
      return `${name.length > longestPlainKey ? '? ' : ''}${name}: ${renderFlow(item)}`;
    });
    return `{${pairs.join(', ')}}`;
  }
  return renderScalar(value, true);
}

function renderScalar(value: unknown, inFlow = false): string {
  if (typeof value === 'string') return renderText(value, inFlow);
  // Infinity and NaN are no JSON; they would be read back as text
  return typeof value === 'number' && Object.is(value, -0) ? '0' : String(value ?? null);
}

/** One property as the lines it takes, ending in a line break. */
export function renderField(key: string, value: unknown): string {
  return renderAt(key, value, '');
}

function renderAt(key: string, value: unknown, indent: string): string {
  const name = renderText(key);
  const start = name.length > longestPlainKey ? `${indent}? ${name}\n${indent}:` : `${indent}${name}:`;
  if (value === null || value === undefined) return `${start}\n`;
  const inner = `${indent}  `;
  if (Array.isArray(value) && value.length > 0)
    return `${start}\n${value.map((item) => `${inner}- ${renderFlow(item)}\n`).join('')}`;
  if (typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length > 0)
    return `${start}\n${Object.entries(value)
      .map(([name, item]) => renderAt(name, item, inner))
      .join('')}`;
  return `${start} ${typeof value === 'object' ? renderFlow(value) : renderScalar(value)}\n`;
}

/** Properties as the lines between the fences. Reading them gives the same values back. */
export function renderFrontmatter(data: Readonly<Record<string, unknown>>): string {
  return Object.entries(data)
    .map(([key, value]) => renderField(key, value))
    .join('');
}
