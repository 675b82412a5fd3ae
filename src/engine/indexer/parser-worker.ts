import { parentPort, workerData } from 'node:worker_threads';
import { packNotes } from './packed-notes.ts';
import { type ParseContext, parseNoteFile, withFullYaml } from './parse-note.ts';

export interface ParserData {
  root: string;
  timeZone: string;
}

const { root, timeZone } = workerData as ParserData;
const context: ParseContext = { root, timeZone, now: Date.now };

async function parse(batch: readonly string[]): Promise<void> {
  const packed = await withFullYaml(context, () =>
    packNotes(batch, (disk) => parseNoteFile(context, disk, disk.normalize('NFC'))),
  );
  parentPort?.postMessage(packed, [packed.buffer as ArrayBuffer]);
}

let queue = Promise.resolve();
parentPort?.on('message', (batch: string[]) => {
  queue = queue.then(() => parse(batch));
});
