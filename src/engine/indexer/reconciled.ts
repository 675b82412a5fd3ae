import type { Warning } from '../warnings.ts';

/** What a comparison with the disk found and stored. */
export interface Reconciled {
  changed: number;
  removed: number;
  found: number;
  foldersAdded: string[];
  foldersRemoved: string[];
  /** Nothing was written: there is more to do than this writer should. */
  tooMany: boolean;
  warnings: Warning[];
}

export const nothingDone: Reconciled = {
  changed: 0,
  removed: 0,
  found: 0,
  foldersAdded: [],
  foldersRemoved: [],
  tooMany: false,
  warnings: [],
};
