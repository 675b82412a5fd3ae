import { Type } from 'typebox';
import { createNote } from '../../engine/index.ts';
import { defineTool } from '../define-tool.ts';
import { notebookField, notebookOutput, warningsOutput } from '../fields.ts';
import { present } from '../present.ts';
import { opennotes } from './dialect.ts';

export const opennotesCreate = defineTool({
  dialect: opennotes,
  name: 'opennotes_create',
  title: 'Create a note',
  description:
    'Create a note. Its file is named after the title; an existing note is never overwritten. ' +
    'Frontmatter gets title, created, the fields of the template, then data.',
  effect: 'write',
  idempotent: false,
  input: Type.Object(
    {
      title: Type.String({ description: 'Title, 1-200 characters', minLength: 1 }),
      path: Type.Optional(Type.String({ description: 'Folder, made when missing, or a file ending in .md' })),
      template: Type.Optional(Type.String({ description: 'Template name', minLength: 1 })),
      content: Type.Optional(Type.String({ description: 'Markdown after the frontmatter' })),
      data: Type.Optional(
        Type.Unsafe<Record<string, unknown>>({
          type: 'object',
          description: 'Frontmatter fields: text, numbers, booleans, lists',
          additionalProperties: {},
        }),
      ),
      notebook: notebookField,
      dryRun: Type.Boolean({ description: 'Check only, write nothing', default: false }),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    created: Type.Object(
      {
        path: Type.String({ description: 'Path in the notebook' }),
        absolutePath: Type.String({ description: 'Path on disk' }),
        title: Type.String({ description: 'Title' }),
      },
      { description: 'The new note' },
    ),
    notebook: notebookOutput,
    etag: Type.String({ description: 'Version of the note' }),
    dryRun: Type.Optional(Type.Boolean({ description: 'True: nothing was written' })),
    warnings: warningsOutput,
  }),
  cli: { positional: ['title'], pairs: ['data'], stdin: ['content'] },
  async run(engine, input, call) {
    const { created, notebook, etag, dryRun, warnings } = await createNote(engine, input, call);
    return { created, notebook, etag, ...present({ dryRun, warnings }) };
  },
  render: ({ created }) => created.path,
  notice: ({ dryRun }) => (dryRun ? 'Nothing was written' : ''),
});
