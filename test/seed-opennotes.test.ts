import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Engine, loadConfig, openEngine, owner, toSlipboxError } from '../src/engine/index.ts';
import { describeTools } from '../src/surfaces/mcp/describe-tools.ts';
import { selectTools } from '../src/tools/registry.ts';
import { runTool } from '../src/tools/run-tool.ts';
import type { Schema } from '../src/tools/validate.ts';
import { makeTempFolder } from './support/temp-folder.ts';

// The tool specification that the opennotes dialect keeps to: every parameter, default, limit, response field and
// error code, by name.

const selection = { dialects: ['opennotes'], readOnly: false, toolPrefix: 'opennotes_', defaultPageSize: 50 };
const served = selectTools(selection);
const described = new Map(describeTools(served).map((tool) => [tool.name, tool.inputSchema as Schema]));

type Expected = Record<string, unknown>;

const text: Expected = { type: 'string', default: undefined };
const limit: Expected = { type: 'integer', default: 50, minimum: 1, maximum: 1000 };
const offset: Expected = { type: 'integer', default: 0, minimum: 0 };

const parameters: [tool: string, parameter: string, expected: Expected][] = [
  ['opennotes_search', 'query', text],
  ['opennotes_search', 'sql', text],
  ['opennotes_search', 'fuzzy', { type: 'boolean', default: false }],
  ['opennotes_search', 'filters', { type: 'object' }],
  ['opennotes_search', 'filters.and', { type: 'array' }],
  ['opennotes_search', 'filters.or', { type: 'array' }],
  ['opennotes_search', 'filters.not', { type: 'array' }],
  ['opennotes_search', 'notebook', text],
  ['opennotes_search', 'limit', limit],
  ['opennotes_search', 'offset', offset],
  ['opennotes_list', 'notebook', text],
  ['opennotes_list', 'sortBy', { enum: ['modified', 'created', 'title', 'path'], default: 'modified' }],
  ['opennotes_list', 'sortOrder', { enum: ['asc', 'desc'], default: undefined }],
  ['opennotes_list', 'limit', limit],
  ['opennotes_list', 'offset', offset],
  ['opennotes_list', 'pattern', { type: 'string', default: '**/*.md' }],
  ['opennotes_get', 'path', text],
  ['opennotes_get', 'notebook', text],
  ['opennotes_get', 'includeContent', { type: 'boolean', default: true }],
  ['opennotes_create', 'title', { type: 'string', minLength: 1 }],
  ['opennotes_create', 'path', text],
  ['opennotes_create', 'template', text],
  ['opennotes_create', 'content', text],
  ['opennotes_create', 'data', { type: 'object' }],
  ['opennotes_create', 'notebook', text],
  ['opennotes_views', 'view', text],
  ['opennotes_views', 'params', { type: 'object' }],
  ['opennotes_views', 'notebook', text],
  ['opennotes_views', 'limit', limit],
  ['opennotes_views', 'offset', offset],
];

function fieldOf(tool: string, path: string): Schema | undefined {
  return path
    .split('.')
    .reduce<Schema | undefined>((schema, name) => schema?.properties?.[name], described.get(tool));
}

describe('the six tools', () => {
  test('are served under the seed names', () => {
    expect([...described.keys()]).toEqual([
      'opennotes_search',
      'opennotes_list',
      'opennotes_get',
      'opennotes_create',
      'opennotes_notebooks',
      'opennotes_views',
    ]);
  });

  test.each(parameters)('%s takes %s', (tool, parameter, expected) => {
    const field = fieldOf(tool, parameter) as Record<string, unknown> | undefined;
    expect(field, 'the parameter is published').toBeDefined();
    for (const [key, value] of Object.entries(expected)) expect(field![key], key).toEqual(value);
  });

  test('only path of get and title of create are required', () => {
    const required = Object.fromEntries(
      [...described].map(([name, schema]) => [name, schema.required ?? []]),
    );
    expect(required).toEqual({
      opennotes_search: [],
      opennotes_list: [],
      opennotes_get: ['path'],
      opennotes_create: ['title'],
      opennotes_notebooks: [],
      opennotes_views: [],
    });
  });

  test('follow the configured prefix, also in what they say', () => {
    const renamed = describeTools(selectTools({ ...selection, toolPrefix: 'kb_' }));
    expect(renamed.map(({ name }) => name)).toEqual(
      [...described.keys()].map((name) => name.replace('opennotes_', 'kb_')),
    );
    expect(JSON.stringify(renamed)).not.toContain('opennotes_');
  });
});

