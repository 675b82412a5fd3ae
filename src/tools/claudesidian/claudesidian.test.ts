import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { callAs, type OpenNotebook, openNotebook } from '../../../test/support/open-notebook.ts';
import { type Call, toSlipboxError } from '../../engine/index.ts';
import { allTools, serveTool } from '../registry.ts';
import { errorText, runTool } from '../run-tool.ts';

type Json = Record<string, unknown>;

const servedAs = (name: string) =>
  serveTool(allTools.find((tool) => tool.name.endsWith(`_${name}`))!, {
    toolPrefix: 'opennotes_',
    defaultPageSize: 50,
  });

function run(
  { engine, call }: OpenNotebook,
  name: string,
  args: Json,
  as: Partial<Call> = {},
): Promise<Json> {
  return runTool(servedAs(name), engine, args, { ...call, ...as, budget: engine.config.budget });
}

async function fail(notebook: OpenNotebook, name: string, args: Json, as: Partial<Call> = {}): Promise<Json> {
  const error = await run(notebook, name, args, as).then(
    () => undefined,
    (thrown) => toSlipboxError(thrown),
  );
  return JSON.parse(errorText(servedAs(name), error!)) as Json;
}

const context = {
  sessionId: 'session_1731004200001_h5k2n7m3p',
  workspaceId: 'default',
  sessionDescription: 'A test',
  sessionMemory: '',
  toolContext: 'To see',
  primaryGoal: 'To know',
  subgoal: 'To be sure',
};

describe('answers', () => {
  it('keep within the size a call allows, in pages that make up the whole', async () => {
    const notes = Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [`n/${i}.md`, `---\nlong: ${'x'.repeat(300)}\n---\nword ${i}\n`]),
    );
    await using notebook = await openNotebook(notes);
    for (const [name, args, rowsOf] of [
      ['searchContent', { query: 'word', limit: 100 }, (result: Json) => result.results],
      ['listDirectory', { path: 'n' }, (result: Json) => (result.data as Json).files],
    ] as const) {
      const seen = new Set<string>();
      let offset: number | undefined = 0;
      let pages = 0;
      while (offset !== undefined) {
        const result: Json = await run(notebook, name, { ...args, offset, maxBytes: 2000 });
        expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(2000);
        for (const row of rowsOf(result) as Json[]) seen.add(String(row.filePath ?? row.path));
        offset = (result.nextOffset ?? (result.data as Json | undefined)?.nextOffset) as number | undefined;
        pages++;
      }
      expect(seen.size, name).toBe(40);
      expect(pages).toBeGreaterThan(2);
    }
  });

  it('give a long note in windows, with or without numbers', async () => {
    const text = Array.from({ length: 900 }, (_, i) => `line ${i} ${'é'.repeat(i % 40)}\n`).join('');
    await using notebook = await openNotebook({ 'long.md': text });
    for (const includeLineNumbers of [false, true]) {
      let content = '';
      let offset: number | undefined = 0;
      while (offset !== undefined) {
        const args: Json = { filePath: 'long', offset, includeLineNumbers, maxBytes: 4000 };
        const result = await run(notebook, 'readContent', args);
        expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(4000);
        const data = result.data as { content: string; nextOffset?: number; startLine: number };
        expect(data.startLine).toBe(offset + 1);
        content += data.content;
        offset = data.nextOffset;
      }
      expect(includeLineNumbers ? content.replaceAll(/^\d+: /gm, '') : content).toBe(text);
    }
  });

  it('to a path are about that path: a title or another case is not one', async () => {
    await using notebook = await openNotebook({
      'a/index.md': 'one',
      'b/index.md': 'two',
      'c.md': '---\ntitle: nice.md\n---\n',
    });
    for (const filePath of ['index', 'nice', 'C'])
      expect(await fail(notebook, 'readContent', { filePath })).toMatchObject({
        success: false,
        error: `File not found: ${filePath}.md`,
        code: 'NOTE_NOT_FOUND',
      });
  });
});

describe('a caller', () => {
  const files = { 'open/a.md': 'A\n', 'secret/b.md': 'B\n' };
  const limited = { caller: { ...callAs(['open/**']).caller, writable: ['open/**'] } };

  it('changes only what it may, and learns nothing of the rest', async () => {
    await using notebook = await openNotebook(files);
    const hidden = await fail(notebook, 'appendContent', { filePath: 'secret/b', content: 'x' }, limited);
    const absent = await fail(notebook, 'appendContent', { filePath: 'secret/c', content: 'x' }, limited);
    expect(hidden.code).toBe(absent.code);
    expect(String(hidden.error).replace('secret/b', 'secret/c')).toBe(absent.error);
    expect((await fail(notebook, 'createContent', { filePath: 'secret/b', content: '' }, limited)).code).toBe(
      (await fail(notebook, 'createContent', { filePath: 'secret/c', content: '' }, limited)).code,
    );
    const moves = ['secret/', 'secret', 'secret/x'];
    for (const newPath of moves)
      expect(await fail(notebook, 'moveNote', { path: 'open/a', newPath }, limited), newPath).toMatchObject({
        success: false,
      });
    expect(notebook.folder.read('open/a.md')).toBe('A\n');
    expect(notebook.folder.read('secret/b.md')).toBe('B\n');
  });
});

describe('a trace', () => {
  it('is not left by calls without context, nor in a notebook that is only read', async () => {
    await using notebook = await openNotebook({ 'a.md': 'A\n' });
    await run(notebook, 'readContent', { filePath: 'a' });
    const readOnly = { ...notebook, engine: Object.create(notebook.engine) as OpenNotebook['engine'] };
    Object.defineProperty(readOnly.engine, 'config', {
      value: { ...notebook.engine.config, readOnly: true },
    });
    readOnly.engine.notebook = notebook.engine.notebook.bind(notebook.engine);
    await run(readOnly, 'readContent', { filePath: 'a', context });
    expect(await fail(readOnly, 'appendContent', { filePath: 'a', content: 'x', context })).toMatchObject({
      code: 'READ_ONLY',
    });
    expect(existsSync(notebook.folder.path('.slipbox'))).toBe(false);
    await run(notebook, 'readContent', { filePath: 'a', context });
    expect(existsSync(notebook.folder.path('.slipbox'))).toBe(true);
  });

  it('that cannot be written does not fail the call', async () => {
    await using notebook = await openNotebook({ 'a.md': 'A\n', '.slipbox/sessions': 'a file in the way' });
    expect(await run(notebook, 'readContent', { filePath: 'a', context })).toMatchObject({ success: true });
  });
});
