/** Finishes or undoes what a process left behind that died while writing. Gives the paths that changed. */
export function recover(_root: string, _stateDir: string): string[] {
  return [];
}
