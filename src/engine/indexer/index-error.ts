import { type ErrorCode, SlipboxError, toSlipboxError } from '../errors.ts';
import type { WriterReply } from './writer-messages.ts';

type Thrown = NonNullable<WriterReply['error']>;

/** SQLite's codes that mean something to whoever called; the index is named, as its folder is not the notebook. */
const meanings: Record<number, [ErrorCode, string]> = {
  3: ['PERMISSION_DENIED', 'cannot be written'],
  5: ['LOCKED', 'is busy'],
  8: ['PERMISSION_DENIED', 'cannot be written'],
  10: ['IO_ERROR', 'cannot be read or written'],
  13: ['DISK_FULL', 'has no room'],
  14: ['PERMISSION_DENIED', 'cannot be opened'],
};

/** What went wrong with an index, here or in its writer thread, as callers are to be told. */
export function toIndexError(error: Thrown, index: string): Error {
  if (error.slipbox) {
    const { code, hint, details } = error.slipbox;
    return new SlipboxError(code as ErrorCode, error.message, { hint, ...(details ? { details } : {}) });
  }
  const meaning = meanings[(error.errcode ?? 0) & 0xff];
  if (meaning) return new SlipboxError(meaning[0], `The index ${index} ${meaning[1]}: ${error.message}`);
  const thrown = Object.assign(new Error(error.message), { stack: error.stack, code: error.code });
  const known = toSlipboxError(thrown);
  if (known.code === 'INTERNAL')
    return /^E[A-Z]+$/.test(error.code ?? '') ? new SlipboxError('IO_ERROR', error.message) : thrown;
  return new SlipboxError(known.code, `The index ${index} cannot be used: ${error.message}`);
}
