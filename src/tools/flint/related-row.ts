import { Type } from 'typebox';
import { shortenedOutput } from '../fields.ts';
import { rowFields } from './dialect.ts';

const names = (description: string) => Type.Optional(Type.Array(Type.String(), { description }));

/** A note that is related to another one, and why. */
export const relatedRow = Type.Object({
  ...rowFields,
  score: Type.Optional(Type.Number({ description: 'Sum of the weights' })),
  reasons: Type.Optional(
    Type.Array(
      Type.Object({
        kind: Type.String({
          description:
            'parent, child, sibling, outgoing_link, incoming_link, shared_links, co_citation, shared_tags or similar_text',
        }),
        weight: Type.Number({ description: 'Its part of the score' }),
        count: Type.Optional(Type.Integer({ description: 'Number of links or of notes linked in common' })),
        notes: names('Paths of what is shared, the most telling first'),
        tags: names('Shared tags'),
        words: names('Shared words'),
      }),
      { description: 'Why, the weightiest first' },
    ),
  ),
  ...shortenedOutput,
});
