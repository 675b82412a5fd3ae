import { serialize } from 'node:v8';
import { parentPort, workerData } from 'node:worker_threads';
import type { NoteRecord } from '../db/note-record.ts';
import { type ParseContext, parseNoteFile, withFullYaml } from './parse-note.ts';

export interface ParserData {
  root: string;
  timeZone: string;
}

export type ParseReply = [disk: string, record: NoteRecord | undefined][];

const { root, timeZone } = workerData as ParserData;
const context: ParseContext = { root, timeZone, now: Date.now };

function read(disk: string): NoteRecord | undefined {
  const record = parseNoteFile(context, disk, disk.normalize('NFC'));
  if (record) record.full.body = Buffer.from(record.full.body);
  return record;
}

async function parse(batch: readonly string[]): Promise<void> {
  const reply: ParseReply = await withFullYaml(context, () => batch.map((disk) => [disk, read(disk)]));
  const packed = serialize(reply);
  parentPort?.postMessage(packed, [packed.buffer as ArrayBuffer]);
}

let queue = Promise.resolve();
parentPort?.on('message', (batch: string[]) => {
  queue = queue.then(() => parse(batch));
});
