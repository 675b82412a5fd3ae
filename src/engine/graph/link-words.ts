// Apart from what uses them: the main thread needs the words and not the code that runs in the reader thread.

/** Links of a note into the notebook, out of it, and of other notes to it. */
export const linkCategories = ['internal', 'external', 'incoming'] as const;
export type LinkCategory = (typeof linkCategories)[number];

/** Links followed from a note on, against their direction, or both ways. */
export const linkDirections = ['out', 'in', 'both'] as const;
export type LinkDirection = (typeof linkDirections)[number];

/** What ties a note to others. */
export const relationCategories = [
  'parents',
  'children',
  'outgoing_links',
  'incoming_links',
  'external_links',
  'related',
] as const;
export type RelationCategory = (typeof relationCategories)[number];
