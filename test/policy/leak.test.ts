import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Caller,
  callerOf,
  type Engine,
  loadConfig,
  openEngine,
  owner,
  toSlipboxError,
} from '../../src/engine/index.ts';
import { complete, listCatalogue } from '../../src/engine/resource-use-cases.ts';
import type { Tool } from '../../src/tools/define-tool.ts';
import { allTools, serveTool } from '../../src/tools/registry.ts';
import { answerCall, errorText } from '../../src/tools/run-tool.ts';
import type { Schema } from '../../src/tools/validate.ts';
import { changes, generateArguments, handMade, openDice } from './generate-arguments.ts';
import {
  hiddenPaths,
  markers,
  readTree,
  removeNotebook,
  restricted,
  writeNotebook,
} from './hidden-notebook.ts';

// The strongest thing to be said of what is hidden: every answer is the one that a notebook gives which has never had it.

interface Opened {
  folder: string;
  root: string;
  engine: Engine;
}

let full: Opened;
let bare: Opened;

function openCopy(withHidden: boolean): Opened {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'slipbox-leak-')));
  const root = join(folder, 'notes');
  writeNotebook(root, { withHidden });
  const env = {
    SLIPBOX_CACHE: join(folder, 'cache'),
    SLIPBOX_STATE: join(folder, 'state'),
    SLIPBOX_CONFIG: join(folder, 'config.json'),
    OPENNOTES_CONFIG: join(folder, 'opennotes.json'),
  };
  const around = { env, cwd: root, home: folder, platform: process.platform };
  return {
    folder,
    root,
    engine: openEngine(loadConfig({ flags: { notebook: root, indexWait: '60s' }, ...around })),
  };
}

beforeAll(() => {
  full = openCopy(true);
  bare = openCopy(false);
});
afterAll(async () => {
  for (const { engine, folder } of [full, bare]) {
    await engine.close();
    removeNotebook(folder);
  }
});

const started = Date.now() - 60_000;
const isNow = (time: number) => time > started && time < started + 3_600_000;

/** What two runs cannot have in common: where the notebook lies and when it was asked. */
function settle(text: string, folder: string): string {
  return text
    .replaceAll(folder, '<folder>')
    .replace(/\d{4}-\d\d-\d\d[T ]\d\d[:-]\d\d(?:[:-]\d\d(?:\.\d+)?)?Z?/g, (time) =>
      isNow(Date.parse(time.replace(' ', 'T'))) ? '<now>' : time,
    )
    .replace(/\b\d{13}\b/g, (time) => (isNow(Number(time)) ? '<now>' : time))
    .replace(/"executionTime":\d+/g, '"executionTime":0')
    .replace(/session_\S{13,40}?_[a-z0-9]{9}/g, '<session>');
}

const { signal } = new AbortController();

async function ask({ engine, folder }: Opened, tool: Tool, args: unknown, caller: Caller = restricted) {
  const served = serveTool(tool, engine.config);
  const progress: unknown[] = [];
  const call = {
    caller,
    signal,
    progress: (step: unknown) => void progress.push(step),
    budget: engine.config.budget,
  };
  try {
    const { result, text } = await answerCall(served, engine, args, call);
    return { code: undefined, text: settle(JSON.stringify({ result, text, progress }), folder) };
  } catch (thrown) {
    const error = toSlipboxError(thrown);
    const rendered = tool.dialect.renderError(error, served.rename);
    const whole = {
      rendered,
      text: errorText(served, error),
      message: error.message,
      details: error.details,
    };
    return { code: error.code, text: settle(JSON.stringify(whole), folder), error };
  }
}

/** The words of hidden things in an answer that the question did not bring along. */
function findMarkers(answer: string, asked: string): string[] {
  const lower = answer.toLowerCase();
  return markers.filter((marker) => lower.includes(marker) && !asked.includes(marker));
}

/** Where two answers part; the whole of them would fill the screen. */
function findDifference(one: string, other: string): string | undefined {
  if (one === other) return undefined;
  const at = [...one].findIndex((char, place) => char !== [...other][place]);
  const from = Math.max(0, (at === -1 ? Math.min(one.length, other.length) : at) - 80);
  return `${one.slice(from, from + 240)}\n  instead of\n${other.slice(from, from + 240)}`;
}

let askedSoFar = '';

const unheld: Caller = { ...owner, unbound: true };
const others: readonly Caller[] = [unheld, callerOf({ hidden: ['Open/Deep', '**/zqn*'] }), owner];
let asker = 0;

