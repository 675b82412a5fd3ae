/** Called between any two changes of the disk: where a process may die. A test does so at each of them. */
let hook: ((name: string) => void) | undefined;

export function atStep(name: string): void {
  hook?.(name);
}

export function watchSteps(onStep: ((name: string) => void) | undefined): void {
  hook = onStep;
}
