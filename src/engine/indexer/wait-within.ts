import { type Call, type Progress, throwIfCancelled } from '../call.ts';

const progressEvery = 100;

/** True when the work ended in time. Says how far it is while it waits; what the work throws is thrown. */
export async function waitWithin(
  work: Promise<unknown>,
  ms: number,
  call: Call,
  progress: () => Progress | undefined,
): Promise<boolean> {
  const deadline = performance.now() + ms;
  let done = false;
  const settled = work.finally(() => {
    done = true;
  });
  settled.catch(() => undefined); // may fail after nobody waits for it any more
  for (;;) {
    throwIfCancelled(call);
    const left = deadline - performance.now();
    if (done || left <= 0) break;
    await sooner(settled, Math.min(left, progressEvery));
    const now = progress();
    if (now && !done) call.progress(now);
  }
  if (done) await settled;
  return done;
}

/** Ends with the work or after a while, and leaves no timer behind. */
async function sooner(work: Promise<unknown>, ms: number): Promise<void> {
  const pause = Promise.withResolvers<void>();
  const timer = setTimeout(pause.resolve, ms);
  try {
    await Promise.race([work, pause.promise]);
  } finally {
    clearTimeout(timer);
  }
}
