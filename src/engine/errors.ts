/** Every failure a caller can meet. `exit` is the CLI's exit code: 1 failed, 2 bad parameters, 3 not found, 4 conflict, 5 refused. */
const table = {
  CLI_NOT_FOUND: { exit: 3, hint: 'Install: `npm install -g slipbox`' },
  NOTEBOOK_NOT_FOUND: { exit: 3, hint: 'Specify --notebook or cd to a notebook directory' },
  NOTE_NOT_FOUND: { exit: 3, hint: 'Check path is relative to notebook root' },
  VIEW_NOT_FOUND: { exit: 3, hint: 'Use {prefix}views to list available views' },
  TEMPLATE_NOT_FOUND: { exit: 3, hint: 'Check notebook .opennotes.json for templates' },
  INVALID_SQL: { exit: 2, hint: 'Only SELECT/WITH allowed, see docs' },
  QUERY_TIMEOUT: { exit: 1, hint: 'Simplify query or add LIMIT' },
  PATH_TRAVERSAL: { exit: 5, hint: 'Use paths relative to notebook' },
  INVALID_PARAMS: { exit: 2, hint: 'Correct the named parameter and call again' },
  NOTE_EXISTS: { exit: 4, hint: 'Choose another path, or change the existing note instead' },
  NOTE_AMBIGUOUS: { exit: 4, hint: 'Name the note by one of the paths in details.candidates' },
  NOTE_CHANGED: { exit: 4, hint: 'Read the note again and repeat the change on what it says now' },
  FOLDER_NOT_FOUND: { exit: 3, hint: 'List the notes to see which folders exist' },
  SESSION_NOT_FOUND: { exit: 3, hint: 'List the sessions to see which exist' },
  FUNCTION_NOT_FOUND: { exit: 3, hint: 'List the custom functions to see which exist' },
  FUNCTION_FAILED: { exit: 1, hint: 'Read the message, correct the function and run it again' },
  ITEM_NOT_FOUND: { exit: 3, hint: 'List or search the items to find the id' },
  DB_NOT_FOUND: { exit: 3, hint: 'Name the database with --gtd-db or DIRECTGTD_DB' },
  DB_CORRUPT: { exit: 1, hint: 'Restore the database from a backup' },
  CONFIG_INVALID: { exit: 1, hint: 'Correct the configuration file named in the message' },
  PERMISSION_DENIED: { exit: 5, hint: 'Grant access to the file or folder named in the message' },
  READ_ONLY: { exit: 5, hint: 'Start the server without --read-only to allow writing' },
  FORBIDDEN: { exit: 5, hint: 'This caller may not do that; use a path inside its scope' },
  LOCKED: { exit: 1, hint: 'Another process is busy with this notebook; try again in a moment' },
  DISK_FULL: { exit: 1, hint: 'Free some disk space and try again' },
  IO_ERROR: { exit: 1, hint: 'Check the file or folder named in the message, then try again' },
  CANCELLED: { exit: 130, hint: 'The call was cancelled; call again when ready' },
  INTERNAL: { exit: 1, hint: 'This is a defect in Slipbox; please report it with the message' },
} as const satisfies Record<string, { exit: number; hint: string }>;

export type ErrorCode = keyof typeof table;
export const errorCodes = Object.keys(table) as ErrorCode[];

export interface ErrorOptions {
  hint?: string;
  details?: Record<string, unknown>;
  cause?: unknown;
}

/** The one error the engine throws; only a surface catches it. */
export class SlipboxError extends Error {
  override readonly name = 'SlipboxError';
  readonly code: ErrorCode;
  readonly hint: string;
  readonly details: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint ?? table[code].hint;
    this.details = options.details;
  }

  get exitCode(): number {
    return table[this.code].exit;
  }
}

export function defaultHint(code: ErrorCode): string {
  return table[code].hint;
}

export function exitCodeOf(code: ErrorCode): number {
  return table[code].exit;
}

/** Any thrown value as a SlipboxError; a system error keeps its meaning, anything else is INTERNAL. */
export function toSlipboxError(thrown: unknown): SlipboxError {
  if (thrown instanceof SlipboxError) return thrown;
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const system = (error as NodeJS.ErrnoException).code;
  const code: ErrorCode =
    error.name === 'AbortError'
      ? 'CANCELLED'
      : system === 'EACCES' || system === 'EPERM'
        ? 'PERMISSION_DENIED'
        : system === 'ENOSPC' || system === 'EDQUOT'
          ? 'DISK_FULL'
          : system === 'EROFS'
            ? 'READ_ONLY'
            : system === 'EIO' || system === 'EMFILE' || system === 'ENFILE'
              ? 'IO_ERROR'
              : 'INTERNAL';
  return new SlipboxError(code, error.message, { cause: thrown });
}
