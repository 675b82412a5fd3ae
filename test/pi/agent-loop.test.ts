import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fauxAssistantMessage, fauxProvider, fauxText, fauxToolCall } from '@earendil-works/pi-ai';
import {
  type AgentSession,
  createAgentSession,
  DefaultResourceLoader,
  ModelRuntime,
  SessionManager,
  SettingsManager,
} from '@earendil-works/pi-coding-agent';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { allTools } from '../../src/tools/registry.ts';
import { builtExtension, createPiFixture, type PiFixture } from './pi-fixture.ts';
import { sampleCalls } from './sample-calls.ts';

let fixture: PiFixture;
let session: AgentSession | undefined;
beforeEach(() => {
  fixture = createPiFixture();
});
afterEach(async () => {
  await session?.extensionRunner.emit({ type: 'session_shutdown', reason: 'quit' });
  session?.dispose();
  session = undefined;
  fixture.remove();
});

interface End {
  toolName: string;
  isError: boolean;
  text: string;
}

type Arguments = Parameters<typeof fauxToolCall>[1];
type ToolCalls = readonly (readonly [name: string, args: Arguments])[];

/** A session of the real agent whose model makes these calls, one a turn, and then stops. */
async function openSession(calls: ToolCalls): Promise<AgentSession> {
  const { notebook: cwd, agent } = fixture;
  const model = fauxProvider({ provider: 'faux', models: [{ id: 'faux-1', reasoning: false }] });
  model.setResponses([
    ...calls.map(([name, args]) =>
      fauxAssistantMessage([fauxToolCall(name, args)], { stopReason: 'toolUse' }),
    ),
    fauxAssistantMessage([fauxText('done')]),
  ]);
  const settingsManager = SettingsManager.inMemory({});
  const resourceLoader = new DefaultResourceLoader({
    cwd,
    agentDir: agent.root,
    settingsManager,
    additionalExtensionPaths: [builtExtension],
    extensionFactories: [(pi) => pi.registerProvider(model.provider)],
  });
  await resourceLoader.reload();
  const modelRuntime = await ModelRuntime.create({
    authPath: agent.path('auth.json'),
    modelsPath: agent.path('models.json'),
  });
  const created = await createAgentSession({
    cwd,
    agentDir: agent.root,
    resourceLoader,
    settingsManager,
    modelRuntime,
    sessionManager: SessionManager.inMemory(cwd),
    noTools: 'builtin',
  });
  session = created.session;
  await session.bindExtensions({});
  await session.setModel(model.getModel());
  return session;
}

async function runCalls(calls: ToolCalls): Promise<End[]> {
  const ends: End[] = [];
  const opened = await openSession(calls);
  opened.subscribe((event) => {
    if (event.type !== 'tool_execution_end') return;
    const { toolName, isError, result } = event;
    ends.push({
      toolName,
      isError,
      text: result.content.map(({ text }: { text: string }) => text).join('\n'),
    });
  });
  await opened.prompt('go');
  return ends;
}

/** What differs from run to run, by name. */
function normalise(text: string): string {
  return text
    .replaceAll(fixture.notebook, '/notebook')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ?/g, '(time)')
    .replaceAll(/"etag":"[^"]*"/g, '"etag":"(etag)"')
    .replaceAll(/"score":[\d.]+/g, '"score":"(score)"');
}

function fence(text: string): string {
  try {
    return `\`\`\`json\n${JSON.stringify(JSON.parse(text), null, 2)}\n\`\`\`\n`;
  } catch {
    return `\`\`\`text\n${text}\n\`\`\`\n`;
  }
}

