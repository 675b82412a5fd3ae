import { fork } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeTempFolder, type TempFolder } from '../../../test/support/temp-folder.ts';
import { type Call, owner } from '../call.ts';
import { dropUnused } from './list-sessions.ts';
import { searchSessions } from './search-sessions.ts';
import { turnsOldAt } from './session-file.ts';
import { isSessionId, newSessionId } from './session-id.ts';
import { longestLine, parseLine, renderLine } from './session-record.ts';
import { addTrace, type CallTrace, createSession, findKnown, listSessions, loadSession } from './sessions.ts';

let folder: TempFolder;
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => folder[Symbol.dispose]());

const call: Call = { caller: owner, signal: new AbortController().signal, progress: () => undefined };
const narrow: Call = { ...call, caller: { visible: ['public/**'], writable: ['**'] } };
const known = 'session_1731004200001_h5k2n7m3p';
const file = (id = known) => folder.path(`.slipbox/sessions/${id}.jsonl`);
const all = { limit: 1000, offset: 0 };

function trace(more: Partial<CallTrace> = {}): CallTrace {
  return {
    sessionId: known,
    workspaceId: 'ws_1731004150000_creative',
    tool: 'contentManager_createContent',
    args: { filePath: 'a.md' },
    outcome: 'ok',
    paths: ['a.md'],
    ...more,
  };
}
const add = (more: Partial<CallTrace> = {}, now = Date.now(), as = call) =>
  addTrace(folder.root, trace(more), as.caller, now);
const create = (name: string, more: { workspaceId?: string; generateContextTrace?: boolean } = {}) =>
  createSession(folder.root, { name, workspaceId: 'default', generateContextTrace: true, ...more }, call);
const load = (sessionId = known, page = all, as = call) =>
  loadSession(folder.root, { sessionId, ...page }, as);

test('ids that are made are ids that are accepted', () => {
  for (let i = 0; i < 200; i++) expect(newSessionId(Date.now())).toMatch(/^session_\d{13}_[a-z0-9]{9}$/);
  for (const bad of ['', 'default', 'session_1_abc', `${known}x`, `../${known}`, `${known}\n`])
    expect(isSessionId(bad), bad).toBe(false);
});

test('a session is what it was called and bound to, and begins with a trace only when it is asked to', () => {
  const session = create('Plan the garden', { workspaceId: 'ws_1731004150000_garden' });
  expect(session).toEqual({
    sessionId: expect.stringMatching(/^session_\d{13}_[a-z0-9]{9}$/),
    name: 'Plan the garden',
    workspaceId: 'ws_1731004150000_garden',
    createdAt: expect.any(Number),
  });
  expect(load(session.sessionId)).toMatchObject({ session, total: 1, traces: [{ tool: 'createSession' }] });
  expect(load(create('Quiet', { generateContextTrace: false }).sessionId)).toMatchObject({ total: 0 });
  expect(findKnown(folder.root, session.sessionId, owner)?.workspaceId).toBe('ws_1731004150000_garden');
});

test('a well-formed id that was never seen opens its session, a malformed one opens nothing', () => {
  add({ description: 'Gardening' });
  add({ outcome: 'NOTE_NOT_FOUND', workspaceId: 'default' });
  expect(load()).toMatchObject({
    session: { name: 'Gardening', workspaceId: 'ws_1731004150000_creative' },
    traces: [{ outcome: 'ok', paths: ['a.md'], args: { filePath: 'a.md' } }, { outcome: 'NOTE_NOT_FOUND' }],
    total: 2,
    dropped: 0,
  });
  add({ sessionId: '../../evil' });
  expect(readdirSync(folder.path('.slipbox/sessions'))).toEqual([`${known}.jsonl`]);
});

test('only the owner may read what is written', () => {
  add();
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(statSync(folder.path('.slipbox/sessions')).mode & 0o777).toBe(0o700);
});

test('the text of a note is never written, whatever the arguments', () => {
  const secret = 'the body of the note';
  const bodies = {
    content: secret,
    oldContent: secret,
    newContent: secret,
    value: secret,
    data: { x: secret },
  };
  add({ args: { filePath: 'a.md', ...bodies, context: { sessionMemory: secret } } });
  expect(readFileSync(file(), 'utf8')).not.toContain('body');
  expect(load().traces[0]?.args).toEqual({ filePath: 'a.md' });
});

