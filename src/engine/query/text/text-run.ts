import type { Buffer } from 'node:buffer';
import type { ThreadView } from '../../indexer/thread-view.ts';
import { visitTexts } from './note-texts.ts';

/** One search under way: when it must end, and what it had to do. */
export interface TextRun {
  readonly view: ThreadView;
  readonly started: number;
  readonly deadline: number;
  /** Notes whose text was looked into, because the index could not tell. */
  looked: number;
  /** Nothing in the query was a help in choosing notes: every one was looked into. */
  scanned: boolean;
  /** Notes that there was no time for. */
  left: number;
}

/** How long files are looked into, in ms. */
const lookLimit = 5000;

export function startRun(view: ThreadView, limit = lookLimit): TextRun {
  const started = performance.now();
  return { view, started, deadline: started + limit, looked: 0, scanned: false, left: 0 };
}

/** Calls `visit` with title and text of each note, folded, in UTF-8, as long as there is time. */
export function lookInto(
  run: TextRun,
  notes: Int32Array,
  visit: (id: number, text: Buffer, accented: boolean) => void,
): void {
  const done = visitTexts(run.view, notes, run.deadline, (id, { bytes, accented }) =>
    visit(id, bytes, accented),
  );
  run.looked += done;
  run.left += notes.length - done;
}
