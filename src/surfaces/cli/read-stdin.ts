import { isUtf8 } from 'node:buffer';
import { SlipboxError } from '../../engine/index.ts';

/** Everything on stdin, as text. */
export async function readStdin(): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of process.stdin) pieces.push(Buffer.from(piece as Uint8Array));
  const bytes = Buffer.concat(pieces);
  if (!isUtf8(bytes))
    throw new SlipboxError('INVALID_PARAMS', 'What came on stdin is not UTF-8 text', {
      hint: 'Convert it to UTF-8 first',
      details: { parameter: 'stdin' },
    });
  return bytes.toString('utf8');
}
