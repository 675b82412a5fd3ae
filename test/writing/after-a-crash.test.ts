import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { locateIndex } from '../../src/engine/db/index-location.ts';
import { editNote, listNotes, loadConfig, openEngine } from '../../src/engine/index.ts';
import { letGoOfAll } from '../../src/engine/vault/late-writes.ts';
import { watchSteps } from '../../src/engine/vault/steps.ts';
import { recover } from '../../src/engine/writing/recover.ts';
import { makeScratch, ownerCall, type Scratch } from '../scratch-notebook.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import type { Order } from './dying-writer.ts';
import { deskAt, fillNotebook, hashTree, type Places, type Scenario, scenarios } from './scenarios.ts';

const writer = fileURLToPath(new URL('dying-writer.ts', import.meta.url));

/** The name of every step, so that a test can say where to die. */
function stepsOf(scenario: Scenario, links: number): string[] {
  using temp = makeTempFolder();
  const places = { root: temp.path('notes'), stateDir: temp.path('state') };
  fillNotebook(places.root, links);
  const steps: string[] = [];
  watchSteps((name) => steps.push(name));
  scenarios[scenario](deskAt(places));
  watchSteps(undefined);
  letGoOfAll();
  return steps;
}

function dieIn(scenario: Scenario, places: Places, step: string, order: Partial<Order> = {}): void {
  const at = stepsOf(scenario, 4).indexOf(step) + 1;
  const whole: Order = { places, looks: false, fill: 4, scenario, at, ...order };
  expect(spawnSync(process.execPath, [writer, JSON.stringify(whole)]).signal).toBe('SIGKILL');
}

function placesOf({ root, cache, folder }: Scratch): Places {
  const key = path.basename(locateIndex(cache, root).folder);
  return { root, stateDir: path.join(folder, 'state', key) };
}

function open({ root, cache, folder }: Scratch, flags: object = {}) {
  const env = {
    SLIPBOX_CACHE: cache,
    SLIPBOX_STATE: path.join(folder, 'state'),
    SLIPBOX_CONFIG: path.join(folder, 'config.json'),
    OPENNOTES_CONFIG: path.join(folder, 'opennotes.json'),
  };
  const around = { env, cwd: root, home: folder, platform: process.platform };
  return openEngine(loadConfig({ flags: { notebook: root, ...flags }, ...around }));
}

const list = async (engine: Awaited<ReturnType<typeof open>>) =>
  (await listNotes(engine, { sortBy: 'path', limit: 100, offset: 0 }, ownerCall)).notes.map(
    ({ path: at }) => at,
  );

it('the first question after a crash finds the change finished, on disk and in the index', async () => {
  const scratch = makeScratch();
  const places = placesOf(scratch);
  dieIn('move', places, 'renamed');
  const engine = await open(scratch);
  const paths = await list(engine);
  expect(paths).toContain('moved/here/target.md');
  expect(paths).not.toContain('a.md');
  expect(readFileSync(path.join(places.root, 'links/note 3.md'), 'utf8')).toContain('[[moved/here/target]]');
  await engine.close();
  expect(
    readdirSync(places.root, { recursive: true }).filter((name) => String(name).includes('.slipbox')),
  ).toEqual([]);
  expect(readdirSync(places.stateDir).filter((name) => /making|plan|commit/.test(name))).toEqual([]);
  scratch.remove();
});

it('a server that only reads leaves it to another', async () => {
  const scratch = makeScratch();
  const places = placesOf(scratch);
  dieIn('move', places, 'renamed');
  const before = hashTree(places.root);
  const reader = await open(scratch, { readOnly: true });
  expect(await list(reader)).toContain('a.md');
  await reader.close();
  expect(hashTree(places.root)).toBe(before);
  const writing = await open(scratch);
  const edit = { kind: 'append', content: 'more' } as const;
  const edited = await editNote(writing, { path: 'moved/here/target.md', edit }, ownerCall);
  expect(edited.changed).toBe(true);
  await writing.close();
  expect(existsSync(path.join(places.root, 'a.md'))).toBe(false);
  scratch.remove();
});

