import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkExamples } from './check-examples.ts';
import { issueCodes } from './issue.ts';
import {
  chatLine,
  context,
  openAiLine,
  type SampleCall,
  sample,
  workspaceContext,
} from './testing-examples.ts';

const options = { toolPrefix: 'opennotes_', defaultPageSize: 50, mostIssues: 1000 };

async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}
const check = (...lines: string[]) => checkExamples(each(lines), options);
const clean = [
  sample.create,
  sample.append,
  sample.folder,
  sample.move,
  sample.search,
  sample.session,
  sample.missing,
];

/** The faults found in one call, each as its code and where it is. */
async function faults(call: SampleCall, more: Record<string, unknown> = {}): Promise<string[]> {
  const { issues } = await check(chatLine([call], more));
  return issues.map(({ code, pointer, place }) => `${code} ${pointer ?? place}`);
}
const create = (result: unknown) => faults({ ...sample.create, result });
const search = (result: object) =>
  faults({ ...sample.search, result: { ...sample.search.result, ...result } });

test.each([
  ['text', chatLine(clean)],
  ['tool_calls', openAiLine(clean)],
])('a clean conversation in the form of %s has no issue', async (_, line) => {
  const report = await check(line, '', line);
  expect(report.issues).toEqual([]);
  expect(report).toMatchObject({ records: 2, calls: 14, results: 14, errors: 0, infos: 0, counts: {} });
});

test('other forms of calls are understood as well', async () => {
  const { tool, args } = sample.search;
  const call = JSON.stringify({ name: tool, arguments: args });
  const line = JSON.stringify({
    conversations: [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: `[TOOL_CALLS] [${call}, ${call}]` },
      { role: 'user', content: `Result: ${JSON.stringify(sample.search.result)}` },
      { role: 'assistant', content: `<tool_call>\n${call}\n</tool_call>` },
      { role: 'tool', content: [{ type: 'text', text: JSON.stringify(sample.search.result) }] },
    ],
  });
  expect(await check(line)).toMatchObject({ calls: 3, results: 2, issues: [] });
});

test('every tool of every dialect can be an example, also wrapped as MCP answers', async () => {
  const rows = [{ path: 'a.md', title: 'A' }];
  const answer = { results: rows, pagination: { total: 1, limit: 20, offset: 0, hasMore: false } };
  const wrapped = { content: [{ type: 'text', text: JSON.stringify(answer) }] };
  const call = { tool: 'get_children', args: { identifier: 'a' }, result: wrapped };
  expect(await faults(call)).toEqual([]);
  expect(await faults({ ...call, tool: 'getChildren' })).toEqual([]);
  expect(await faults({ tool: 'ObsidianMcp::Tools::ListNotes', args: {} })).toEqual([]);
  expect(
    await faults({ tool: 'directgtd_get_root_items', args: {}, result: 'No root items found.' }),
  ).toEqual([]);
  const wrong = { ...answer, pagination: { total: 1, limit: 20, offset: 0, hasMore: true, nextOffset: 9 } };
  expect(await faults({ ...call, result: wrong })).toEqual([
    'RESULT_MISMATCH /result/pagination/hasMore',
    'RESULT_MISMATCH /result/pagination/nextOffset',
  ]);
  const failed = { error: true, message: 'Note not found: a', code: 'NOTE_NOT_FOUND', hint: 'b' };
  expect(await faults({ ...call, result: failed })).toEqual([]);
  expect(await faults({ ...call, result: { ...failed, code: 'NOT_THERE', reason: 1 } })).toEqual([
    'RESULT_RANGE /result/code',
    'RESULT_FIELD_UNKNOWN /result/reason',
  ]);
});

