import { SlipboxError } from '../../errors.ts';
import type { SqlFailure, SqlMemory } from './sql-messages.ts';

const seeSchema = '`slipbox sql --schema` lists tables, columns and functions';

/** The statement is about links, and their targets are still being found: to be asked again when they are. */
export class LinksUnfinished extends Error {}

export function invalidSql(why: string, hint?: string, details?: Record<string, unknown>): SlipboxError {
  return new SlipboxError('INVALID_SQL', `Invalid SQL query: ${why}`, {
    ...(hint === undefined ? {} : { hint }),
    ...(details === undefined ? {} : { details }),
  });
}

export function tooMuchMemory(memory: SqlMemory): SlipboxError {
  const megabytes = Math.round(memory.process / 1024 / 1024);
  return invalidSql(
    `it needs more memory than allowed (${megabytes} MB)`,
    'Select fewer columns, filter earlier, or add LIMIT',
  );
}

interface EngineError {
  exception_type: string;
  exception_message: string;
  position?: string;
  candidates?: string;
}

/** DuckDB's errors come as JSON, in places with words before it. */
function parseEngineError(message: string): EngineError {
  const start = message.indexOf('{"exception_type"');
  if (start !== -1) {
    try {
      return JSON.parse(message.slice(start)) as EngineError;
    } catch {
      // not JSON after all: the words are shown as they are
    }
  }
  return { exception_type: '', exception_message: message };
}

/** What one of our functions said when it failed inside DuckDB. */
export const isAbout = (error: unknown, ours: unknown) =>
  parseEngineError((error as Error).message).exception_message.includes((ours as Error).message);

export const isInterrupted = (error: unknown) =>
  parseEngineError((error as Error).message).exception_type === 'INTERRUPT';

/** After these DuckDB refuses to go on; the process is to be begun anew. */
export const isFatal = (error: unknown) =>
  ['FATAL', 'INTERNAL'].includes(parseEngineError((error as Error).message).exception_type);

/** What DuckDB says of a statement, in our words; `shift` is how far its positions are off. */
export function toInvalidSql(error: unknown, memory: SqlMemory, shift = 0): SlipboxError {
  const { exception_type, exception_message, position } = parseEngineError((error as Error).message);
  if (exception_type === 'Out of Memory') return tooMuchMemory(memory);
  if (exception_type === 'Permission')
    return invalidSql('only the notebook can be read, no other files', seeSchema);
  const at = position === undefined ? Number.NaN : Number(position) - shift;
  const words = exception_message.replaceAll(/\s+/g, ' ').trim();
  const hint = ['Catalog', 'Binder'].includes(exception_type) ? seeSchema : undefined;
  return invalidSql(
    `${exception_type === '' ? '' : `${exception_type} Error: `}${words.slice(0, 2000)}`,
    hint,
    at >= 0 ? { position: at } : undefined,
  );
}

export function toFailure(error: unknown): SqlFailure {
  if (error instanceof SlipboxError) {
    const { code, message, hint, details } = error;
    return { code, message, hint, ...(details ? { details } : {}) };
  }
  const { message, errcode } = error as Error & { errcode?: number };
  return { code: 'INTERNAL', message, ...(errcode === undefined ? {} : { errcode }) };
}

export function fromFailure({ code, message, hint, details, errcode }: SqlFailure): Error {
  if (errcode !== undefined) return Object.assign(new Error(message), { errcode });
  return new SlipboxError(code, message, {
    ...(hint === undefined ? {} : { hint }),
    ...(details === undefined ? {} : { details }),
  });
}
