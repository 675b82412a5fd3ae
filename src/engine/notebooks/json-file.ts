import { readFileSync, statSync } from 'node:fs';
import { SlipboxError, toSlipboxError } from '../errors.ts';
import { isJsonObject, type JsonObject } from './json-edit.ts';
import { findJsonProblem } from './json-text.ts';

export interface JsonFile {
  readonly file: string;
  readonly bytes: Buffer;
  readonly bom: boolean;
  readonly text: string;
  readonly value: JsonObject;
}

const maxBytes = 16 * 1024 * 1024;
const byteOrderMark = '\uFEFF';

/** The JSON object in a file; undefined when there is no such file; CONFIG_INVALID with its line when it is broken. */
export function findJsonFile(file: string): JsonFile | undefined {
  const bytes = findSmallFile(file);
  return bytes && parseJsonFile(file, bytes);
}

/** What is in an ordinary file of a size that a person writes; undefined when there is no such file. */
export function findSmallFile(file: string): Buffer | undefined {
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    // Opening a pipe that someone named like a config file would wait for ever.
    if (stat === undefined || !stat.isFile()) return undefined;
    if (stat.size > maxBytes) throw invalid(file, `${file} is larger than ${maxBytes} bytes`);
    return readFileSync(file);
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw withFile(error, file);
  }
}

export function parseJsonFile(file: string, bytes: Buffer): JsonFile {
  const { bom, text } = decodeText(file, bytes);
  const value = parseJson(file, text);
  if (!isJsonObject(value))
    throw invalid(file, `Invalid JSON in ${file}, line 1: expected an object`, { line: 1, column: 1 });
  return { file, bytes, bom, text, value };
}

/** UTF-8 as text, and whether it began with a mark of byte order. */
export function decodeText(file: string, bytes: Buffer): { bom: boolean; text: string } {
  let decoded: string;
  try {
    decoded = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw invalid(file, `${file} is not UTF-8 text`, undefined, cause);
  }
  const bom = decoded.startsWith(byteOrderMark);
  return { bom, text: bom ? decoded.slice(1) : decoded };
}

export function withMark(bom: boolean, text: string): string {
  return bom ? byteOrderMark + text : text;
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const problem = findJsonProblem(text);
    if (problem === undefined) throw invalid(file, `Invalid JSON in ${file}`, undefined, cause);
    const { line, column, expected } = problem;
    const message = `Invalid JSON in ${file}, line ${line}, column ${column}: expected ${expected}`;
    throw invalid(file, message, { line, column }, cause);
  }
}

function invalid(file: string, message: string, details?: Record<string, unknown>, cause?: unknown) {
  return new SlipboxError('CONFIG_INVALID', message, { details: { file, ...details }, cause });
}

const absence = new Set(['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE']);

/** There is nothing at that path, or there cannot be. */
export function isAbsence(error: unknown): boolean {
  return absence.has((error as NodeJS.ErrnoException).code ?? '');
}

/** A system error as ours, its message naming the file the person knows rather than a temporary one. */
export function withFile(error: unknown, file: string): SlipboxError {
  if (error instanceof SlipboxError) return error;
  const { code } = toSlipboxError(error);
  const system = (error as NodeJS.ErrnoException).code ?? String(error);
  const message =
    code === 'PERMISSION_DENIED' ? `Permission denied: ${file}` : `Cannot access ${file}: ${system}`;
  return new SlipboxError(code === 'INTERNAL' ? 'IO_ERROR' : code, message, {
    details: { file },
    cause: error,
  });
}
