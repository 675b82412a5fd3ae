import { editNote } from '../../src/engine/index.ts';
import { openScratchEngine, ownerCall, type Scratch } from '../scratch-notebook.ts';

/** A process with an engine of its own that appends to notes and sets properties by turns. */
const { scratch, name, edits } = JSON.parse(process.argv[2]!) as {
  scratch: Scratch;
  name: string;
  edits: number;
};
const engine = await openScratchEngine(scratch);
const waiting: Promise<unknown>[] = [];
for (let i = 0; i < edits; i++) {
  const path = `note ${i % 3}.md`;
  const edit =
    i % 2 === 0
      ? ({ kind: 'append', content: `${name} ${i}` } as const)
      : ({ kind: 'property', name: `${name}${i}`, value: i } as const);
  waiting.push(editNote(engine, { path, edit }, ownerCall));
  if (waiting.length > 4) await waiting.shift();
}
await Promise.all(waiting);
await engine.close();
