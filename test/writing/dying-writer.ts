import { readdirSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { watchSteps } from '../../src/engine/vault/steps.ts';
import { recover } from '../../src/engine/writing/recover.ts';
import { deskAt, fillNotebook, hashTree, type Places, type Scenario, scenarios } from './scenarios.ts';

/** What the next process finds after one that died. */
export interface Found {
  /** Of the whole notebook. */
  tree: string;
  warnings: unknown[];
  /** In the state folder, that should not be there. */
  left: string[];
}

export interface Order {
  places: Places;
  /** Sees to what the one before left, and says what is there then. */
  looks: boolean;
  /** Fills the notebook anew, with this many links. */
  fill?: number;
  scenario?: Scenario | 'recover';
  /** The step to die at. */
  at: number;
  /** By its clock this was before the machine was started. */
  longAgo?: boolean;
}

/** A process that dies in the middle of a change, as if its plug were pulled: nothing of it runs any more. */
const { places, looks, fill, scenario, at, longAgo } = JSON.parse(process.argv[2]!) as Order;
if (looks) writeSync(1, JSON.stringify(look(places)));
if (fill !== undefined) fillNotebook(places.root, fill);
if (longAgo) Date.now = () => 1e12;
let steps = 0;
watchSteps(() => {
  if (++steps === at) process.kill(process.pid, 'SIGKILL');
});
if (scenario === 'recover') recover(places.root, places.stateDir);
else if (scenario) scenarios[scenario](deskAt(places));
process.exit(); // what would be brought onto the disk later is not waited for

function look({ root, stateDir }: Places): Found {
  const { warnings } = recover(root, stateDir);
  const left = readdirSync(stateDir).filter((name) => !/\.(?:applied|done)$/.test(name));
  for (const name of readdirSync(stateDir)) rmSync(path.join(stateDir, name));
  return { tree: hashTree(root), warnings, left };
}
