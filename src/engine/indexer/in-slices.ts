import { setImmediate as turn } from 'node:timers/promises';

/** For so long, in ms, nobody else is served at a time. */
const slice = 6;

/** Goes through the steps of a longer piece of work in this thread, with turns for others in between. */
export async function inSlices<Step, Result>(
  steps: Generator<Step, Result>,
  onStep: (step: Step) => void = () => undefined,
): Promise<Result> {
  for (let until = performance.now() + slice; ; ) {
    const step = steps.next();
    if (step.done) return step.value;
    onStep(step.value);
    if (performance.now() < until) continue;
    await turn();
    until = performance.now() + slice;
  }
}