test('a session with every tool reads as its transcript says', async () => {
  const known = allTools.map(({ name }) => name);
  const calls = Object.entries(sampleCalls as Record<string, Arguments>).filter(([name]) =>
    known.includes(name),
  );
  const mistakes: ToolCalls = [
    ['opennotes_list', { sortBy: 'size' }],
    ['opennotes_list', { limit: 5000, offset: null, sortBy: 'path', pattern: 'tasks/*.md' }],
    ['opennotes_get', { path: 'nowhere.md' }],
    ['opennotes_get', { path: '../outside.md' }],
    ['opennotes_list', { limt: 5 }],
  ];
  const all = [...calls, ...mistakes];
  const ends = await runCalls(all);
  const transcript = ends.map(({ toolName, isError, text }, place) => {
    const args = JSON.stringify(all[place]![1]);
    return `## ${toolName} \`${args}\`${isError ? ' (error)' : ''}\n\n${fence(normalise(text))}`;
  });
  await expect(['# What a model sees of Slipbox in pi\n', ...transcript].join('\n')).toMatchFileSnapshot(
    './transcript.md',
  );
  expect(ends.slice(0, calls.length).filter(({ isError }) => isError)).toEqual([]);
  expect(ends.map(({ toolName }) => toolName)).toEqual(all.map(([name]) => name));
});

test('a value outside an enum is refused by the schema, before the tool runs', async () => {
  const [end] = await runCalls([['opennotes_list', { sortBy: 'size' }]]);
  expect(end).toMatchObject({ isError: true, text: expect.stringContaining('sortBy') });
});

test('a limit above the maximum is lowered, and null means omitted', async () => {
  const ends = await runCalls([
    ['opennotes_list', { limit: 5000 }],
    ['opennotes_list', { limit: '5000' }],
    ['opennotes_list', { limit: null, pattern: null }],
  ]);
  const sizes = ends.map(({ text }) => JSON.parse(text).pagination?.pageSize);
  expect(sizes).toEqual([1000, 1000, 50]);
});

test('an error is an error for pi, and its text the envelope with code and hint', async () => {
  const [end] = await runCalls([['opennotes_get', { path: 'nowhere.md' }]]);
  expect(end!.isError).toBe(true);
  expect(JSON.parse(end!.text)).toMatchObject({
    error: true,
    code: 'NOTE_NOT_FOUND',
    hint: expect.any(String),
  });
});

test('frontmatter keeps the types the model gave, through all checks of pi', async () => {
  const data = { code: '007', rank: 5, done: true, list: ['1', '2'], flag: 'true' };
  const [end] = await runCalls([['opennotes_create', { title: 'Typed', data }]]);
  expect(end!.isError).toBe(false);
  const text = readFileSync(join(fixture.notebook, JSON.parse(end!.text).created.path), 'utf8');
  expect(text).toMatch(/code: ["']007["']/);
  expect(text).toMatch(/rank: 5\n/);
  expect(text).toMatch(/done: true\n/);
  expect(text).toMatch(/flag: ["']true["']/);
});

test('an aborted run ends its call as an error', async () => {
  const opened = await openSession([['opennotes_list', {}]]);
  const ends: { isError: boolean; text: string }[] = [];
  opened.subscribe((event) => {
    if (event.type === 'tool_execution_start') void opened.abort();
    if (event.type === 'tool_execution_end')
      ends.push({ isError: event.isError, text: event.result.content[0]?.text });
  });
  await opened.prompt('go');
  expect(ends).toEqual([{ isError: true, text: expect.stringMatching(/abort|CANCELLED/i) }]);
});

test('a project that is trusted names the tools for its sessions', async () => {
  mkdirSync(join(fixture.notebook, '.pi'));
  const own = { toolPrefix: 'project_', defaultPageSize: 3 };
  writeFileSync(join(fixture.notebook, '.pi/settings.json'), JSON.stringify({ config: { slipbox: own } }));
  const [end] = await runCalls([['project_list', {}]]);
  expect(JSON.parse(end!.text)).toMatchObject({ pagination: { total: 4, pageSize: 3 } });
  const active = session!.getActiveToolNames();
  expect(active).toContain('project_get');
  expect(active.filter((name) => name.startsWith('opennotes_'))).toEqual([]);
});