describe('each planted defect is found with its line', () => {
  const { subgoal: _, ...withoutSubgoal } = context;
  const { filePath, created } = sample.create.result.data;
  const planted: [what: string, call: SampleCall, code: string, pointer: string][] = [
    [
      'nesting missing',
      { ...sample.create, result: { success: true, filePath, created, workspaceContext } },
      'RESULT_NESTING',
      '/result',
    ],
    [
      'nesting superfluous',
      { ...sample.search, result: { success: true, data: { ...sample.search.result } } },
      'RESULT_NESTING',
      '/result/data',
    ],
    [
      'createdAt',
      {
        ...sample.create,
        result: { success: true, data: { filePath, createdAt: created }, workspaceContext },
      },
      'RESULT_FIELD_RENAMED',
      '/result/data/createdAt',
    ],
    [
      'missing context field',
      { ...sample.create, args: { ...sample.create.args, context: withoutSubgoal } },
      'CONTEXT_FIELD_MISSING',
      '/arguments/context/subgoal',
    ],
    [
      'bad id',
      {
        ...sample.create,
        args: { ...sample.create.args, context: { ...context, sessionId: 'session_1_x' } },
      },
      'CONTEXT_ID_INVALID',
      '/arguments/context/sessionId',
    ],
    [
      'wrong type',
      { ...sample.create, args: { ...sample.create.args, content: 5 } },
      'PARAMETER_TYPE',
      '/arguments/content',
    ],
    [
      'wrong type of a result',
      { ...sample.folder, result: { success: true, data: { path: 'Archive', existed: 'no' } } },
      'RESULT_TYPE',
      '/result/data/existed',
    ],
    [
      'invented field',
      {
        ...sample.folder,
        result: { success: true, data: { path: 'Archive', existed: false, message: 'Yes' } },
      },
      'RESULT_FIELD_UNKNOWN',
      '/result/data/message',
    ],
  ];
  test.each(planted)('%s', async (_what, call, code, pointer) => {
    const { issues, errors } = await check(chatLine(clean), chatLine([sample.folder, call]), chatLine(clean));
    expect(issues).toMatchObject([
      {
        code,
        pointer,
        line: 2,
        call: 1,
        tool: call.tool,
        place: '/conversations/1/content',
        severity: 'error',
      },
    ]);
    expect(issues[0]?.hint).not.toBe('');
    expect(errors).toBe(1);
    const asTool = await check(openAiLine([call]));
    expect(asTool.issues).toMatchObject([
      { code, pointer, line: 1, call: 0, place: '/messages/2/tool_calls/0' },
    ]);
  });
});

describe('records', () => {
  const one = async (line: string) => (await check(line)).issues.map(({ code, place }) => `${code} ${place}`);
  test('a line that is no record is named', async () => {
    expect(await one('{"conversations": [')).toEqual(['LINE_INVALID ']);
    expect(await one('[]')).toEqual(['LINE_INVALID ']);
    expect(await one('{}')).toEqual(['CONVERSATION_MISSING /messages']);
    expect(await one('{"conversations": []}')).toEqual(['CONVERSATION_MISSING /conversations']);
    expect(await one(`\uFEFF${chatLine([])}`)).toEqual([]);
  });
  test('messages have a role and say something', async () => {
    const line = (...messages: unknown[]) =>
      JSON.stringify({ messages: [{ role: 'user', content: 'a' }, ...messages] });
    expect(await one(line({ role: 'bot', content: 'a' }))).toEqual(['ROLE_INVALID /messages/1/role']);
    expect(await one(line({ role: 'assistant', content: '' }))).toEqual([
      'CONTENT_INVALID /messages/1/content',
    ]);
    expect(await one(line(5))).toEqual([
      'ROLE_INVALID /messages/1/role',
      'CONTENT_INVALID /messages/1/content',
    ]);
    expect(await one(line({ role: 'tool', tool_call_id: 'x', content: '{}' }))).toEqual([
      'RESULT_WITHOUT_CALL /messages/1',
    ]);
    expect(await one('{"messages":[{"role":"assistant","content":"a"}]}')).toEqual([
      'ROLE_INVALID /messages',
    ]);
    expect(await one(chatLine([], { label: 'maybe' }))).toEqual(['LABEL_INVALID /label']);
  });
  test('what an example not to follow does wrong is only told', async () => {
    const bad = { ...sample.create, args: { filePath: 5 } };
    const report = await check(chatLine([bad], { label: false }));
    expect(report).toMatchObject({ errors: 0, exempt: 1 });
    expect(report.infos).toBeGreaterThan(2);
    expect(report.issues.every(({ severity }) => severity === 'info')).toBe(true);
  });
});