const folder = makeTempFolder();
const machine = makeTempFolder();
let engine: Engine;

beforeAll(async () => {
  folder.write(
    '.opennotes.json',
    JSON.stringify({
      name: 'Seed',
      root: '.',
      templates: { meeting: '## Agenda\n\n{{content}}\n' },
      views: { urgent: { description: 'Urgent notes', filter: 'data.priority=1' } },
    }),
  );
  folder.write(
    'projects/alpha.md',
    '---\ntitle: Project Alpha\ntags: [project, active]\nstatus: todo\npriority: 1\n---\nMeeting about the alpha release.\n',
  );
  folder.write(
    'tasks/task-001.md',
    '---\ntags: [task, alpha]\nstatus: done\n---\n# Feature X\n\n[[alpha]] [[nowhere]]\n',
  );
  for (let i = 0; i < 127; i++) folder.write(`log/${i}.md`, `# Log ${i}\n\nA meeting.\n`);
  const config = loadConfig({
    flags: { notebook: folder.root, timeZone: 'UTC' },
    env: {
      SLIPBOX_CACHE: machine.path('cache'),
      SLIPBOX_STATE: machine.path('state'),
      SLIPBOX_CONFIG: machine.path('config.json'),
      OPENNOTES_CONFIG: machine.path('opennotes.json'),
    },
    cwd: folder.root,
    home: join(machine.root, 'home'),
    platform: process.platform,
  });
  engine = await openEngine(config);
});

afterAll(async () => {
  await engine.close();
  folder[Symbol.dispose]();
  machine[Symbol.dispose]();
});

async function call(name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  const tool = served.find((candidate) => candidate.name === name)!;
  const { signal } = new AbortController();
  const { budget } = engine.config;
  return runTool(tool, engine, args, { caller: owner, signal, progress: () => undefined, budget });
}

async function errorOf(name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { tool, rename } = served.find((candidate) => candidate.name === name)!;
  try {
    await call(name, args);
  } catch (error) {
    return tool.dialect.renderError(toSlipboxError(error), rename);
  }
  throw new Error(`${name} did not fail`);
}

const summary = {
  path: 'projects/alpha.md',
  title: 'Project Alpha',
  tags: ['project', 'active'],
  created: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  modified: expect.stringMatching(/Z$/),
};
const notebook = { name: 'Seed', path: folder.root };
const onePage = { total: 1, returned: 1, page: 1, pageSize: 50, hasMore: false };

