import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkExamples } from '../../tools/examples/check-examples.ts';
import { chatLine, context, type SampleCall, sample } from '../../tools/examples/testing-examples.ts';
import { openScratch } from './examples-scratch.ts';

const budget = { bytes: 51_200, lines: 2000, contentShare: 0.75 };
const { signal } = new AbortController();

async function replay(...conversations: SampleCall[][]) {
  async function* lines() {
    yield* conversations.map((calls) => chatLine(calls));
  }
  const options = { toolPrefix: 'opennotes_', defaultPageSize: 50, mostIssues: 100 };
  return checkExamples(lines(), { ...options, openScratch: () => openScratch(budget, signal) });
}

const at = (path: string, more: object, tool = 'contentManager_readContent'): SampleCall => ({
  tool,
  args: { filePath: path, context },
  result: { success: true, data: { filePath: path, ...more } },
});

test('replaying finds what only a notebook can tell', async () => {
  const { append, folder, create, missing } = sample;
  const { data } = append.result;
  const { issues } = await replay(
    [
      folder,
      // says that it was not there, but an earlier call has made it
      folder,
      create,
      // the note has 6 characters before
      { ...append, result: { ...append.result, data: { ...data, totalLength: 99 } } },
      { ...create, result: { success: false, error: 'File already exists: Stories/One.md' } },
      // it is there by then
      {
        ...missing,
        args: { ...append.args },
        result: { success: false, error: 'File not found: Stories/One.md' },
      },
    ],
    // fails, but in other words
    [{ ...create, result: { success: false, error: 'File already exists: Stories/Two.md' } }],
  );
  expect(issues.map(({ code, line, call, pointer }) => [line, call, code, pointer])).toEqual([
    [1, 1, 'REPLAY_FIELD', '/result/data/existed'],
    [1, 3, 'REPLAY_FIELD', '/result/data/totalLength'],
    [1, 5, 'REPLAY_OUTCOME', '/result'],
    [2, 0, 'REPLAY_FIELD', '/result/error'],
  ]);
}, 20_000);

test('what an example takes for granted is there', async () => {
  const { append, move, search } = sample;
  const lines = { startLine: 1, endLine: 2, totalLines: 2, hasMore: false, lineNumbersIncluded: false };
  const text = '# Read\nwhat it says\n';
  const replaced = { replacements: 1, totalLength: 10, changes: [] };
  const { issues, replayed } = await replay([
    at('Read.md', { content: text, ...lines }),
    { ...append, result: { ...append.result, data: { ...append.result.data, totalLength: 519 } } },
    move,
    {
      ...at('Edit.md', replaced, 'contentManager_replaceContent'),
      args: { filePath: 'Edit.md', oldContent: 'old', newContent: 'new', context },
    },
    search,
    { tool: 'memoryManager_loadSession', args: { sessionId: 'session_1731004200009_bbbbbbbbb', context } },
    { tool: 'get_backlinks', args: { identifier: 'Some note' } },
    {
      ...sample.folder,
      args: { path: 'There', context },
      result: { success: true, data: { path: 'There', existed: true } },
    },
    {
      ...move,
      args: { path: 'Edit.md', newPath: 'Read.md', context },
      result: { success: false, error: 'Cannot overwrite existing file' },
    },
    { tool: 'directgtd_list_tags', args: {} },
  ]);
  expect(issues).toEqual([]);
  expect(replayed).toEqual({ calls: 9, skipped: 1 });
}, 20_000);

test('a scratch notebook holds what is put in it, nothing else, and leaves nothing behind', async () => {
  const scratch = await openScratch(budget, signal);
  const { path } = (await scratch.engine.notebook(undefined, scratch.call)).ref;
  scratch.write('a/b.md', 'x');
  scratch.makeFolder('c');
  for (const outside of ['../x.md', '/../x.md', 'a/../../x.md', '.obsidian/x.md', 'a\0.md', '/'])
    scratch.write(outside, 'x');
  scratch.makeFolder('..');
  expect(readdirSync(path, { recursive: true }).sort()).toEqual(['a', 'a/b.md', 'c']);
  await scratch.close();
  expect(existsSync(path)).toBe(false);
}, 20_000);