function makePlaces() {
  const temp = makeTempFolder();
  const places = { root: temp.path('notes'), stateDir: temp.path('state') };
  const file = (name: string) => path.join(places.root, name);
  const read = (name: string) => readFileSync(file(name), 'utf8');
  return { places, file, read, [Symbol.dispose]: () => temp[Symbol.dispose]() };
}

it('what somebody wrote since then is not overwritten: changed where it can be, else left and reported', () => {
  using at = makePlaces();
  dieIn('move', at.places, 'committed');
  appendFileSync(at.file('links/note 0.md'), 'written since\n');
  writeFileSync(at.file('links/note 1.md'), 'quite another text\n');
  writeFileSync(
    at.file('links/note 2.md'),
    at.read('links/note 2.md').replaceAll('[[a]]', '[[moved/here/target]]'),
  );
  const { warnings } = recover(at.places.root, at.places.stateDir);
  expect(warnings).toMatchObject([{ path: 'links/note 1.md', code: 'NOTE_CHANGED' }]);
  expect(at.read('links/note 0.md')).toMatch(/\[\[moved\/here\/target\]\][\s\S]*written since\n$/);
  expect(at.read('links/note 1.md')).toBe('quite another text\n');
  expect(at.read('links/note 2.md')).toContain('To [[moved/here/target]] and [[moved/here/target]].');
  expect(existsSync(at.file('moved/here/target.md'))).toBe(true);
});

it('a note that somebody put in the place since then stays, and so does the one that was to go there', () => {
  using at = makePlaces();
  dieIn('move', at.places, 'committed');
  writeFileSync(at.file('moved/here/target.md'), 'theirs');
  const { warnings } = recover(at.places.root, at.places.stateDir);
  expect(warnings).toMatchObject([{ path: 'a.md', code: 'NOTE_EXISTS' }]);
  expect(at.read('moved/here/target.md')).toBe('theirs');
  expect(at.read('a.md')).toContain('[[own]]');
});

it.each(['renamed', 'applied'])(
  'a text that did not reach the disk when the machine stopped at "%s" is there again',
  (step) => {
    using at = makePlaces();
    dieIn('move', at.places, step, { longAgo: true });
    const broken = step === 'applied' ? 'links/note 3.md' : 'links/note 0.md';
    const whole = at.read(broken);
    expect(whole).toContain('[[moved/here/target]]');
    truncateSync(at.file(broken));
    const { warnings } = recover(at.places.root, at.places.stateDir);
    expect(warnings).toEqual([]);
    expect(at.read(broken)).toBe(whole);
  },
);

it('a note that was emptied without such a stop stays empty', () => {
  using at = makePlaces();
  dieIn('move', at.places, 'renamed');
  truncateSync(at.file('links/note 0.md'));
  expect(recover(at.places.root, at.places.stateDir).warnings).toMatchObject([{ path: 'links/note 0.md' }]);
  expect(at.read('links/note 0.md')).toBe('');
});

it('what a process that lives is just making is left alone', () => {
  using at = makePlaces();
  fillNotebook(at.places.root, 1);
  let looks = 0;
  watchSteps(() => {
    if (looks++ < 50) recover(at.places.root, at.places.stateDir);
  });
  scenarios.append(deskAt(at.places));
  scenarios.move(deskAt(at.places));
  watchSteps(undefined);
  expect(looks).toBeGreaterThan(10);
  expect(at.read('moved/here/target.md')).toContain('more more');
});

it('a journal that cannot be read, and a record that was cut off, are not in the way for ever', () => {
  using at = makePlaces();
  dieIn('move', at.places, 'committed');
  const [journal] = readdirSync(at.places.stateDir).filter((name) => name.endsWith('.commit'));
  truncateSync(path.join(at.places.stateDir, journal!), 40);
  writeFileSync(path.join(at.places.stateDir, '1-2.making'), '{"by":');
  const before = at.read('a.md');
  expect(recover(at.places.root, at.places.stateDir)).toMatchObject({
    touched: [],
    warnings: [{ code: 'IO_ERROR' }],
  });
  expect(readdirSync(at.places.stateDir)).toEqual([]);
  expect(at.read('a.md')).toBe(before);
});
