import { readdirSync } from 'node:fs';

/** Whether a state folder shows that somebody died while writing, or is just writing. Cheap: asked at every start. */
export function hasLeftovers(stateDir: string): boolean {
  try {
    return readdirSync(stateDir).some((name) => /\.(?:making|plan|commit|applied)$/.test(name));
  } catch {
    return false; // nothing was ever written in this notebook
  }
}
