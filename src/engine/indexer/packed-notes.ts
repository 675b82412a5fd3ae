import type { NoteRecord } from '../db/note-record.ts';

/** A note as it goes from one thread to another; undefined where it was gone. */
export type ParsedNote = readonly [disk: string, record: NoteRecord | undefined];

const lengthBytes = 4;

/**
 * Notes for another thread, which are of no use any more to this one: each as JSON, and its text as UTF-8, which the other thread
 * need not encode again. V8's own serializer holds on to what it was given until the garbage was collected once.
 */
export function packNotes(
  disks: readonly string[],
  read: (disk: string) => NoteRecord | undefined,
): Uint8Array {
  const pieces = disks.flatMap((disk) => {
    const record = read(disk);
    const body = Buffer.from(record?.full.body ?? '');
    if (record) record.full.body = '';
    return [Buffer.from(JSON.stringify([disk, record])), body];
  });
  const packed = Buffer.allocUnsafeSlow(pieces.reduce((sum, { length }) => sum + lengthBytes + length, 0));
  let at = 0;
  for (const piece of pieces) {
    packed.writeUInt32LE(piece.length, at);
    packed.set(piece, at + lengthBytes);
    at += lengthBytes + piece.length;
  }
  return packed;
}

/** One at a time: what has been stored is garbage before the next one is unpacked. */
export function* unpackNotes(given: Uint8Array): Generator<ParsedNote> {
  const packed = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  let at = 0;
  const next = () => {
    const from = at + lengthBytes;
    at = from + packed.readUInt32LE(at);
    return packed.subarray(from, at);
  };
  while (at < packed.length) {
    const [disk, record] = JSON.parse(next().toString()) as [string, NoteRecord | null];
    const body = next();
    if (record) record.full.body = body;
    yield [disk, record ?? undefined];
  }
}
