import { Type } from 'typebox';
import { shortenedOutput, stringEnum } from '../fields.ts';

const occurrence = {
  line: Type.Optional(Type.Integer({ description: 'Line of the link, from 1' })),
  raw: Type.Optional(Type.String({ description: 'The link as written' })),
  kind: Type.Optional(
    Type.String({ description: 'wikilink, embed, markdown, image, reference or autolink' }),
  ),
};

/** A link of a note into the notebook. */
export const internalLink = Type.Object({
  ...occurrence,
  target: Type.Optional(Type.String({ description: 'What it names' })),
  path: Type.Optional(Type.String({ description: 'Path of the file it means' })),
  title: Type.Optional(Type.String({ description: 'Title of that note' })),
  broken: Type.Optional(
    stringEnum(['note', 'attachment', 'heading', 'block'], { description: 'What is missing, if anything' }),
  ),
  choices: Type.Optional(
    Type.Integer({ description: 'Files of that name, when several; path is the closest' }),
  ),
  ...shortenedOutput,
});

/** A link of a note out of the notebook. */
export const externalLink = Type.Object({
  ...occurrence,
  url: Type.Optional(Type.String({ description: 'Where it leads' })),
  text: Type.Optional(Type.String({ description: 'Its text' })),
  ...shortenedOutput,
});

/** A link from another note. */
export const incomingLink = Type.Object({
  source: Type.Optional(Type.String({ description: 'Path of the note with the link' })),
  title: Type.Optional(Type.String({ description: 'Title of that note' })),
  ...occurrence,
  ...shortenedOutput,
});
