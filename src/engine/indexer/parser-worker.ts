import { parentPort, workerData } from 'node:worker_threads';
import type { NoteRecord } from '../db/note-record.ts';
import { parseNoteFile } from './parse-note.ts';

export interface ParserData {
  root: string;
  timeZone: string;
}

export type ParseReply = [disk: string, record: NoteRecord | undefined][];

const { root, timeZone } = workerData as ParserData;

parentPort?.on('message', (batch: string[]) => {
  const reply: ParseReply = batch.map((disk) => [
    disk,
    parseNoteFile({ root, timeZone, now: Date.now }, disk, disk.normalize('NFC')),
  ]);
  parentPort?.postMessage(reply);
});
