import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Era, eras, type OpenMcp, openMcp } from '../../../test/support/mcp-client.ts';
import { allTools, selectTools, type ToolSelection } from '../../tools/registry.ts';
import { findPrompts } from './prompts.ts';
import { servedNames } from './served-names.ts';

const settings = {
  readOnly: false,
  toolPrefix: 'nb_',
  defaultPageSize: 50,
  gtdDb: import.meta.filename,
} as ToolSelection;
const everyName = new Set(allTools.map(({ name }) => name));
const looksLikeTool = /\b(?:\w+_)+\w+\b/g;

describe.each<[string, Partial<ToolSelection>]>([
  ['the default set', {}],
  ['read-only', { readOnly: true }],
  ['flint alone', { dialects: ['flint'] }],
  ['opennotes alone', { dialects: ['opennotes'] }],
  ['two tools', { tools: ['search_notes', 'find_broken_links'] }],
])('with %s', (_name, selection) => {
  const tools = selectTools({ ...settings, ...selection });
  const served = new Set(tools.map(({ name }) => name));

  test('prompts name tools that are served, and no others', () => {
    for (const prompt of findPrompts(tools)) {
      const text = prompt.text(servedNames(tools), { note: 'a.md', view: 'recent', tag: 'work' })!;
      for (const [word] of text.matchAll(looksLikeTool))
        expect(served, `${prompt.name}: ${text}`).toContain(word);
      for (const name of everyName) if (!served.has(name)) expect(text.split(/[^\w]+/)).not.toContain(name);
    }
  });
});

test('a prompt that the served tools cannot carry out is not offered', () => {
  const names = (selection: Partial<ToolSelection>) =>
    findPrompts(selectTools({ ...settings, ...selection })).map(({ name }) => name);
  expect(names({})).toEqual(['daily-review', 'find-and-link', 'tidy-broken-links']);
  expect(names({ tools: ['search_notes'] })).toEqual(['find-and-link']);
  expect(names({ dialects: ['obsidian'] })).toEqual([]);
});

describe.each<Era>(eras)('%s', (era) => {
  let open: OpenMcp;
  beforeAll(async () => {
    const files = { 'a b.md': '# A note\n\nText.\n', 'c.md': 'c', 'x/same.md': '1', 'y/same.md': '2' };
    open = await openMcp({ era, files });
  });
  afterAll(() => open[Symbol.asyncDispose]());

  test('a prompt is filled in', async () => {
    const { messages } = await open.client.getPrompt({
      name: 'daily-review',
      arguments: { tag: 'work', view: '' },
    });
    expect(messages).toHaveLength(1);
    const { text } = messages[0]!.content as { text: string };
    expect(text).toContain('opennotes_views with view "today"');
    expect(text).toContain('tagged work');
  });

  test('a prompt about a note carries the note', async () => {
    for (const note of ['a b.md', 'A note']) {
      const { messages } = await open.client.getPrompt({ name: 'find-and-link', arguments: { note } });
      expect(messages[0]!.content).toEqual({
        type: 'resource',
        resource: { uri: 'note://notes/a%20b.md', mimeType: 'text/markdown', text: '# A note\n\nText.\n' },
      });
      expect(messages[1]!.content).toMatchObject({ type: 'text', text: expect.stringContaining(note) });
    }
  });

  test.each([
    ['an unknown prompt', { name: 'nope' }, /Unknown prompt: nope/],
    ['a missing argument', { name: 'find-and-link' }, /needs the argument note/],
    ['an empty one', { name: 'find-and-link', arguments: { note: ' ' } }, /needs the argument note/],
    [
      'a stray one',
      { name: 'daily-review', arguments: { date: 'x' } },
      /Unknown argument of daily-review: date/,
    ],
    ['a note that is not there', { name: 'find-and-link', arguments: { note: 'zzz' } }, /NOTE_NOT_FOUND/],
    ['one of two', { name: 'find-and-link', arguments: { note: 'same' } }, /NOTE_AMBIGUOUS/],
    ['a way out', { name: 'find-and-link', arguments: { note: '../x' } }, /PATH_TRAVERSAL/],
    ['too much', { name: 'daily-review', arguments: { tag: 'x'.repeat(2000) } }, /longer than 1000/],
  ])('%s is refused in words', async (_what, params, message) => {
    await expect(open.client.getPrompt(params)).rejects.toMatchObject({
      code: -32602,
      message: expect.stringMatching(message),
    });
  });
});
