import { markZone } from '../clock.ts';
import { hasIgnored, hasTimeZone, readState } from '../db/queries/state.ts';
import { hasLeftovers } from '../vault/leftovers.ts';
import { openWalker } from '../vault/walk.ts';
import type { Warning } from '../warnings.ts';
import { markHidden } from './hidden-mark.ts';
import { inSlices } from './in-slices.ts';
import type { IndexReader } from './index-reader.ts';
import { type Plan, planBySnapshot } from './plan.ts';

/** How a folder differs from its index, as a comparison found it that wrote nothing. */
export interface Compared {
  plan: Plan;
  /** Folders whose snapshot is missing or behind. */
  outdated: string[];
  warnings: Warning[];
}

export interface CompareOptions {
  root: string;
  timeZone: string;
  stateDir: string;
  reader: IndexReader;
}

/**
 * Compares a folder with its index in the thread that asks: most starts find nothing changed, and a thread for that alone
 * would cost more than the comparison. Undefined when only the writer can tell. `onStep` is told what was found so far, for
 * what takes its time to get ready.
 */
export async function compare(
  { root, timeZone, stateDir, reader }: CompareOptions,
  onStep: (soFar: Plan) => void,
): Promise<Compared | undefined> {
  try {
    const db = reader.find();
    if (!db || !readState(db).complete || !hasTimeZone(db, markZone(timeZone))) return undefined;
    if (reader.isReplaced || hasLeftovers(stateDir)) return undefined;
    const warnings = new Map<string, Warning>();
    const walker = openWalker(root, (warning) => warnings.set(warning.path, warning));
    if (!hasIgnored(db, markHidden(walker.listHidden()))) return undefined;
    const outdated = new Set<string>();
    const plan = await inSlices(planBySnapshot(db, root, walker, outdated), onStep);
    return plan && { plan, outdated: [...outdated], warnings: [...warnings.values()] };
  } catch {
    return undefined; // the index is damaged or was replaced: the writer meets the same and sees to it
  }
}
