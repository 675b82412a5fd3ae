import { type TSchema, type TSchemaOptions, type TUnsafe, Type } from 'typebox';
import { leastBytes, mostBytes } from './budget.ts';

/** An enum as `type: string` + `enum`: some model APIs refuse unions of constants. */
export function stringEnum<const Values extends readonly string[]>(
  values: Values,
  options: TSchemaOptions = {},
): TUnsafe<Values[number]> {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...options });
}

export const notebookField = Type.Optional(
  Type.String({ description: 'Name or path; omit for the current one', minLength: 1 }),
);

/** Values above the maximum are lowered to it; the default follows the setting `defaultPageSize`. */
export const limitField = Type.Integer({
  description: 'Page size',
  default: 50,
  minimum: 1,
  maximum: 1000,
  clamp: true,
  fromSetting: 'defaultPageSize',
});

export const offsetField = Type.Integer({ description: 'Results to skip', default: 0, minimum: 0 });

export const maxBytesField = Type.Optional(
  Type.Integer({
    description: 'Answer size limit',
    minimum: leastBytes,
    maximum: mostBytes,
    clamp: true,
  }),
);

/** Accepted, not advertised: what few callers need costs all of them tokens. */
export function hidden<Field extends TSchema>(field: Field) {
  return Type.Optional<Field>({ ...field, hidden: true });
}

export const notebookOutput = Type.Object(
  {
    name: Type.String({ description: 'Notebook name' }),
    path: Type.String({ description: 'Absolute path of the folder that holds the notes' }),
  },
  { description: 'The notebook that was read' },
);

export const indexOutput = Type.Optional(
  Type.Object(
    {
      complete: Type.Boolean({ description: 'False: notes may still be missing from this answer' }),
      indexed: Type.Integer({ description: 'Notes indexed so far' }),
      found: Type.Integer({ description: 'Notes found so far' }),
    },
    { description: 'Only while the first index is being built' },
  ),
);

export const warningsOutput = Type.Optional(
  Type.Object(
    {
      count: Type.Integer({ description: 'Number of warnings' }),
      items: Type.Array(
        Type.Object({
          path: Type.String({ description: 'Path the warning is about' }),
          code: Type.String({ description: 'Kind of warning' }),
          message: Type.String({ description: 'What is wrong' }),
        }),
        { description: 'The first ten' },
      ),
    },
    { description: 'Files that could not be handled fully' },
  ),
);

/** Set when something was cut so that the answer fits. */
export const shortenedOutput = {
  truncated: Type.Optional(Type.Boolean({ description: 'Fields were shortened to fit the size limit' })),
  truncatedFields: Type.Optional(
    Type.Array(Type.String(), { description: 'Names of the shortened or left-out fields' }),
  ),
};
