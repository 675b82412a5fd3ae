import { type Static, Type } from 'typebox';
import type { EditedNote } from '../../engine/index.ts';
import { type Budget, contentBytes, fitRows } from '../budget.ts';
import { hidden, shortenedOutput, warningsOutput } from '../fields.ts';
import { present } from '../present.ts';
import { contextField } from './context.ts';

export const filePathField = Type.String({ description: 'Note path; .md is added', blank: false });

export const pathField = (description: string) => Type.String({ description, blank: false });

export const ifMatchField = Type.Optional(
  Type.String({ description: 'etag the note must still have', blank: false }),
);

/** What every tool takes. */
export const callFields = {
  notebook: Type.Optional(Type.String({ description: 'Notebook name', blank: false })),
  context: contextField,
};

/** What every tool takes that writes. */
export const writeFields = {
  dryRun: Type.Boolean({ description: 'Check only, write nothing', default: false, hidden: true }),
  ...callFields,
};

/** What every tool takes that changes a note that is there. */
export const editFields = { ifMatch: hidden(ifMatchField), ...writeFields };

export const sectionField = Type.Optional(
  Type.String({ description: 'Heading path, e.g. Log > Today; omit for the whole note', blank: false }),
);

export const successOutput = Type.Boolean({ description: 'True: an error has its own shape' });

export const etagOutput = Type.Optional(Type.String({ description: 'Version of the note now' }));

export const dryRunOutput = Type.Optional(Type.Boolean({ description: 'True: nothing was written' }));

export const recommendationsOutput = Type.Array(
  Type.Object({
    type: Type.String({ description: 'Kind' }),
    message: Type.String({ description: 'What to know' }),
  }),
  { description: 'What was done besides, and what to look at' },
);

export type Recommendation = Static<typeof recommendationsOutput>[number];

/** What the answer of an edit says of the note besides what the edit is about. */
export const editedOutput = {
  totalLength: Type.Integer({ description: 'Length of the file now, in code points' }),
  etag: etagOutput,
  dryRun: dryRunOutput,
};

export const startLineOutput = Type.Optional(
  Type.Integer({ description: 'Line where the text begins now, from 1' }),
);

export const changesOutput = Type.Array(
  Type.Object({
    line: Type.Integer({ description: 'First of these lines in the file now, from 1' }),
    removed: Type.Integer({ description: 'Lines that gave way to them' }),
    lines: Type.Array(Type.String(), { description: 'The lines as they are now' }),
    ...shortenedOutput,
  }),
  { description: 'What changed; at most as much as fits' },
);

export const noteWarningsOutput = { warnings: warningsOutput };

/** The parts of an edit's result that every edit has, in the shape of its answer. */
export function describeEdit({ totalLength, etag, dryRun }: EditedNote) {
  return { totalLength, etag, ...present({ dryRun }) };
}

/** Where a text was put: at the first line that an edit changed. */
export function startLineOf({ changes }: EditedNote): { startLine?: number } {
  return present({ startLine: changes[0]?.line });
}

export function fitChanges({ changes }: EditedNote, budget: Budget): Static<typeof changesOutput> {
  return fitRows(changes, contentBytes(budget));
}

export function nothingWritten({ dryRun }: { dryRun?: boolean }): string {
  return dryRun ? 'Nothing was written' : '';
}
