import type { Progress } from '../../engine/index.ts';
import type { Result } from './backend.ts';

/** What a result carries for whoever draws it or reads the session later; the model sees only the text. */
export interface Details {
  readonly tool: string;
  readonly counts?: { readonly returned: number; readonly total: number };
  readonly result?: Result;
  /** Only while the call runs. */
  readonly progress?: Progress;
}
