import { setImmediate as turn } from 'node:timers/promises';
import { markZone } from '../clock.ts';
import { hasIgnored, hasTimeZone, readState } from '../db/queries/state.ts';
import { hasLeftovers } from '../vault/leftovers.ts';
import { openWalker } from '../vault/walk.ts';
import type { Warning } from '../warnings.ts';
import { markHidden } from './hidden-mark.ts';
import type { IndexReader } from './index-reader.ts';
import { isEmptyPlan, type Plan, planBySnapshot } from './plan.ts';

/** How a folder differs from its index, as a comparison found it that wrote nothing. */
export interface Compared {
  plan: Plan;
  /** Folders whose snapshot is missing or behind. */
  outdated: string[];
  warnings: Warning[];
}

/** For so long, in ms, nobody else is served at a time. */
const slice = 6;

/**
 * Compares a folder with its index in the thread that asks: most starts find nothing changed, and a thread for that alone
 * would cost more than the comparison. Undefined when only the writer can tell. `onDifference` is called with the first
 * one, for what takes its time to get ready.
 */
export async function compare(
  reader: IndexReader,
  { root, timeZone, stateDir }: { root: string; timeZone: string; stateDir: string },
  onDifference: () => void,
): Promise<Compared | undefined> {
  try {
    const db = reader.find();
    if (!db || !readState(db).complete || !hasTimeZone(db, markZone(timeZone))) return undefined;
    if (hasLeftovers(stateDir)) return undefined;
    const warnings = new Map<string, Warning>();
    const walker = openWalker(root, (warning) => warnings.set(warning.path, warning));
    if (!hasIgnored(db, markHidden(walker.listHidden()))) return undefined;
    const outdated = new Set<string>();
    const steps = planBySnapshot(db, root, walker, outdated);
    let until = performance.now() + slice;
    let isTold = false;
    for (let step = steps.next(); ; step = steps.next()) {
      if (step.done)
        return step.value && { plan: step.value, outdated: [...outdated], warnings: [...warnings.values()] };
      if (!isTold && !isEmptyPlan(step.value)) {
        isTold = true;
        onDifference();
      }
      if (performance.now() < until) continue;
      await turn();
      until = performance.now() + slice;
    }
  } catch {
    return undefined; // the index is damaged or was replaced: the writer meets the same and sees to it
  }
}
