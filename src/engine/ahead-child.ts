import { readSync, writeSync } from 'node:fs';
import { type Ahead, type AheadTask, type Frame, packFrame } from './indexer/ask-ahead.ts';
import { compare } from './indexer/compare.ts';
import { isLittle } from './indexer/few-changes.ts';
import { IndexReader } from './indexer/index-reader.ts';
import { type ParseContext, parseNoteFile, withFullYaml } from './indexer/parse-note.ts';
import { isEmptyPlan } from './indexer/plan.ts';

/** Compares a notebook with its index, and reads what differs where that is little. Writes nothing. */
async function lookAt(task: AheadTask): Promise<Ahead> {
  const { root, timeZone } = task;
  const reader = new IndexReader(task.location);
  let isDifferent = false;
  const compared = await compare({ ...task, reader }, (soFar) => {
    if (isDifferent || isEmptyPlan(soFar)) return;
    isDifferent = true;
    say('different');
  });
  reader.close();
  if (!compared || !isLittle(root, compared.plan)) return { compared, notes: undefined };
  const context: ParseContext = { root, timeZone, now: Date.now };
  const read = (disk: string) => [disk, parseNoteFile(context, disk, disk.normalize('NFC'))] as const;
  return { compared, notes: await withFullYaml(context, () => new Map(compared.plan.notes.map(read))) };
}

function say(frame: Frame): void {
  const bytes = packFrame(frame);
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
}

/** Waits for a line; who ends without one does not need it. */
function hear(): string {
  const piece = Buffer.alloc(64 * 1024);
  for (let text = ''; ; ) {
    const length = readSync(0, piece);
    text += piece.toString('utf8', 0, length);
    if (length === 0 || text.endsWith('\n')) return text;
  }
}

const task = hear();
if (task !== '') {
  const { root, ...rest }: AheadTask = JSON.parse(task);
  // The folder is this process's own: names from here are found a quarter faster than whole paths.
  process.chdir(root);
  say(await lookAt({ ...rest, root: '.' }));
}
