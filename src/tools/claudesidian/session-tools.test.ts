import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { Check } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenNotebook, openNotebook } from '../../../test/support/open-notebook.ts';
import { makeTempFolder } from '../../../test/support/temp-folder.ts';
import { loadConfig, openEngine, toSlipboxError } from '../../engine/index.ts';
import { selectTools, toolsByName } from '../registry.ts';
import { runTool } from '../run-tool.ts';

const budget = { bytes: 51_200, lines: 2000, contentShare: 0.75 };
const byName = toolsByName(
  selectTools({ dialects: ['claudesidian'], readOnly: false, toolPrefix: 'opennotes_', defaultPageSize: 50 }),
);

const context = {
  sessionId: 'session_1731004200001_h5k2n7m3p',
  workspaceId: 'ws_1731004150000_garden',
  sessionDescription: 'Planning the garden',
  sessionMemory: 'Secret so far',
  toolContext: 'Look at the beds',
  primaryGoal: 'A garden',
  subgoal: 'Know what grows',
};

let notebook: OpenNotebook;
beforeAll(async () => {
  notebook = await openNotebook({ 'Beds.md': '# Beds\n\nTomatoes.\n' });
});
afterAll(() => notebook[Symbol.asyncDispose]());

type Fields = Record<string, unknown>;
interface Data {
  sessionId: string;
  createdAt: number;
  sessions: Fields[];
  traces: Fields[];
  pagination: Fields;
  workspaceId: string;
}

/** The answer of a call, or its error as this dialect says it. */
async function call(name: string, args: Fields, as = budget): Promise<Fields & { data: Data }> {
  const served = byName.get(name)!;
  try {
    const result = await runTool(
      served,
      notebook.engine,
      { context, ...args },
      { ...notebook.call, budget: as },
    );
    expect(Check(served.tool.output, result), name).toBe(true);
    return result as Fields & { data: Data };
  } catch (thrown) {
    return served.tool.dialect.renderError(toSlipboxError(thrown), String) as Fields & { data: Data };
  }
}
const create = (args: Fields) => call('memoryManager_createSession', args);
const load = (sessionId: string, args: Fields = {}) =>
  call('memoryManager_loadSession', { sessionId, ...args });

describe('memoryManager_createSession', () => {
  test('answers with just the fields of the seed', async () => {
    const result = await create({ name: 'Spring', description: 'Sow', sessionGoal: 'Grow' });
    expect(result).toEqual({
      success: true,
      data: {
        sessionId: expect.stringMatching(/^session_\d{13}_[a-z0-9]{9}$/),
        name: 'Spring',
        workspaceId: context.workspaceId,
        createdAt: expect.any(Number),
      },
      workspaceContext: { workspaceId: context.workspaceId, workspacePath: [], activeWorkspace: true },
    });
    expect(Math.abs(result.data.createdAt - Date.now())).toBeLessThan(60_000);
  });

  test('its own workspace comes before that of the context, and its id is one that calls may use', async () => {
    const { data, ...rest } = await create({ name: 'Home', workspaceContext: { workspaceId: 'default' } });
    expect(rest.workspaceContext).toMatchObject({ workspaceId: 'default', activeWorkspace: true });
    const own = { ...context, sessionId: data.sessionId };
    expect(await call('memoryManager_listSessions', { context: own })).toMatchObject({ success: true });
    const loaded = await load(data.sessionId);
    expect(loaded.data).toMatchObject({
      name: 'Home',
      workspaceId: 'default',
      traces: [
        { tool: 'memoryManager_createSession', outcome: 'ok' },
        { tool: 'memoryManager_listSessions' },
      ],
      pagination: { total: 2, limit: 50, offset: 0, hasMore: false },
    });
    expect(loaded.data.traces[0]!.args).toEqual({
      name: 'Home',
      from: context.sessionId,
      primaryGoal: 'A garden',
      subgoal: 'Know what grows',
    });
  });

  test('without a context trace it begins empty', async () => {
    const { data } = await create({ name: 'Quiet', generateContextTrace: false });
    expect((await load(data.sessionId)).data.traces).toEqual([]);
  });

  test('what is wrong is said in the words of the dialect', async () => {
    for (const name of [undefined, '', '  '])
      expect(await create({ name })).toMatchObject({
        success: false,
        error: 'Name is required',
        code: 'INVALID_PARAMS',
      });
    expect(await create({ name: 'a', workspaceContext: { workspaceId: 'mine' } })).toMatchObject({
      success: false,
    });
    expect(await create({ name: 'a', tags: [] })).toMatchObject({ error: 'Unknown parameter: tags' });
  });
});

