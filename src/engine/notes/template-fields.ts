import { isMap, isScalar, parseDocument } from 'yaml';
import { renderField } from '../markdown/render-frontmatter.ts';
import { parseFrontmatter } from '../markdown/yaml.ts';

/** One property with the lines it takes as they were typed, and the comments and empty lines above it. */
export interface Field {
  readonly key: string;
  readonly value: unknown;
  readonly lead: string;
  readonly text: string;
}

export interface FieldList {
  readonly fields: readonly Field[];
  /** Comments after the last property. */
  readonly tail: string;
}

/** What the full parser takes; lines are found by it, also where values could be read faster. */
const longest = 64 * 1024;

/** Why a frontmatter block cannot be read. That a key is there twice is no reason: the last one counts, as everywhere. */
export function findProblem(yaml: string): string | undefined {
  if (yaml.length > longest) return `Frontmatter is longer than ${longest} characters`;
  const { warning } = parseFrontmatter(yaml);
  return warning?.startsWith('Duplicate') ? undefined : warning;
}

/** The properties of a frontmatter block, line by line; a problem where it cannot be read. */
export function parseFields(yaml: string): FieldList | { problem: string } {
  const problem = findProblem(yaml);
  if (problem !== undefined) return { problem };
  const { data } = parseFrontmatter(yaml);
  const text = yaml === '' || yaml.endsWith('\n') ? yaml : `${yaml}\n`;
  const document = parseDocument(text, { uniqueKeys: false, logLevel: 'silent' });
  const map = document.contents;
  if (!isMap(map)) return { fields: [], tail: isScalar(map) ? '' : text };
  const spans = map.flow ? undefined : findSpans(text, map.items);
  // braces around everything, or keys of several lines: the values stay, the way they were typed does not
  if (spans === undefined || spans.some(({ key }) => !Object.hasOwn(data, key)))
    return { fields: Object.entries(data).map(([key, value]) => renderedField(key, value)), tail: '' };
  const fields = new Map<string, Field>();
  let end = 0;
  for (const span of spans) {
    fields.delete(span.key);
    fields.set(span.key, {
      key: span.key,
      value: data[span.key],
      lead: text.slice(end, span.start),
      text: text.slice(span.start, span.end),
    });
    end = span.end;
  }
  return { fields: [...fields.values()], tail: text.slice(end) };
}

export function renderedField(key: string, value: unknown): Field {
  return { key, value, lead: '', text: renderField(key, value) };
}

interface Span {
  key: string;
  start: number;
  end: number;
}

/** Whole lines of each property of a block map; undefined where one does not begin its line with its key. */
function findSpans(text: string, items: readonly { key: unknown; value: unknown }[]): Span[] | undefined {
  const spans: Span[] = [];
  for (const { key, value } of items) {
    if (!isScalar(key) || !key.range) return undefined;
    const start = key.range[0] === 0 ? 0 : text.lastIndexOf('\n', key.range[0] - 1) + 1;
    const before = text.slice(start, key.range[0]);
    // a quoted key begins with its quote, an anchor or a tag stands before
    if (before.trim() !== '' || start < (spans.at(-1)?.end ?? 0)) return undefined;
    const range = (value as { range?: readonly number[] | null } | null)?.range;
    const last = Math.max(range?.[1] ?? 0, key.range[1]);
    const lineEnd = text[last - 1] === '\n' ? last : text.indexOf('\n', last) + 1;
    spans.push({ key: key.source ?? String(key.value), start, end: lineEnd });
  }
  return spans;
}
