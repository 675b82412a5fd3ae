import { statInside } from '../vault/walk.ts';
import { countChanges, type Plan } from './plan.ts';

const mostChanges = 200;
const mostBytes = 512 * 1024;
/** In a larger notebook a single change may touch links without number. */
const mostNotes = 20_000;

/** Whether a plan, or as much of one as there is, is more than the main thread should take in by itself. */
export function isTooMuch(plan: Plan): boolean {
  return countChanges(plan) > mostChanges || plan.found > mostNotes;
}

/** Whether the main thread can take in a plan by itself, what there is to read included. */
export function isLittle(root: string, plan: Plan): boolean {
  if (isTooMuch(plan)) return false;
  const sizes = plan.notes.map((disk) => statInside(root, disk)?.size ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0) <= mostBytes;
}
