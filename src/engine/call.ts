import { SlipboxError } from './errors.ts';

/**
 * Who is asking, and what of a notebook it may see and change (path globs). To be asked with `canSee` and `canWrite`, never
 * read: what one list allows another may take back.
 */
export interface Caller {
  readonly visible: readonly string[];
  /** Of what is visible. */
  readonly writable: readonly string[];
  readonly hidden?: readonly string[];
  /** Each of these must allow it too. */
  readonly within?: readonly Caller[];
  /** The only notebooks it knows, by name or path; all of them when absent. */
  readonly notebooks?: readonly string[];
  /** Not held to the policies of notebooks: the person at the terminal who said so. */
  readonly unbound?: true;
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
