import { Buffer } from 'node:buffer';
import { SlipboxError } from '../errors.ts';

const largestContent = 10 * 1024 * 1024;

/** Text as it can be written and read back. */
export function checkContent(parameter: string, content: string): string {
  const refuse = (why: string) =>
    new SlipboxError('INVALID_PARAMS', `Invalid ${parameter}: ${why}`, { details: { parameter } });
  if (content.includes('\0')) throw refuse('it contains a NUL character');
  if (Buffer.byteLength(content) > largestContent) throw refuse(`larger than ${largestContent} bytes`);
  if (!content.isWellFormed()) throw refuse('it contains half of a character');
  return content;
}