describe('traces', () => {
  test('every call of a session is written down, failed ones too, and no text of a note with them', async () => {
    const sessionId = 'session_1731004200002_aaaaaaaaa';
    const own = { ...context, sessionId };
    await call('contentManager_createContent', { filePath: 'New', content: 'Secret body', context: own });
    await call('contentManager_appendContent', { filePath: 'Gone.md', content: 'Secret body', context: own });
    await call('vaultManager_moveNote', { path: 'New.md', newPath: 'Old.md', context: own });
    await call('vaultManager_createFolder', { path: 'x', bogus: 1, context: own });
    const { data } = await load(sessionId);
    expect(data).toMatchObject({ name: 'Planning the garden', workspaceId: context.workspaceId });
    expect(data.traces.map(({ tool, outcome, paths }) => [tool, outcome, paths])).toEqual([
      ['contentManager_createContent', 'ok', ['New.md']],
      ['contentManager_appendContent', 'NOTE_NOT_FOUND', ['Gone.md']],
      ['vaultManager_moveNote', 'ok', ['New.md', 'Old.md']],
      ['vaultManager_createFolder', 'INVALID_PARAMS', ['x']],
    ]);
    expect(data.traces[0]).toMatchObject({ purpose: 'Look at the beds', args: { filePath: 'New' } });
    const file = readFileSync(notebook.folder.path(`.slipbox/sessions/${sessionId}.jsonl`), 'utf8');
    expect(file).not.toContain('Secret');
  });

  test('pages of a session make up the whole, also when the answer must be small', async () => {
    const sessionId = 'session_1731004200003_aaaaaaaaa';
    const own = { ...context, sessionId };
    for (let n = 0; n < 7; n++) await call('memoryManager_listSessions', { offset: n, context: own });
    const seen: unknown[] = [];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const page: Fields & { data: Data } = await call(
        'memoryManager_loadSession',
        { sessionId, limit: 3, offset },
        { ...budget, bytes: 1500 },
      );
      seen.push(...page.data.traces.map(({ args }) => (args as { offset?: number }).offset));
      offset = page.data.pagination.nextOffset as number | undefined;
    }
    expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  test('a trace that cannot be written does not fail the call', async () => {
    const outside = makeTempFolder();
    const other = await openNotebook({ 'a.md': '# A\n' });
    try {
      symlinkSync(outside.root, other.folder.path('.slipbox'));
      const served = byName.get('contentManager_readContent')!;
      const args = { filePath: 'a.md', context };
      expect(await runTool(served, other.engine, args, { ...other.call, budget })).toMatchObject({
        success: true,
      });
    } finally {
      await other[Symbol.asyncDispose]();
      outside[Symbol.dispose]();
    }
  });
});

describe('memoryManager_loadSession', () => {
  test('an id that nobody has used is not found', async () => {
    expect(await load('session_1731004200999_zzzzzzzzz')).toMatchObject({
      success: false,
      error: 'Session not found: session_1731004200999_zzzzzzzzz',
      code: 'SESSION_NOT_FOUND',
    });
    expect(await load('../../etc')).toMatchObject({ success: false, code: 'INVALID_PARAMS' });
  });
});

describe('memoryManager_listSessions and vaultLibrarian_searchMemory', () => {
  test('list newest first, and only those of a workspace when asked', async () => {
    await create({ name: 'Last', workspaceContext: { workspaceId: 'ws_1731004150000_other' } });
    const { data } = await call('memoryManager_listSessions', { limit: 2 });
    expect(data.sessions[0]).toMatchObject({ name: 'Last', workspaceId: 'ws_1731004150000_other' });
    expect(data.pagination).toMatchObject({ limit: 2, offset: 0, hasMore: true, nextOffset: 2 });
    const bound = await call('memoryManager_listSessions', { workspaceId: 'ws_1731004150000_other' });
    expect(bound.data.sessions.map(({ name }) => name)).toEqual(['Last']);
    expect(bound.data.pagination).toMatchObject({ total: 1 });
  });

  test('search finds a session by its name and a call by what it was about', async () => {
    await create({ name: 'Compost heap', generateContextTrace: false });
    const found = await call('vaultLibrarian_searchMemory', { query: 'compost' });
    expect(found).toMatchObject({
      success: true,
      query: 'compost',
      results: [{ type: 'session', sessionName: 'Compost heap', score: 1 }, { type: 'trace' }],
      totalResults: 2,
      pagination: { total: 2, hasMore: false },
    });
    expect(await call('vaultLibrarian_searchMemory', { query: 'old.md' })).toMatchObject({
      results: [{ type: 'trace', tool: 'vaultManager_moveNote', outcome: 'ok', paths: ['New.md', 'Old.md'] }],
    });
    expect(await call('vaultLibrarian_searchMemory', { query: ' ' })).toMatchObject({
      error: 'Query parameter is required and cannot be empty',
    });
    expect(await call('vaultLibrarian_searchMemory', { query: 'xyzzy' })).toMatchObject({
      results: [],
      totalResults: 0,
    });
  });
});

test('with --read-only nothing is written, and no session can be made', async () => {
  const folder = makeTempFolder();
  folder.write('notes/a.md', '# A\n');
  const env = {
    SLIPBOX_CACHE: folder.path('c'),
    SLIPBOX_STATE: folder.path('s'),
    SLIPBOX_CONFIG: folder.path('x'),
    OPENNOTES_CONFIG: folder.path('y'),
  };
  const config = loadConfig({
    flags: { notebook: folder.path('notes'), readOnly: true },
    env,
    cwd: folder.root,
    home: folder.root,
    platform: process.platform,
  });
  const engine = await openEngine(config);
  try {
    const run = (name: string, args: Fields) =>
      runTool(byName.get(name)!, engine, { context, ...args }, { ...notebook.call, budget });
    expect(await run('contentManager_readContent', { filePath: 'a.md' })).toMatchObject({ success: true });
    await expect(run('memoryManager_createSession', { name: 'a' })).rejects.toMatchObject({
      code: 'READ_ONLY',
    });
    expect(existsSync(folder.path('notes/.slipbox'))).toBe(false);
  } finally {
    await engine.close();
    folder[Symbol.dispose]();
  }
});
