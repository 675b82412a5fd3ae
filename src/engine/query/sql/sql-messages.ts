import type { IndexLocation } from '../../db/index-location.ts';
import type { Scope } from '../../db/queries/zones.ts';
import type { ErrorCode } from '../../errors.ts';

/** How the process for SQL is started, and what is said between it and the server. */
export interface SqlSettings {
  root: string;
  location: IndexLocation;
  /** The package that holds the database; another name stands for one that is not installed. */
  driver: string;
  memory: SqlMemory;
}

export interface SqlMemory {
  /** What DuckDB may use by its own account. */
  database: number;
  /** What the whole process may use; DuckDB does not count everything. */
  process: number;
}

export interface SqlOrder {
  sql: string;
  limit: number;
  offset: number;
  scope: Scope;
  /** Go on although not every link's target has been found yet. */
  unfinished: boolean;
}

export interface SqlRows {
  rows: Record<string, unknown>[];
  columns: { name: string; type: string }[];
  total: number;
  executed: string;
}

export interface SqlFailure {
  code: ErrorCode;
  message: string;
  hint?: string;
  details?: Record<string, unknown>;
  /** Of SQLite: tells a damaged index. */
  errcode?: number;
}

export type SqlRequest =
  | { type: 'start'; settings: SqlSettings }
  | { type: 'query'; id: number; order: SqlOrder }
  | { type: 'stop'; id: number };

export type SqlReport =
  | { type: 'rows'; id: number; result: SqlRows }
  | { type: 'unfinished'; id: number }
  | { type: 'failed'; id: number; failure: SqlFailure; ending?: boolean };
