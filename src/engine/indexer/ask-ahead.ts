import type { ChildProcess } from 'node:child_process';
import { deserialize, serialize } from 'node:v8';
import type { IndexLocation } from '../db/index-location.ts';
import type { ReadNotes } from '../db/note-record.ts';
import type { Compared } from './compare.ts';

/** A process that was started together with this one, to look at a large notebook while this one loads. */
export type Helper = ChildProcess;

export interface AheadTask {
  root: string;
  timeZone: string;
  stateDir: string;
  location: IndexLocation;
}

/** How the notebook differs from its index, and the notes that differ where they are few. */
export interface Ahead {
  compared: Compared | undefined;
  notes: ReadNotes | undefined;
}

/** What it says: that something differs, as soon as it knows, and in the end what. */
export type Frame = 'different' | Ahead;

const lengthBytes = 4;

/** The length comes first: the end of a process is some milliseconds after its last word. */
export function packFrame(frame: Frame): Buffer {
  const packed = serialize(frame);
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32LE(packed.length);
  return Buffer.concat([length, packed]);
}

/** Calls back with each frame, as its last piece comes in. Pieces are put together once: a frame may name every note there is. */
function unpackFrames(onFrame: (frame: Frame) => void): (piece: Buffer) => void {
  let pieces: Buffer[] = [];
  let length = 0;
  let awaited = lengthBytes;
  return (piece) => {
    pieces.push(piece);
    length += piece.length;
    while (length >= awaited) {
      const said = Buffer.concat(pieces);
      const end = lengthBytes + said.readUInt32LE();
      pieces = [said];
      awaited = end;
      if (length < end) return;
      pieces = [said.subarray(end)];
      length -= end;
      awaited = lengthBytes;
      onFrame(deserialize(said.subarray(lengthBytes, end)));
    }
  };
}

/**
 * Tells it which notebook to look at, which it does only once. Undefined when it does not say: whoever asks looks for
 * himself then.
 */
export async function askAhead(
  child: Helper,
  { root, timeZone, stateDir, location }: AheadTask,
  onDifferent: () => void,
): Promise<Ahead | undefined> {
  const { stdin, stdout } = child;
  if (!stdin?.writable || !stdout || child.exitCode !== null || child.signalCode !== null) return undefined;
  const answered = Promise.withResolvers<Ahead | undefined>();
  const unpack = unpackFrames((frame) => (frame === 'different' ? onDifferent() : answered.resolve(frame)));
  stdout.on('data', (piece: Buffer) => {
    try {
      unpack(piece);
    } catch {
      answered.resolve(undefined); // no frame of ours
    }
  });
  child.once('close', () => answered.resolve(undefined));
  stdin.on('error', () => undefined); // it has just ended
  // a line, as the end would reach it only when this thread has nothing else to do
  stdin.write(`${JSON.stringify({ root, timeZone, stateDir, location } satisfies AheadTask)}\n`);
  child.ref();
  const ahead = await answered.promise;
  stdin.end();
  child.unref();
  return ahead;
}