describe('response fields', () => {
  test('search: results, pagination, query.type and query.executed', async () => {
    expect(await call('opennotes_search', { query: 'alpha release' })).toEqual({
      results: [summary],
      pagination: onePage,
      query: { type: 'text', executed: expect.stringContaining('"alpha" and "release"') },
    });
  });

  test.each([
    ['text', { query: 'release' }],
    ['fuzzy', { query: 'relaese', fuzzy: true }],
    ['boolean', { filters: { and: ['data.status=todo'] } }],
    ['boolean', { query: 'meeting', filters: { and: ['data.tag=project'], not: ['data.status=done'] } }],
    ['boolean', { filters: { or: ['path=projects/*'] } }],
    ['boolean', { filters: { and: ['linked-by=tasks/task-001.md'] } }],
  ])('query.type is %s for %j', async (type, args) => {
    const { query, results } = (await call('opennotes_search', args)) as {
      query: { type: string; executed: string };
      results: { path: string }[];
    };
    expect(query.type).toBe(type);
    expect(query.executed.length).toBeGreaterThan(3);
    expect(results.map(({ path }) => path)).toEqual(['projects/alpha.md']);
  });

  test('search by SQL: the selected columns', async () => {
    const sql =
      "SELECT file_path, title FROM read_markdown('**/*.md') WHERE content LIKE '%release%' LIMIT 10";
    expect(await call('opennotes_search', { sql })).toEqual({
      results: [{ file_path: 'projects/alpha.md', path: 'projects/alpha.md', title: 'Project Alpha' }],
      pagination: onePage,
      query: { type: 'sql', executed: sql },
    });
  });

  test('pagination of 128 results: the seed example', async () => {
    const first = await call('opennotes_search', { query: 'meeting', limit: 50 });
    expect(first).toMatchObject({
      pagination: { total: 128, returned: 50, page: 1, pageSize: 50, hasMore: true, nextOffset: 50 },
      _guidance: 'More results available. To fetch next page: { offset: 50 }',
    });
    const last = await call('opennotes_search', { query: 'meeting', limit: 50, offset: 100 });
    expect(last.pagination).toEqual({ total: 128, returned: 28, page: 3, pageSize: 50, hasMore: false });
    expect(last).not.toHaveProperty('_guidance');
  });

  test('list: notes, notebook, pagination', async () => {
    expect(await call('opennotes_list', { pattern: 'projects/*.md' })).toEqual({
      notes: [summary],
      notebook,
      pagination: onePage,
    });
  });

  test('get: note with content, frontmatter and wordCount, and notebook', async () => {
    expect(await call('opennotes_get', { path: 'projects/alpha.md' })).toMatchObject({
      note: {
        path: 'projects/alpha.md',
        title: 'Project Alpha',
        content: expect.stringContaining('Meeting about'),
        frontmatter: { status: 'todo', priority: 1 },
        wordCount: 5,
      },
      notebook,
    });
    const { note } = await call('opennotes_get', { path: 'projects/alpha.md', includeContent: false });
    expect(note).not.toHaveProperty('content');
  });

  test('create: created.path, absolutePath and title, and notebook', async () => {
    const args = {
      title: 'Kick-off',
      path: 'meetings/',
      template: 'meeting',
      content: 'Say hello',
      data: { priority: 3 },
    };
    expect(await call('opennotes_create', args)).toMatchObject({
      created: {
        path: 'meetings/kick-off.md',
        absolutePath: join(folder.root, 'meetings/kick-off.md'),
        title: 'Kick-off',
      },
      notebook,
    });
    const { note } = (await call('opennotes_get', { path: 'meetings/kick-off.md' })) as {
      note: { content: string; frontmatter: Record<string, unknown> };
    };
    expect(note.frontmatter).toMatchObject({ title: 'Kick-off', priority: 3 });
    expect(note.content).toContain('## Agenda\n\nSay hello\n');
  });

  test('notebooks: name, path, source and noteCount, and current', async () => {
    const { notebooks, current } = (await call('opennotes_notebooks', {})) as {
      notebooks: unknown[];
      current: unknown;
    };
    expect(current).toEqual({ ...notebook, source: 'explicit', noteCount: expect.any(Number) });
    expect(notebooks).toEqual([current]);
  });

  test('views, listed: name, origin, description and parameters', async () => {
    const listed = (await call('opennotes_views', {})) as {
      views: Record<string, unknown>[];
      notebook: unknown;
    };
    expect(listed.notebook).toEqual(notebook);
    const byName = new Map(listed.views.map((view) => [view.name, view]));
    for (const name of ['today', 'recent', 'kanban', 'untagged', 'orphans', 'broken-links'])
      expect(byName.get(name)).toMatchObject({ origin: 'built-in', description: expect.any(String) });
    expect(byName.get('urgent')).toMatchObject({ origin: 'notebook', description: 'Urgent notes' });
    expect(byName.get('kanban')!.parameters).toContainEqual(
      expect.objectContaining({
        name: 'status',
        type: 'list',
        required: false,
        default: 'todo,in-progress,done',
      }),
    );
  });

  test('views, executed: view, results, pagination and notebook', async () => {
    expect(
      await call('opennotes_views', { view: 'kanban', params: { status: 'todo,in-progress,done' } }),
    ).toMatchObject({
      view: { name: 'kanban', description: expect.any(String) },
      results: [
        { path: 'projects/alpha.md', group: 'todo' },
        { path: 'tasks/task-001.md', group: 'done' },
      ],
      pagination: { total: 2, returned: 2, page: 1, pageSize: 50, hasMore: false },
      notebook,
    });
    expect(await call('opennotes_views', { view: 'broken-links' })).toMatchObject({
      results: [{ path: 'tasks/task-001.md', line: 7, raw: '[[nowhere]]' }],
    });
    expect(await call('opennotes_views', { view: 'urgent' })).toMatchObject({
      results: [{ path: 'projects/alpha.md' }],
    });
  });
});

