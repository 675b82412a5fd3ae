import { SlipboxError } from './errors.ts';

/** Who is asking, and what of a notebook it may see and change (path globs). */
export interface Caller {
  readonly visible: readonly string[];
  readonly writable: readonly string[];
}

/** Someone with the whole notebook: the person at the terminal, an unrestricted client. */
export const owner: Caller = { visible: ['**'], writable: ['**'] };

export interface Progress {
  done: number;
  total: number | undefined;
  message: string;
}

/** What every engine use case is given besides its input. */
export interface Call {
  readonly caller: Caller;
  readonly signal: AbortSignal;
  readonly progress: (progress: Progress) => void;
}

export function throwIfCancelled(call: Pick<Call, 'signal'>): void {
  if (call.signal.aborted) throw new SlipboxError('CANCELLED', 'The call was cancelled');
}
