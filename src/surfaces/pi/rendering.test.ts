import { expect, test } from 'vitest';
import { opennotesGet } from '../../tools/opennotes/get.ts';
import { opennotesList } from '../../tools/opennotes/list.ts';
import { serveTool } from '../../tools/registry.ts';
import type { Palette } from './paint.ts';
import { renderCall } from './render-call.ts';
import { renderResult } from './render-result.ts';

const names = { toolPrefix: 'opennotes_', defaultPageSize: 50 };
const list = serveTool(opennotesList as never, names);
const get = serveTool(opennotesGet as never, names);
const plain: Palette = { fg: (_name, text) => text, bold: (text) => text };
const marked: Palette = { fg: (name, text) => `<${name}>${text}</>`, bold: (text) => `*${text}*` };
const search = {
  ...list,
  tool: { ...list.tool, name: 'opennotes_search', cli: { positional: ['query'] } },
};

const notes = Array.from({ length: 12 }, (_, i) => ({
  path: `tasks/${i}.md`,
  title: `Task ${i}`,
  tags: ['open'],
  modified: '2026-01-28T14:30:00Z',
}));
const page = { total: 347, returned: 12, page: 1, pageSize: 12, hasMore: true, nextOffset: 12 };
const listed = { notes, notebook: { name: 'n', path: '/n' }, pagination: page };
const resultOf = (result: Record<string, unknown>) => ({
  content: [{ type: 'text' as const, text: JSON.stringify(result) }],
  details: { tool: 'x', result },
});
const collapsed = { expanded: false, isPartial: false };
const expanded = { expanded: true, isPartial: false };

test('a call is one line: the tool, what it is about, the rest in brief', () => {
  const args = { query: 'garden plan', fuzzy: true, filters: { and: ['a=1', 'b=2'], or: [] }, limit: 5 };
  expect(renderCall(search, args, plain)).toBe('search "garden plan" fuzzy · filters 2 · limit 5');
  expect(renderCall(list, {}, plain)).toBe('list');
  expect(renderCall(list, { pattern: 'tasks/*.md', sortBy: 'title' }, plain)).toBe(
    'list "tasks/*.md" · sortBy title',
  );
  expect(renderCall(get, { path: 'a.md', includeContent: false }, plain)).toBe(
    'get "a.md" no includeContent',
  );
});

test('a call can be drawn while its arguments are still coming, and however long they are', () => {
  expect(renderCall(get, undefined, plain)).toBe('get');
  const line = renderCall(get, { path: `${'x'.repeat(500)}\n\u001B[2Jend`, section: 'y'.repeat(500) }, plain);
  expect(line.length).toBeLessThan(200);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none may get through
  expect(line).not.toMatch(/[\n\u001B]/);
});

test('colours come from the theme, and a theme without them is no failure', () => {
  expect(renderCall(list, { pattern: 'a*' }, marked)).toBe('<toolTitle>*list*</> <accent>"a*"</>');
  const broken: Palette = {
    fg: () => {
      throw new Error('Unknown theme color');
    },
  };
  expect(renderCall(list, { pattern: 'a*' }, broken)).toBe('list "a*"');
  expect(renderCall(list, {}, undefined)).toBe('list');
});

test('a collapsed list says how many there are and shows the first', () => {
  expect(renderResult(list, resultOf(listed), collapsed, plain).split('\n')).toEqual([
    '12 of 347 notes',
    'tasks/0.md   Task 0   2026-01-28  #open',
    'tasks/1.md   Task 1   2026-01-28  #open',
    'tasks/2.md   Task 2   2026-01-28  #open',
    '… 9 more lines',
  ]);
});

test('an expanded list shows all of it', () => {
  const lines = renderResult(list, resultOf(listed), expanded, plain).split('\n');
  expect(lines).toHaveLength(13);
  expect(lines.at(-1)).toContain('tasks/11.md');
});

test('an index under way and warnings are said', () => {
  const result = {
    ...listed,
    index: { complete: false, indexed: 5, found: 9 },
    warnings: { count: 2, items: [] },
  };
  expect(renderResult(list, resultOf(result), collapsed, plain).split('\n')[0]).toBe(
    '12 of 347 notes · indexing: 5 of 9 notes · 2 warnings',
  );
});

test('a note shows its path, how much of it there is, and its beginning', () => {
  const contentMetadata = { totalLines: 9, returnedLines: 6, offset: 0, isTruncated: true };
  const note = { path: 'a.md', content: '# A\r\n\r\none\u001B[31m\r\ntwo\r\nthree\r\n', contentMetadata };
  expect(renderResult(get, resultOf({ note, notebook: {} }), collapsed, plain)).toBe(
    'a.md · 6 of 9 lines\n# A\n\none[31m\n… 2 more lines',
  );
  expect(renderResult(get, resultOf({ note, notebook: {} }), expanded, plain)).toContain('three');
});

test('while a call runs, its progress', () => {
  const progress = { done: 5, total: 9, message: 'Indexing 5 of 9 notes' };
  const partial = { content: [], details: { tool: 'x', progress } };
  expect(renderResult(list, partial, { expanded: false, isPartial: true }, plain)).toBe(
    'Indexing 5 of 9 notes…',
  );
  expect(renderResult(list, { content: [], details: {} }, { expanded: false, isPartial: true }, plain)).toBe(
    'Working…',
  );
});

test('an error is its code, message and hint; a message of pi stays as it is', () => {
  const envelope = { error: true, code: 'NOTE_NOT_FOUND', message: 'Note not found: x', hint: 'Check path' };
  const failed = { content: [{ type: 'text' as const, text: JSON.stringify(envelope) }], details: {} };
  const state = { ...collapsed, isError: true };
  expect(renderResult(get, failed, state, plain)).toBe('NOTE_NOT_FOUND: Note not found: x\nCheck path');
  expect(renderResult(get, failed, state, marked)).toBe(
    '<error>NOTE_NOT_FOUND: Note not found: x</>\n<dim>Check path</>',
  );
  const other = { content: [{ type: 'text' as const, text: 'Operation aborted' }], details: {} };
  expect(renderResult(get, other, state, plain)).toBe('Operation aborted');
});