test('a line never exceeds what one write keeps together, and reads back as a record', () => {
  const anything = fc.record({
    tool: fc.string({ unit: 'grapheme', maxLength: 50 }),
    purpose: fc.string({ unit: 'binary', maxLength: 3000 }),
    args: fc.dictionary(fc.string({ unit: 'binary', maxLength: 500 }), fc.jsonValue({ maxDepth: 6 }), {
      maxKeys: 60,
    }),
    paths: fc.array(fc.string({ unit: 'binary', maxLength: 2000 }), { maxLength: 60 }),
  });
  fc.assert(
    fc.property(anything, (given) => {
      const line = renderLine({
        type: 'trace',
        time: 1,
        outcome: 'ok',
        ...given,
        args: given.args as Record<string, unknown>,
      });
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(longestLine);
      expect(line.indexOf('\n')).toBe(line.length - 1);
      expect(parseLine(line.trimEnd())).toMatchObject({ type: 'trace', time: 1 });
    }),
    { numRuns: 200 },
  );
  const session = { type: 'session', sessionId: known, workspaceId: 'default', createdAt: 1 } as const;
  const long = renderLine({ ...session, name: '名'.repeat(200), description: '\u0001'.repeat(9000) });
  expect(Buffer.byteLength(long)).toBeLessThanOrEqual(longestLine);
  expect(parseLine(long.trimEnd())).toMatchObject({ name: '名'.repeat(200) });
});

test('any line is read without failing', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (line) => void parseLine(line)));
  for (const line of [
    'null',
    '[]',
    '{"type":"trace"}',
    '{"type":"session","sessionId":1}',
    '{"type":"trace","time":1e999,"tool":"a","outcome":"ok"}',
  ])
    expect(parseLine(line)).toBeUndefined();
});

test('a write that was cut off is ignored, and what follows it is kept', () => {
  add();
  const whole = readFileSync(file());
  for (let torn = 1; torn < 60; torn++) {
    writeFileSync(file(), Buffer.concat([whole, whole.subarray(0, torn)]));
    add({ tool: 'next' });
    expect(load().traces.map(({ tool }) => tool)).toEqual(['contentManager_createContent', 'next']);
  }
});

test('a session whose first line was lost is still there', () => {
  mkdirSync(path.dirname(file()), { recursive: true });
  writeFileSync(file(), '{"type":"session","sess');
  add();
  expect(load()).toMatchObject({
    session: { sessionId: known, workspaceId: 'default', createdAt: 1731004200001 },
    total: 1,
  });
});

test('several processes append to one session, and no trace is lost or torn', async () => {
  const script = fileURLToPath(new URL('./testing-append.ts', import.meta.url));
  const children = ['a', 'b', 'c'].map((name) =>
    fork(script, [folder.root, known, name, '200'], { execArgv: ['--no-warnings'] }),
  );
  const codes = await Promise.all(children.map((child) => new Promise((done) => child.once('exit', done))));
  expect(codes).toEqual([0, 0, 0]);
  const { traces, total } = load();
  expect(total).toBe(600);
  for (const name of ['a', 'b', 'c'])
    expect(traces.filter(({ tool }) => tool === name).map(({ args }) => args.n)).toEqual(
      Array.from({ length: 200 }, (_, n) => n),
    );
}, 20_000);

test('a session stays small: its oldest traces go, its name stays', () => {
  const session = create('Long', { generateContextTrace: false });
  const purpose = 'x'.repeat(290);
  for (let n = 0; n < 4500; n++) add({ sessionId: session.sessionId, args: { n }, purpose });
  const loaded = load(session.sessionId, { limit: 10_000, offset: 0 });
  expect(loaded.session).toEqual(session);
  expect(loaded.dropped).toBeGreaterThan(0);
  expect(loaded.dropped + loaded.total).toBe(4500);
  expect(loaded.traces.map(({ args }) => args.n)).toEqual(
    Array.from({ length: loaded.total }, (_, n) => n + loaded.dropped),
  );
  const bytes = readdirSync(folder.path('.slipbox/sessions')).map(
    (name) => statSync(folder.path(`.slipbox/sessions/${name}`)).size,
  );
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(2 * (turnsOldAt + 2 * longestLine));
});

test('a lock that a dead process left does not keep a session from turning for good', () => {
  add();
  const lock = file().replace('.jsonl', '.lock');
  writeFileSync(lock, '');
  appendFileSync(file(), `${'x'.repeat(turnsOldAt)}\n`);
  add();
  expect(readdirSync(folder.path('.slipbox/sessions')).sort()).toEqual([`${known}.jsonl`, `${known}.lock`]);
  utimesSync(lock, 1, 1);
  add();
  add();
  expect(readdirSync(folder.path('.slipbox/sessions')).sort()).toEqual([
    `${known}.jsonl`,
    `${known}.old.jsonl`,
  ]);
  expect(load().total).toBe(4);
});