describe('limits', () => {
  test.each([
    ['opennotes_search', { query: 'meeting', limit: 1000 }, 1000],
    ['opennotes_search', { query: 'meeting', limit: 1001 }, 1000],
    ['opennotes_list', { limit: 1001 }, 1000],
    ['opennotes_views', { view: 'recent', limit: 1001 }, 1000],
  ])('%s with %j has a page size of %i', async (name, args, pageSize) => {
    expect(await call(name, args)).toMatchObject({ pagination: { pageSize } });
  });

  test.each([
    ['opennotes_search', { query: 'x', limit: 0 }, 'limit'],
    ['opennotes_search', { query: 'x', offset: -1 }, 'offset'],
    ['opennotes_list', { limit: -1 }, 'limit'],
    ['opennotes_views', { view: 'recent', limit: 0 }, 'limit'],
    ['opennotes_create', { title: '' }, 'title'],
    ['opennotes_create', {}, 'title'],
    ['opennotes_get', {}, 'path'],
    ['opennotes_search', { query: 'x', unknown: 1 }, 'unknown'],
  ])('%s with %j is a parameter error about %s', async (name, args, parameter) => {
    expect(await errorOf(name, args)).toMatchObject({ code: 'INVALID_PARAMS', details: { parameter } });
  });

  test.each([
    [{}, 'nothing to search for'],
    [{ query: '   ' }, 'a blank query'],
    [{ fuzzy: true }, 'fuzzy without query'],
    [{ sql: 'SELECT 1', query: 'x' }, 'sql with query'],
    [{ sql: 'SELECT 1', filters: { and: ['title=x'] } }, 'sql with filters'],
    [{ filters: {} }, 'filters without a condition'],
  ] as [Record<string, unknown>, string][])('search refuses %j: %s', async (args) => {
    expect(await errorOf('opennotes_search', args)).toMatchObject({
      error: true,
      code: 'INVALID_PARAMS',
      hint: expect.stringMatching(/\S/),
    });
  });
});

describe('error codes', () => {
  test.each([
    ['NOTE_NOT_FOUND', 'opennotes_get', { path: 'nope.md' }, 'Note not found: nope.md'],
    ['VIEW_NOT_FOUND', 'opennotes_views', { view: 'nope' }, 'View not found: nope'],
    ['TEMPLATE_NOT_FOUND', 'opennotes_create', { title: 'A', template: 'nope' }, 'Template not found: nope'],
    ['INVALID_SQL', 'opennotes_search', { sql: 'DROP TABLE notes' }, 'Invalid SQL query: '],
    [
      'PATH_TRAVERSAL',
      'opennotes_get',
      { path: '../../etc/passwd' },
      'Path traversal blocked: ../../etc/passwd',
    ],
    [
      'PATH_TRAVERSAL',
      'opennotes_search',
      { sql: "SELECT * FROM read_markdown('../*.md')" },
      'Path traversal blocked: ../*.md',
    ],
    ['PATH_TRAVERSAL', 'opennotes_create', { title: 'A', path: '../out' }, 'Path traversal blocked: ../out'],
  ])('%s by %s', async (code, name, args, message) => {
    const error = await errorOf(name, args);
    expect(error).toMatchObject({ error: true, code, hint: expect.stringMatching(/\S/) });
    expect(error.message).toContain(message);
  });

  test('NOTEBOOK_NOT_FOUND by a notebook that is none', async () => {
    expect(await errorOf('opennotes_list', { notebook: '/nowhere/at/all' })).toMatchObject({
      code: 'NOTEBOOK_NOT_FOUND',
      hint: expect.stringMatching(/\S/),
    });
  });

  test('NOTE_EXISTS: nothing is overwritten', async () => {
    const error = await errorOf('opennotes_create', { title: 'x', path: 'projects/alpha.md' });
    expect(error).toMatchObject({ code: 'NOTE_EXISTS', details: { path: 'projects/alpha.md' } });
  });
});