describe('arguments', () => {
  const args = (more: Record<string, unknown>) =>
    faults({ ...sample.search, args: { ...sample.search.args, ...more }, result: undefined });
  test('by the schema of the tool', async () => {
    expect(await args({ limit: 0 })).toEqual(['PARAMETER_RANGE /arguments/limit']);
    expect(await args({ limit: 101 })).toEqual(['PARAMETER_RANGE /arguments/limit']);
    expect(await args({ query: '  ' })).toEqual(['PARAMETER_MISSING /arguments/query']);
    expect(await args({ paths: ['a', 1] })).toEqual(['PARAMETER_TYPE /arguments/paths/1']);
    expect(await args({ includeContents: true })).toEqual(['PARAMETER_UNKNOWN /arguments/includeContents']);
    expect(await args({ context: null })).toEqual(['CONTEXT_MISSING /arguments/context']);
    expect(await args({ context: { ...context, toolContext: '' } })).toEqual([
      'CONTEXT_FIELD_MISSING /arguments/context/toolContext',
    ]);
    expect(await args({ snippetLength: null })).toEqual([]);
  });
  test('a tool that is not there is answered with the nearest', async () => {
    const { issues } = await check(chatLine([{ ...sample.create, tool: 'contentManager_createContents' }]));
    expect(issues).toMatchObject([
      { code: 'TOOL_UNKNOWN', hint: 'Did you mean contentManager_createContent?' },
    ]);
  });
  test('what is no JSON is said to be none', async () => {
    const text = (content: string) =>
      JSON.stringify({
        conversations: [
          { role: 'user', content: 'a' },
          { role: 'assistant', content },
        ],
      });
    const codes = async (content: string) => (await check(text(content))).issues.map(({ code }) => code);
    expect(await codes('tool_call: opennotes_list\narguments: {"limit": }')).toEqual([
      'ARGUMENTS_UNPARSABLE',
    ]);
    expect(await codes('tool_call: opennotes_list\narguments: {"limit": 5')).toEqual([
      'ARGUMENTS_UNPARSABLE',
    ]);
    expect(await codes('tool_call: opennotes_list\narguments: {}\n\nResult: {oops}')).toEqual([
      'RESULT_UNPARSABLE',
    ]);
    expect(await codes('tool_call: opennotes_list\narguments: "a"')).toEqual(['PARAMETER_TYPE']);
  });
});

describe('ids', () => {
  const other = { ...context, sessionId: 'session_1731004200002_aaaaaaaaa' };
  const lines = (...calls: SampleCall[]) =>
    check(chatLine(calls.map((call) => ({ ...call, result: undefined }))));
  test('a conversation keeps to its ids', async () => {
    const second = { ...sample.folder, args: { ...sample.folder.args, context: other } };
    expect((await lines(sample.folder, second)).issues).toMatchObject([
      { code: 'CONTEXT_ID_CHANGED', call: 1, pointer: '/arguments/context/sessionId' },
    ]);
    const moved = {
      ...sample.folder,
      args: { ...sample.folder.args, context: { ...context, workspaceId: 'default' } },
    };
    expect((await lines(sample.folder, moved)).issues).toMatchObject([
      { pointer: '/arguments/context/workspaceId' },
    ]);
  });
  test('or goes on with one it was given', async () => {
    const second = { ...sample.folder, args: { ...sample.folder.args, context: other } };
    expect((await check(chatLine([sample.session, second]))).issues).toEqual([]);
  });
  test('and uses those the system message names', async () => {
    const line = (system: string) => {
      const record = JSON.parse(chatLine([sample.folder])) as { conversations: unknown[] };
      record.conversations.unshift({ role: 'system', content: system });
      return JSON.stringify(record);
    };
    expect((await check(line(`The session is ${context.sessionId}`))).issues).toEqual([]);
    expect((await check(line(`The session is ${other.sessionId}`))).issues).toMatchObject([
      { code: 'CONTEXT_ID_CHANGED' },
    ]);
  });
});

