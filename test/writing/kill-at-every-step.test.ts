import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { letGoOfAll } from '../../src/engine/vault/late-writes.ts';
import { watchSteps } from '../../src/engine/vault/steps.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import type { Found, Order } from './dying-writer.ts';
import { deskAt, fillNotebook, hashTree, type Places, type Scenario, scenarios } from './scenarios.ts';

const writer = fileURLToPath(new URL('dying-writer.ts', import.meta.url));
const temp = makeTempFolder();
afterAll(() => temp[Symbol.dispose]());
let kills = 0;

/** A process that looks at what the one before left, then makes a change and dies at a step of it. */
async function run(order: Order): Promise<{ died: boolean; found: Found }> {
  const child = spawn(process.execPath, [writer, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (piece) => (text += piece));
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) =>
    child.on('close', (...end) => resolve(end)),
  );
  const died = signal === 'SIGKILL';
  if (died) kills++;
  else expect([code, signal]).toEqual([0, null]);
  return { died, found: (text === '' ? undefined : JSON.parse(text)) as Found };
}

function makePlaces(name: string): Places {
  return { root: temp.folder(`${name}/notes`), stateDir: temp.folder(`${name}/state`) };
}

interface Rehearsal {
  /** By name. */
  steps: string[];
  before: string;
  after: string;
}

/** The change is made once, by this process. */
function rehearse(scenario: Scenario, links: number): Rehearsal {
  const places = makePlaces(`${scenario}-rehearsal`);
  fillNotebook(places.root, links);
  const before = hashTree(places.root);
  const steps: string[] = [];
  watchSteps((name) => steps.push(name));
  scenarios[scenario](deskAt(places));
  watchSteps(undefined);
  letGoOfAll();
  const after = hashTree(places.root);
  expect(before).not.toBe(after);
  return { steps, before, after };
}

/** Dies at each of the steps, two processes at a time; gives for each whether all was as before or all as after. */
async function dieAtAll(
  scenario: Scenario,
  { steps, before, after }: Rehearsal,
  chosen: number[],
  fill: (isFirst: boolean) => number | undefined,
): Promise<string> {
  const outcomes: string[] = [];
  const half = async (parity: number) => {
    const places = makePlaces(`${scenario}-${steps.length}-${parity}`);
    let last: number | undefined;
    for (let i = parity; i < chosen.length + 2; i += 2) {
      const links = fill(last === undefined);
      const at = chosen[i];
      const order: Order = { places, looks: last !== undefined, at: (at ?? 0) + 1 };
      if (at !== undefined)
        Object.assign(order, { scenario, ...(links === undefined ? {} : { fill: links }) });
      const { died, found } = await run(order);
      if (last !== undefined) {
        const what = `${scenario}, killed at ${chosen[last]} ${steps[chosen[last]!]}`;
        expect(found, what).toMatchObject({ warnings: [], left: [] });
        expect([before, after], what).toContain(found.tree);
        outcomes[last] = found.tree === before ? 'b' : 'a';
      }
      if (at === undefined) break;
      expect(died).toBe(true);
      last = i;
    }
  };
  await Promise.all([half(0), half(1)]);
  return outcomes.join('');
}

it.each([
  ['append', 1],
  ['property', 1],
  ['create', 1],
  ['folder', 1],
  ['trash', 1],
  ['moveFolder', 2],
  ['move', 8],
] as const)(
  '%s: killed at any step, the notebook is as before or as after',
  async (scenario, links) => {
    const rehearsal = rehearse(scenario, links);
    const all = [...rehearsal.steps.keys()];
    const outcomes = await dieAtAll(scenario, rehearsal, all, () => links);
    // both are met, and once it is done it stays done
    expect(outcomes).toMatch(/^b+a+$/);
  },
  40_000,
);

it('a move with 500 links: killed at any kind of step, everything is as before or as after', async () => {
  const rehearsal = rehearse('move', 500);
  expect(rehearsal.steps.length).toBeGreaterThan(2000);
  const chosen = chooseSteps(rehearsal.steps, 36);
  // there and back by turns, whatever came of the last: both have the same steps
  const outcomes = await dieAtAll('move', rehearsal, chosen, (isFirst) => (isFirst ? 500 : undefined));
  expect([...outcomes].filter((one) => one === 'a').length).toBeGreaterThan(5);
  expect([...outcomes].filter((one) => one === 'b').length).toBeGreaterThan(5);
}, 60_000);

it('a process that dies while it sees to what another left: the next one does', async () => {
  const { steps, after } = rehearse('move', 3);
  const committed = steps.indexOf('committed') + 1;
  const half = async (parity: number) => {
    const places = makePlaces(`recover-${parity}`);
    for (let at = 1 + parity; ; at += 2) {
      await run({ places, looks: false, fill: 3, scenario: 'move', at: committed + 3 * parity });
      const { died } = await run({ places, looks: false, scenario: 'recover', at });
      const { found } = await run({ places, looks: true, at: 0 });
      expect(found, `recovery killed at ${at}`).toEqual({ tree: after, warnings: [], left: [] });
      if (!died) return;
    }
  };
  await Promise.all([half(0), half(1)]);
}, 40_000);

it('was killed 200 times at least', () => {
  expect(kills).toBeGreaterThanOrEqual(200);
});

/** Every kind of step where it first and last occurs, and others in between. */
function chooseSteps(steps: string[], count: number): number[] {
  const chosen = new Set(steps.flatMap((name) => [steps.indexOf(name), steps.lastIndexOf(name)]));
  for (let i = 0; chosen.size < count; i++) chosen.add((i * 7919) % steps.length);
  return [...chosen];
}
