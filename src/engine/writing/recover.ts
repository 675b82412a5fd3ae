import { isBeforeBoot, redoJournal } from '../vault/apply-journal.ts';
import { dropJournal, dropLeftPlans, listJournals, readJournal, setState } from '../vault/journal.ts';
import { atStep } from '../vault/steps.ts';
import { isAtWork, removeLeftTemps } from '../vault/temp-files.ts';
import type { Warning } from '../warnings.ts';
import { finishBehind, isBeingFinished } from './done-moves.ts';

export interface Recovered {
  /** What may have changed, as the disk spells it. */
  touched: string[];
  /** What was left as it is because somebody changed it since. */
  warnings: Warning[];
}

const unreadable: Warning = {
  path: '',
  code: 'IO_ERROR',
  message: 'The journal of an interrupted move cannot be read: some links may not have been rewritten',
};

/** Finishes or undoes what a process left behind that died while writing. To be called with the write lock held. */
export function recover(root: string, stateDir: string): Recovered {
  const recovered: Recovered = { touched: [], warnings: [] };
  removeLeftTemps(stateDir); // first: a folder that moves would take them along
  for (const { id, state, file } of listJournals(stateDir)) {
    if (state === 'done' || isBeingFinished(id)) continue;
    const journal = readJournal(file);
    if (!journal) {
      dropJournal(stateDir, id, state);
      recovered.warnings.push(unreadable);
      continue;
    }
    if (isAtWork(journal.by, file)) continue;
    if (state === 'commit' || isBeforeBoot(journal))
      recovered.warnings.push(...redoJournal({ root, stateDir }, journal));
    atStep('redone');
    if (state === 'commit') setState(stateDir, id, 'commit', 'applied');
    finishBehind({ root, stateDir }, journal);
    for (const { disk } of journal.rewrites) recovered.touched.push(disk);
    for (const { from, to } of journal.moves) recovered.touched.push(from, to);
  }
  dropLeftPlans(stateDir);
  return recovered;
}
