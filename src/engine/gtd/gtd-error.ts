import { SlipboxError } from '../errors.ts';

const code = { busy: 5, locked: 6, corrupt: 11, cannotOpen: 14, notADatabase: 26 } as const;

/** The primary result code of SQLite, when the error is one of SQLite. */
function sqliteCode(error: unknown): number | undefined {
  const extended = (error as { errcode?: unknown } | null)?.errcode;
  return typeof extended === 'number' ? extended & 0xff : undefined;
}

export function isBusy(error: unknown): boolean {
  const found = sqliteCode(error);
  return found === code.busy || found === code.locked;
}

export function isCannotOpen(error: unknown): boolean {
  return sqliteCode(error) === code.cannotOpen;
}

export function databaseNotFound(shown: string): SlipboxError {
  return new SlipboxError(
    'DB_NOT_FOUND',
    `Database not found at ${shown}. Please ensure DirectGTD is installed and has created its database.`,
  );
}

export function cannotOpen(shown: string, cause?: unknown): SlipboxError {
  return new SlipboxError(
    'PERMISSION_DENIED',
    `Cannot open database at ${shown}. Please check file permissions.`,
    { cause },
  );
}

/** What went wrong in reading the database, by SQLite's code and never by its words. What is not SQLite's passes through. */
export function toGtdError(thrown: unknown, shown: string): unknown {
  const found = sqliteCode(thrown);
  if (found === undefined) return thrown;
  const { message } = thrown as Error;
  const fault = `Database error: ${message}`;
  switch (found) {
    case code.cannotOpen:
      return cannotOpen(shown, thrown);
    case code.corrupt:
      return new SlipboxError(
        'DB_CORRUPT',
        'Database file is corrupted. Please check the DirectGTD database integrity.',
        { cause: thrown },
      );
    case code.notADatabase:
      return new SlipboxError('DB_CORRUPT', fault, { cause: thrown });
    case code.busy:
    case code.locked:
      return new SlipboxError('LOCKED', fault, {
        hint: 'DirectGTD is writing at the moment; try again',
        cause: thrown,
      });
    default:
      return new SlipboxError('IO_ERROR', fault, {
        hint: 'Check that the file is a DirectGTD database',
        cause: thrown,
      });
  }
}