test('nothing leads out: neither a folder nor a file that is a symlink is written or read', () => {
  const outside = makeTempFolder();
  try {
    const target = outside.write('target.jsonl', 'mine\n');
    mkdirSync(path.dirname(file()), { recursive: true });
    symlinkSync(target, file());
    expect(() => add()).toThrow();
    expect(() => load()).toThrow(/Session not found/);
    expect(readFileSync(target, 'utf8')).toBe('mine\n');
    for (const place of ['.slipbox', '.slipbox/sessions']) {
      const other = makeTempFolder();
      try {
        if (place.includes('/')) other.folder('.slipbox');
        symlinkSync(outside.root, other.path(place));
        expect(() => addTrace(other.root, trace(), owner, 1)).toThrow(/Path traversal blocked/);
        expect(readdirSync(outside.root)).toEqual(['target.jsonl']);
      } finally {
        other[Symbol.dispose]();
      }
    }
  } finally {
    outside[Symbol.dispose]();
  }
});

describe('lists', () => {
  test('newest first, by pages that make up the whole, with the true total', async () => {
    const ids = Array.from({ length: 7 }, (_, n) => `session_000000000000${n}_aaaaaaaaa`);
    for (const [n, sessionId] of ids.entries())
      add({ sessionId, workspaceId: n % 2 ? 'default' : 'ws_1731004150000_x' }, 1000 + n);
    const pages = await Promise.all(
      [0, 3, 6, 9].map((offset) => listSessions(folder.root, { limit: 3, offset }, call)),
    );
    expect(pages.map(({ total }) => total)).toEqual([7, 7, 7, 7]);
    expect(pages.flatMap(({ sessions }) => sessions.map(({ sessionId }) => sessionId))).toEqual(
      ids.toReversed(),
    );
    const bound = await listSessions(folder.root, { workspaceId: 'default', ...all }, call);
    expect(bound.total).toBe(3);
    expect(bound.sessions.every(({ lastUsed }) => lastUsed > 1e12)).toBe(true);
  });

  test('a notebook without sessions has none, and gets no folder by being asked', async () => {
    expect(await listSessions(folder.root, all, call)).toEqual({ sessions: [], total: 0 });
    expect(await searchSessions(folder.root, { query: 'a', ...all }, call)).toMatchObject({ total: 0 });
    expect(() => load()).toThrow(expect.objectContaining({ code: 'SESSION_NOT_FOUND' }));
    expect(readdirSync(folder.root)).toEqual([]);
  });

  test('above the limit the sessions not used for longest go', async () => {
    for (let n = 0; n < 6; n++) {
      const id = `session_000000000000${n}_aaaaaaaaa`;
      add({ sessionId: id });
      utimesSync(file(id), 100 + n, 100 + n);
    }
    dropUnused(folder.path('.slipbox/sessions'), 6, 3);
    expect((await listSessions(folder.root, all, call)).total).toBe(6);
    dropUnused(folder.path('.slipbox/sessions'), 5, 3);
    const left = (await listSessions(folder.root, all, call)).sessions.map(({ sessionId }) => sessionId[20]);
    expect(left.sort()).toEqual(['3', '4', '5']);
  });
});

describe('search', () => {
  const search = (query: string, more: { workspaceId?: string; limit?: number; offset?: number } = {}) =>
    searchSessions(folder.root, { query, ...all, ...more }, call);

  test('finds names, goals and calls that have every word, the phrase and the session first', async () => {
    const { sessionId } = create('Tax return 2026', { generateContextTrace: false });
    add({ sessionId, paths: ['tax/Return.md'], args: {}, purpose: 'Fill in the form' });
    add({ sessionId, paths: [], args: { query: 'tax office return' }, tool: 'vaultLibrarian_searchContent' });
    add({ paths: ['other.md'], args: {} });
    const { results, total, searched } = await search('TAX return');
    expect(total).toBe(3);
    expect(searched).toBe(2);
    expect(results.map(({ type, score }) => [type, score])).toEqual([
      ['session', 1],
      ['trace', 0.6],
      ['trace', 0.6],
    ]);
    expect(results.every((memory) => memory.sessionName === 'Tax return 2026')).toBe(true);
    expect((await search('form', { workspaceId: 'ws_1731004150000_creative' })).total).toBe(0);
    expect((await search('searchcontent')).results[0]).toMatchObject({
      tool: 'vaultLibrarian_searchContent',
      outcome: 'ok',
    });
    expect((await search('  ')).total).toBe(0);
    expect((await search('no such thing')).total).toBe(0);
  });

  test('case is folded in every script', async () => {
    create('Ὀδυσσεύς und Übung');
    for (const query of ['ὀδυσσεύσ', 'ÜBUNG', 'u\u0308bung'])
      expect((await search(query)).total, query).toBeGreaterThan(0);
  });
});

