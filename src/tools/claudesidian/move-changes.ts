import { type Static, Type } from 'typebox';
import type { Moved } from '../../engine/index.ts';
import { type Budget, contentBytes, fitRows } from '../budget.ts';
import { shortenedOutput } from '../fields.ts';

export const moveChangesOutput = Type.Optional(
  Type.Array(
    Type.Object({
      path: Type.String({ description: 'Note the link is in' }),
      line: Type.Integer({ description: 'Its line, from 1' }),
      before: Type.String({ description: 'The link now' }),
      after: Type.String({ description: 'The link afterwards' }),
      ...shortenedOutput,
    }),
    { description: 'In a dry run: the first links that would be rewritten' },
  ),
);

/** Which links change is told only to who asks beforehand: afterwards the notes say it themselves. */
export function fitMoveChanges(
  { changes, dryRun }: Moved,
  budget: Budget,
): { changes?: NonNullable<Static<typeof moveChangesOutput>> } {
  return dryRun ? { changes: fitRows(changes, contentBytes(budget)) } : {};
}
