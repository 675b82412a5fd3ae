import type { Call } from '../call.ts';
import type { SummaryRow } from '../db/queries/notes.ts';
import type { IndexStatus, NotebookIndex } from '../indexer/notebook-index.ts';
import type { ThreadQuestion } from '../indexer/thread-view.ts';
import { isOutdated, rowWarning } from '../query/list-notes.ts';
import { summariseWarnings, type Warning, type Warnings } from '../warnings.ts';

/** What the reader thread says of the notes behind its rows, beside the rows. */
export interface LookedAt {
  /** Files that are not as they were indexed, as the disk spells them. */
  outdated: string[];
  faults: Warning[];
}

/** Compares notes with the disk; runs in the reader thread, which has the time. */
export function lookAt(root: string, notes: readonly SummaryRow[]): LookedAt {
  return {
    outdated: notes.filter((note) => isOutdated(root, note)).map(({ disk }) => disk),
    faults: notes.flatMap(rowWarning),
  };
}

interface GraphQuestion extends ThreadQuestion {
  output: LookedAt;
}

export type Fresh<Output> = Omit<Output, keyof LookedAt> & { index?: IndexStatus; warnings?: Warnings };

/** Asks the reader thread; when notes it is about to show have changed meanwhile, they are indexed and it is asked again. */
export async function askFresh<Question extends GraphQuestion>(
  index: NotebookIndex,
  call: Call,
  name: Question['name'],
  input: Question['input'],
): Promise<Fresh<Question['output']>> {
  for (let attempt = 0; ; attempt++) {
    const answer = await index.askThread<Question>(call, name, input);
    const { outdated, faults, ...rest } = answer.value;
    if (outdated.length > 0 && attempt < 2) {
      await index.reconcile(outdated);
      continue;
    }
    const warnings = summariseWarnings([...faults, ...answer.warnings]);
    return {
      ...rest,
      ...(answer.index ? { index: answer.index } : {}),
      ...(warnings ? { warnings } : {}),
    };
  }
}