describe('results', () => {
  test('names of other tools and times', async () => {
    expect(await search({ executionTime: undefined, duration: 5 })).toEqual([
      'RESULT_FIELD_RENAMED /result/duration',
    ]);
    const { data } = sample.session.result;
    const { createdAt, ...rest } = data;
    expect(
      await faults({
        ...sample.session,
        result: { ...sample.session.result, data: { ...rest, created: createdAt } },
      }),
    ).toEqual(['RESULT_FIELD_RENAMED /result/data/created']);
    expect(await create({ success: true, data: { filePath: 'Stories/One.md' } })).toEqual([
      'RESULT_FIELD_MISSING /result/data/created',
    ]);
  });
  test('success and error exclude each other', async () => {
    expect(await create({ ...sample.create.result, error: 'x' })).toEqual(['RESULT_SUCCESS /result/error']);
    expect(await create({ success: false })).toEqual(['RESULT_SUCCESS /result']);
    expect(await create({ success: false, error: 'Disk on fire' })).toEqual([
      'RESULT_ERROR_UNKNOWN /result/error',
    ]);
    expect(await create({ success: false, error: 'Disk on fire', code: 'IO_ERROR' })).toEqual([]);
    expect(await create({ success: false, error: 'Gone', code: 'NOTE_NOT_FOUND' })).toEqual([
      'RESULT_ERROR_UNKNOWN /result/error',
    ]);
    expect(await create({ success: false, error: 'File already exists: Stories/One.md', data: {} })).toEqual([
      'RESULT_FIELD_UNKNOWN /result/data',
    ]);
    expect(await create('Done')).toEqual(['RESULT_TYPE /result']);
  });
  test('they follow from the arguments', async () => {
    const { data } = sample.append.result;
    const append = (more: object) =>
      faults({ ...sample.append, result: { ...sample.append.result, data: { ...data, ...more } } });
    expect(await append({ appendedLength: 20 })).toEqual(['RESULT_MISMATCH /result/data/appendedLength']);
    expect(await append({ totalLength: 3 })).toEqual(['RESULT_MISMATCH /result/data/totalLength']);
    expect(await append({ filePath: 'Stories/Two.md' })).toEqual(['RESULT_MISMATCH /result/data/filePath']);
    expect(await search({ query: 'worms' })).toEqual(['RESULT_MISMATCH /result/query']);
    expect(await search({ totalResults: 0 })).toEqual(['RESULT_MISMATCH /result/totalResults']);
    const rows = Array.from({ length: 6 }, () => sample.search.result.results[0]);
    expect(await search({ results: rows, totalResults: 6 })).toEqual(['RESULT_MISMATCH /result/results']);
    const [row] = sample.search.result.results;
    expect(await search({ results: [{ ...row, score: 1.5 }] })).toContain(
      'RESULT_MISMATCH /result/results/0/score',
    );
    expect(
      await create({
        ...sample.create.result,
        workspaceContext: { ...workspaceContext, workspaceId: 'default' },
      }),
    ).toEqual(['RESULT_MISMATCH /result/workspaceContext/workspaceId']);
    const noExtension = { ...sample.create, args: { ...sample.create.args, filePath: 'Stories/One' } };
    expect(await faults(noExtension)).toEqual([]);
    const toFolder = { ...sample.move, args: { ...sample.move.args, newPath: 'Archive/' } };
    expect(await faults(toFolder)).toEqual([]);
  });
});

test('all issues are counted, however few are listed', async () => {
  const bad = chatLine([{ ...sample.folder, args: {} }]);
  const report = await checkExamples(each(Array.from({ length: 50 }, () => bad)), {
    ...options,
    mostIssues: 3,
  });
  expect(report.issues).toHaveLength(3);
  expect(report.errors).toBe(100);
  expect(report.counts).toEqual({ PARAMETER_MISSING: 50, CONTEXT_MISSING: 50 });
});

test('no line makes it fail, and none takes long', async () => {
  const text = fc.oneof(
    fc.string(),
    fc.json(),
    fc.constantFrom('tool_call: a\narguments: {', '[TOOL_CALLS] [', 'Result: ', '<tool_call>'),
  );
  const anything = fc.oneof(
    text,
    fc
      .array(
        fc.record({
          role: fc.constantFrom('user', 'assistant', 'tool', 'x'),
          content: fc.oneof(
            text,
            fc.array(text).map((all) => all.join('\n')),
            fc.jsonValue(),
          ),
          tool_calls: fc.jsonValue(),
        }),
      )
      .map((messages) => JSON.stringify({ messages })),
  );
  await fc.assert(
    fc.asyncProperty(anything, async (line) => void (await check(line))),
    { numRuns: 300 },
  );
  const started = performance.now();
  for (const piece of [
    'tool_call: a\narguments: {',
    'tool_call: a\narguments: {}\n',
    '[TOOL_CALLS] [',
    'Result: {"a',
    '<tool_call>"',
    '[',
    '{"a":',
  ])
    await check(JSON.stringify({ messages: [{ role: 'assistant', content: piece.repeat(20_000) }] }));
  expect(performance.now() - started).toBeLessThan(15_000);
}, 60_000);

test('every code of an issue is explained, and so is no other', () => {
  const page = readFileSync(new URL('../../../docs/examples.md', import.meta.url), 'utf8');
  const explained = [...page.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map((match) => match[1]);
  expect(explained.sort()).toEqual(Object.keys(issueCodes).sort());
});
