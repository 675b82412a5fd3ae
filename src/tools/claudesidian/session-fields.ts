import { Type } from 'typebox';
import type { Style } from '../define-tool.ts';
import { shortenedOutput } from '../fields.ts';
import { flintPaginationSchema } from '../flint/dialect.ts';

export const sessionIdOutput = Type.String({ description: 'Id of the session' });

/** What is said of a session; all but the id can give way when one row alone is too large. */
export const sessionFields = {
  sessionId: sessionIdOutput,
  name: Type.Optional(Type.String({ description: 'Name' })),
  description: Type.Optional(Type.String({ description: 'What it is about' })),
  sessionGoal: Type.Optional(Type.String({ description: 'What it is for' })),
  workspaceId: Type.Optional(Type.String({ description: 'Workspace it is bound to' })),
  createdAt: Type.Optional(Type.Integer({ description: 'When it began, in ms since 1970' })),
};

/** What is said of a call in a session. */
export const traceFields = {
  time: Type.Optional(Type.Integer({ description: 'When, in ms since 1970' })),
  tool: Type.Optional(Type.String({ description: 'Tool that was called' })),
  outcome: Type.Optional(Type.String({ description: 'ok, or the code of the error' })),
  paths: Type.Optional(Type.Array(Type.String(), { description: 'Notes and folders it was about' })),
  ...shortenedOutput,
};

export const pagingOutput = { pagination: flintPaginationSchema };

/** Room for the pagination block and the names around it, at their longest. */
export const pagingBytes = 300;

export function renderTime(time: number | undefined, style: Style): string {
  return time === undefined ? '' : style.dim(new Date(time).toISOString().slice(0, 16).replace('T', ' '));
}
