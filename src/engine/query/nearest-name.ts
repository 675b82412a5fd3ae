import { editDistance } from './edit-distance.ts';

/** The name a mistyped one most likely meant; undefined when none is close. */
export function findNearest(typed: string, names: readonly string[]): string | undefined {
  const wanted = typed.slice(0, 64).toLowerCase();
  let best: string | undefined;
  let limit = Math.max(1, Math.floor(wanted.length / 3));
  for (const name of names) {
    const distance = editDistance(wanted, name.toLowerCase(), limit);
    if (distance > limit) continue;
    best = name;
    limit = distance - 1;
    if (limit < 0) break;
  }
  return best;
}
