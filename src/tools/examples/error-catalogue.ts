import { errorCodes } from '../../engine/index.ts';

/** How calls of the claudesidian dialect fail, in the words that clients match. */
const messages: readonly RegExp[] = [
  /^Path is required$/,
  /^File path is required$/,
  /^Content is required$/,
  /^Query parameter is required and cannot be empty$/,
  /^Name is required$/,
  /^Note not found at path: ./,
  /^File not found: ./,
  /^Invalid path: ./,
  /^Path cannot contain '\.\.'$/,
  /^Cannot access system folder$/,
  /^File already exists: ./,
  /^Cannot overwrite existing file$/,
  /^No results found for query: /,
  /^Invalid search limit: must be between 1 and 100$/,
  /^Session not found: ./,
  /^Missing parameter: ./,
  /^Unknown parameter: ./,
  /^Invalid \S+: expected ./,
];

/** Codes whose message depends on more than the arguments. */
const worded = new Set([
  'INVALID_PARAMS',
  'NOTE_NOT_FOUND',
  'NOTE_EXISTS',
  'PATH_TRAVERSAL',
  'SESSION_NOT_FOUND',
]);

/** Whether a call of that dialect can fail in these words. A code of ours vouches for messages that cannot be listed. */
export function isKnownFailure(message: string, code: unknown): boolean {
  if (messages.some((known) => known.test(message))) return true;
  return typeof code === 'string' && isErrorCode(code) && !worded.has(code);
}

export function isErrorCode(code: unknown): boolean {
  return (errorCodes as readonly unknown[]).includes(code);
}
