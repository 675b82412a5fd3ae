import type { AgentToolResult } from '@earendil-works/pi-coding-agent';
import type { Style } from '../../tools/define-tool.ts';
import { printable } from '../../tools/printable.ts';
import type { ServedTool } from '../../tools/registry.ts';
import type { Result } from './backend.ts';
import type { Details } from './details.ts';
import { oneLine, type Palette, paint } from './paint.ts';

export interface ResultState {
  readonly expanded: boolean;
  readonly isPartial: boolean;
  readonly isError?: boolean | undefined;
}

const rowsShown = 3;
const widestRow = 120;
const plain: Style = { bold: (text) => text, dim: (text) => text };

/** Collapsed: how much there is, and the first rows. Expanded: all of it, as a terminal would show it. */
export function renderResult(
  served: ServedTool,
  { content, details }: Pick<AgentToolResult<unknown>, 'content' | 'details'>,
  { expanded, isPartial, isError }: ResultState,
  theme: Palette | undefined,
): string {
  const { colour } = paint(theme);
  const { result, progress } = (details ?? {}) as Partial<Details>;
  const text = printable(content.map((part) => (part.type === 'text' ? part.text : '')).join('\n'));
  if (isPartial) return colour('warning', `${progress?.message ?? (text || 'Working')}…`);
  if (isError || result === undefined) return renderFailure(text, theme);
  const whole = served.tool.text === undefined ? printable(served.tool.render(result, plain)) : text;
  const lines = whole.replace(/\n+$/, '').split('\n');
  const head = colour('muted', describeResult(result));
  if (expanded) return joinLines(head, colour('toolOutput', lines.join('\n')));
  const shown = lines.slice(0, rowsShown).map((line) => cut(line));
  const more = lines.length - shown.length;
  return joinLines(
    head,
    colour('toolOutput', shown.join('\n')),
    more > 0 ? colour('dim', `… ${more} more ${more === 1 ? 'line' : 'lines'}`) : '',
  );
}

/** `CODE: message` and what to do; pi's own messages, such as a parameter of the wrong type, as they are. */
function renderFailure(text: string, theme: Palette | undefined): string {
  const { colour } = paint(theme);
  try {
    const { code, message, hint, error } = JSON.parse(text) as Record<string, unknown>;
    const said = typeof message === 'string' ? message : error;
    if (typeof code !== 'string' || typeof said !== 'string') return colour('error', text);
    const advice = typeof hint === 'string' && hint !== '' ? colour('dim', printable(hint)) : '';
    return joinLines(colour('error', printable(`${code}: ${said}`)), advice);
  } catch {
    return colour('error', text);
  }
}

/** `12 of 347 notes`, `500 of 3000 lines`, and what a reader should know besides. */
function describeResult(result: Result): string {
  const { pagination, note, index, warnings } = result as {
    pagination?: { returned: number; total: number };
    note?: { path?: string; contentMetadata?: { returnedLines: number; totalLines: number } };
    index?: { indexed: number; found: number };
    warnings?: { count: number };
  };
  const window = note?.contentMetadata;
  const parts = [
    pagination && `${pagination.returned} of ${pagination.total} ${nounOf(result, pagination.returned)}`,
    note?.path && oneLine(note.path, widestRow),
    window && `${window.returnedLines} of ${window.totalLines} lines`,
    index && `indexing: ${index.indexed} of ${index.found} notes`,
    warnings && `${warnings.count} ${warnings.count === 1 ? 'warning' : 'warnings'}`,
  ];
  return parts.filter(Boolean).join(' · ');
}

/** What the rows of a page are called: the name of the list that has as many. */
function nounOf(result: Result, returned: number): string {
  const lists = Object.entries(result).filter(([, value]) => Array.isArray(value));
  return (lists.find(([, value]) => (value as unknown[]).length === returned) ?? lists[0])?.[0] ?? 'results';
}

function cut(line: string): string {
  return line.length <= widestRow ? line : `${line.slice(0, widestRow - 1).trimEnd()}…`;
}

function joinLines(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n');
}