test('someone who does not see every note knows only of what was done with the same view', async () => {
  const secret = create('Layoffs').sessionId;
  add({ paths: ['private/a.md'], args: {}, purpose: 'Layoffs' });
  const mine = 'session_0000000000009_aaaaaaaaa';
  add({ sessionId: mine, paths: ['public/b.md'], args: {} }, 6, narrow);
  add({ sessionId: mine, paths: ['private/b.md'], args: {}, purpose: 'Layoffs' }, 7);
  expect((await listSessions(folder.root, all, narrow)).sessions.map(({ sessionId }) => sessionId)).toEqual([
    mine,
  ]);
  expect(load(mine, all, narrow)).toMatchObject({ total: 1, traces: [{ paths: ['public/b.md'] }] });
  for (const id of [secret, known]) expect(() => load(id, all, narrow)).toThrow(/Session not found/);
  expect((await searchSessions(folder.root, { query: 'layoffs', ...all }, narrow)).total).toBe(0);
  expect((await searchSessions(folder.root, { query: 'layoffs', ...all }, call)).total).toBe(4);
  expect(load(mine).total).toBe(2);
});

describe('an id that belongs to someone else', () => {
  const other: Call = { ...call, caller: { visible: ['**'], hidden: ['public'], writable: ['**'] } };
  const fresh = 'session_1731004200002_aaaaaaaaa';
  const owned = (as: Call) =>
    createSession(
      folder.root,
      { name: 'Mine', workspaceId: 'ws_1731004150000_mine', generateContextTrace: true },
      as,
    ).sessionId;
  /** All that a caller can find out about an id, and what it does with it. */
  const probe = async (id: string, as: Call) => {
    const known = () => findKnown(folder.root, id, as.caller)?.workspaceId;
    const found = async () => ({
      workspace: known(),
      listed: (await listSessions(folder.root, all, as)).total,
      searched: await searchSessions(folder.root, { query: 'mine', ...all, sessionId: id }, as),
      loaded: (() => {
        try {
          const { createdAt: _, sessionId: __, ...session } = load(id, all, as).session;
          return { ...load(id, all, as), session };
        } catch (error) {
          return (error as Error).message.replace(id, 'ID');
        }
      })(),
    });
    const before = await found();
    add({ sessionId: id, description: 'Probe', workspaceId: 'default' }, 1, as);
    return { before, after: await found() };
  };

  test.each([
    ['of another restricted caller', narrow],
    ['of the owner', call],
  ])('%s is to a restricted caller as one that never was, and nothing is added to it', async (_, whose) => {
    const taken = owned(whose);
    const held = load(taken, all, whose);
    const one = await probe(taken, other);
    using elsewhere = makeTempFolder();
    const root = folder;
    folder = elsewhere;
    const two = await probe(fresh, other);
    folder = root;
    const blank = (value: unknown) => JSON.stringify(value).replaceAll(taken, 'ID').replaceAll(fresh, 'ID');
    expect(blank(one)).toBe(blank(two));
    expect(one.after).toMatchObject({ listed: 1, workspace: 'default', loaded: { total: 1 } });
    if (whose !== call) expect(load(taken, all, whose)).toEqual(held);
  });

  test('each has its own part of an id, the owner all of it, as whoever began it called it', async () => {
    const id = owned(narrow);
    add({ sessionId: id, tool: 'second' }, Date.now() + 1, other);
    add({ sessionId: id, tool: 'third' }, Date.now() + 2);
    const tools = (as: Call) => load(id, all, as).traces.map(({ tool }) => tool);
    expect([tools(narrow), tools(other)]).toEqual([['createSession'], ['second']]);
    expect(tools(call)).toEqual(['createSession', 'second', 'third']);
    expect(load(id).session.name).toBe('Mine');
    expect(findKnown(folder.root, id, owner)?.workspaceId).toBe('ws_1731004150000_mine');
    const { sessions, total } = await listSessions(folder.root, all, call);
    expect([total, sessions[0]!.name]).toEqual([1, 'Mine']);
    expect((await searchSessions(folder.root, { query: 'second', ...all }, call)).total).toBe(1);
  });

  test('traces of others do not use up the room of a session', () => {
    const id = owned(narrow);
    for (let n = 0; n < 4500; n++) add({ sessionId: id, args: { n }, purpose: 'x'.repeat(290) }, n, other);
    expect(load(id, all, other).dropped).toBeGreaterThan(0);
    expect(load(id, all, narrow)).toMatchObject({ total: 1, dropped: 0 });
  });
});

test('writing down a call takes far less than a millisecond', () => {
  add();
  const times = Array.from({ length: 300 }, () => {
    const start = performance.now();
    add({ args: { filePath: 'a.md', limit: 10 }, purpose: 'To see what is there' });
    return performance.now() - start;
  });
  times.sort((a, b) => a - b);
  expect(times[150]).toBeLessThan(1);
});