async function compare(tool: Tool, args: unknown) {
  // what was worked out for someone else a moment ago must not be in the answer
  if (tool.effect === 'read') await ask(full, tool, args, others[asker++ % others.length]);
  const [answer, expected] = await Promise.all([ask(full, tool, args), ask(bare, tool, args)]);
  const asked = `${tool.name} ${JSON.stringify(args)}`;
  if (answer.code === 'INTERNAL') throw new Error(asked, { cause: answer.error });
  askedSoFar += asked.toLowerCase();
  // what sessions remember is what this caller has asked before
  const known =
    tool.name.startsWith('memory') || tool.name.endsWith('Memory') ? askedSoFar : asked.toLowerCase();
  expect.soft(findMarkers(answer.text, known), asked).toEqual([]);
  // a folder with something hidden in it cannot be moved, which says that there is something
  if (answer.text.includes('may not move all of that folder')) return answer;
  expect.soft(findDifference(answer.text, expected.text), asked).toBeUndefined();
  return answer;
}

const tools = allTools.filter(({ dialect }) => dialect.name !== 'directgtd');
const named = (name: string) => tools.find((tool) => tool.name === name)!;
const rolls = 12;

it('the markers would be found: whoever is not held to the policy sees them', async () => {
  const answer = await ask(full, named('opennotes_search'), { query: 'zqword' }, unheld);
  expect(findMarkers(answer.text, '')).toContain('zqtitle');
  expect(markers.length).toBeGreaterThan(30);
});

describe('as if what is hidden had never been there answers', () => {
  it.each(tools.map((tool) => [tool.name, tool] as const))('%s, whatever it is asked', async (_, tool) => {
    const roll = openDice(tool.name.length);
    const served = serveTool(tool, full.engine.config);
    const asked = [
      ...Array.from({ length: rolls }, () => generateArguments(served.input as Schema, roll)),
      ...handMade.filter((one) => one.tool === tool.name).map(({ args }) => args),
    ];
    const atOnce = tool.effect === 'read' ? 8 : 1;
    for (let at = 0; at < asked.length; at += atOnce) {
      await Promise.all(asked.slice(at, at + atOnce).map((args) => compare(tool, args)));
      // sessions that begin in the same millisecond are listed in any order
      if (tool.effect !== 'read') await setTimeout(2);
    }
  });
});

it('what is offered to complete a name, and what is listed as resources, are as if it had never been there', async () => {
  const call = { caller: restricted, signal, progress: () => undefined };
  for (const what of ['paths', 'tags'] as const)
    for (const text of ['', 'z', 'zq', 'Secret', 'secret/zqn', 'Open/', 'shared', 'twin']) {
      const [one, other] = await Promise.all(
        [full, bare].map(({ engine }) => complete(engine, { what, text, limit: 100 }, call)),
      );
      expect.soft(one, `${what} ${text}`).toEqual(other);
    }
  const catalogues = await Promise.all(
    [full, bare].map(({ engine }) => listCatalogue(engine, { after: '', limit: 100 }, call)),
  );
  expect(catalogues[0]!.notes).toEqual(catalogues[1]!.notes);
});

it('what sessions of others remember is not for whoever sees less', async () => {
  const session = named('memoryManager_createSession');
  await ask(full, session, { name: 'zqsecretsession', description: 'zqother' }, unheld);
  const mine = await ask(full, named('memoryManager_listSessions'), { limit: 100 }, unheld);
  expect(mine.text).toContain('zqsecretsession');
  const found = await ask(full, named('vaultLibrarian_searchMemory'), { query: 'zqsecretsession' }, unheld);
  expect(found.text).toContain('zqother');
  for (const [name, args] of [
    ['memoryManager_listSessions', { limit: 100 }],
    ['vaultLibrarian_searchMemory', { query: 'zqsecretsession' }],
  ] as const)
    expect((await ask(full, named(name), args)).text).not.toContain('zqother');
});

describe('changes', () => {
  it('go where the caller may write and nowhere else, and say the same of both', async () => {
    for (const { tool: name, args, refused } of changes) {
      const before = refused && readTree(full.root);
      const { code } = await compare(named(name), args);
      expect.soft(code !== undefined, `${name} ${JSON.stringify(args)}: ${code}`).toBe(refused ?? false);
      if (before) expect(readTree(full.root)).toEqual(before);
    }
    const folder = { path: 'Open/Folder', newPath: 'Open/Moved' };
    const moved = await ask(full, named('vaultManager_editFolder'), folder);
    expect(moved.code, 'a folder with something hidden in it').toBe('FORBIDDEN');
    expect(findMarkers(moved.text, '')).toEqual([]);
    const left = readTree(full.root);
    for (const path of hiddenPaths) delete left[path];
    expect(left).toEqual(readTree(bare.root));
  });
});
