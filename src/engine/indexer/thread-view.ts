import type { View } from './notebook-index.ts';

/** What a question in the reader thread is given: a view of the index, and when to give up. */
export interface ThreadView extends View {
  readonly root: string;
  /** Whether every note is in the index: before that the list of terms and the links' targets are not. */
  readonly complete: boolean;
  /** Lasts as long as the connection: what is costly to load is kept here, under the name of who loads it. */
  readonly memory: Map<string, unknown>;
  /** Called in every long loop: throws CANCELLED when nobody waits any more. */
  throwIfCancelled(): void;
}

/** The shape of a question: its name in the table of the reader thread, what it is asked with and what it gives. */
export interface ThreadQuestion {
  name: string;
  input: unknown;
  output: unknown;
}

/** A question, or the end: the thread closes what it has open. */
export type ReaderMessage = ReaderQuestion | 'close';

export interface ReaderQuestion {
  id: number;
  name: string;
  input: unknown;
  scope: View['scope'];
  /** Set to 1 when the caller has gone. */
  cancelled: Int32Array;
}

export interface ReaderReply {
  id: number;
  value?: unknown;
  state?: { generation: number; complete: boolean; found: number; indexed: number };
  error?: {
    message: string;
    stack?: string;
    errcode?: number;
    slipbox?: { code: string; hint: string; details?: Record<string, unknown> };
  };
}
