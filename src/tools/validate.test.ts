import fc from 'fast-check';
import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { SlipboxError } from '../engine/index.ts';
import { stringEnum } from './fields.ts';
import { allTools, serveTool } from './registry.ts';
import { validateInput } from './validate.ts';

const schema = Type.Object(
  {
    path: Type.String({ minLength: 1 }),
    limit: Type.Integer({ default: 50, minimum: 1, maximum: 1000, clamp: true }),
    share: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    sortBy: Type.Optional(stringEnum(['title', 'path'])),
    window: Type.Optional(Type.Object({ maxLines: Type.Optional(Type.Integer({ minimum: 1 })) })),
    tags: Type.Optional(Type.Array(Type.String())),
    data: Type.Optional(
      Type.Object(
        {},
        { additionalProperties: Type.Union([Type.String(), Type.Number(), Type.Array(Type.String())]) },
      ),
    ),
  },
  { additionalProperties: false },
);

function refusal(input: unknown): SlipboxError {
  try {
    validateInput(schema, input);
  } catch (error) {
    if (error instanceof SlipboxError) return error;
    throw error;
  }
  throw new Error('was accepted');
}

test('defaults are filled in and null means omitted', () => {
  expect(validateInput(schema, { path: 'a', limit: null, sortBy: null })).toEqual({ path: 'a', limit: 50 });
});

test('a limit above the maximum is lowered to it', () => {
  expect(validateInput(schema, { path: 'a', limit: 99_999 })).toMatchObject({ limit: 1000 });
});

test.each([
  [{ path: 'a', limit: 0 }, 'limit', 'Invalid limit: expected an integer of at least 1, got 0'],
  [{ path: 'a', limit: -1 }, 'limit', 'Invalid limit: expected an integer of at least 1, got -1'],
  [{ path: 'a', limit: 1.5 }, 'limit', 'Invalid limit: expected an integer of at least 1, got 1.5'],
  [{ path: 'a', limit: '5' }, 'limit', 'Invalid limit: expected an integer of at least 1, got "5"'],
  [{ path: 'a', share: 2 }, 'share', 'Invalid share: expected a number from 0 to 1, got 2'],
  [{ path: 'a', sortBy: 'size' }, 'sortBy', 'Invalid sortBy: expected one of title, path, got "size"'],
  [
    { path: 'a', window: { maxLines: 0 } },
    'window.maxLines',
    'Invalid window.maxLines: expected an integer of at least 1, got 0',
  ],
  [{ path: 'a', tags: ['x', 5] }, 'tags[1]', 'Invalid tags[1]: expected a string, got 5'],
  [
    { path: 'a', data: { x: true } },
    'data.x',
    'Invalid data.x: expected a string or a number or an array of strings, got true',
  ],
  [{ path: '' }, 'path', 'Invalid path: expected a string of at least 1 character, got ""'],
  [{}, 'path', 'Missing parameter: path'],
  [[], '', 'Invalid arguments: expected an object, got an array of 0'],
])('%j is refused, naming the parameter', (input, parameter, message) => {
  expect(refusal(input)).toMatchObject({ code: 'INVALID_PARAMS', message, details: { parameter } });
});

test('an unknown parameter is refused with the nearest known one', () => {
  expect(refusal({ path: 'a', limt: 3 })).toMatchObject({
    message: 'Unknown parameter: limt',
    hint: expect.stringContaining('Did you mean limit?'),
    details: { parameter: 'limt', allowed: expect.arrayContaining(['limit']) },
  });
});

test('the allowed values of an enum come with the error', () => {
  expect(refusal({ path: 'a', sortBy: 'x' }).details).toMatchObject({ allowed: ['title', 'path'] });
});

test('a key called __proto__ is a key like any other', () => {
  const input: unknown = JSON.parse('{"path":"a","data":{"__proto__":"x"}}');
  expect(Object.keys(validateInput(schema, input).data ?? {})).toEqual(['__proto__']);
  expect(refusal(JSON.parse('{"path":"a","__proto__":{"limit":1}}')).message).toBe(
    'Unknown parameter: __proto__',
  );
});

test('an error about a huge argument stays small', () => {
  const error = refusal({ path: 'a', ['x'.repeat(100_000)]: 1 });
  expect(JSON.stringify([error.message, error.hint, error.details]).length).toBeLessThan(1000);
});

test('nothing but a SlipboxError is ever thrown', () => {
  const inputs = allTools.map(
    (tool) => serveTool(tool, { toolPrefix: 'opennotes_', defaultPageSize: 50 }).input,
  );
  const names = inputs.flatMap((input) => Object.keys(input.properties));
  const argument = fc.anything({
    withBigInt: true,
    withNullPrototype: true,
    withSparseArray: true,
    maxDepth: 3,
  });
  const input = fc.oneof(argument, fc.dictionary(fc.constantFrom(...names, 'x'), argument));
  fc.assert(
    fc.property(fc.constantFrom(schema, ...inputs), input, (against, given) => {
      try {
        validateInput(against, given);
      } catch (error) {
        expect(error).toBeInstanceOf(SlipboxError);
      }
    }),
    { numRuns: 500 },
  );
});

test('another spelling counts as the parameter itself, once', () => {
  const spelled = Type.Object(
    {
      limit: Type.Integer({ default: 50, minimum: 1, maximum: 100, clamp: true }),
      max_results: Type.Optional(Type.Unsafe<never>({ spells: 'limit', hidden: true })),
    },
    { additionalProperties: false },
  );
  expect(validateInput(spelled, {})).toEqual({ limit: 50 });
  expect(validateInput(spelled, { max_results: 500 })).toEqual({ limit: 100 });
  expect(validateInput(spelled, { max_results: 7, limit: null })).toEqual({ limit: 7 });
  expect(validateInput(spelled, { max_results: null, limit: 3 })).toEqual({ limit: 3 });
  expect(() => validateInput(spelled, { max_results: 0 })).toThrow('Invalid limit');
  expect(() => validateInput(spelled, { max_results: 5, limit: 5 })).toThrow('given twice');
  expect(() => validateInput(spelled, { most: 5 })).toThrow('Unknown parameter: most');
});

test('text can be bound to a pattern, and to saying something', () => {
  const bound = Type.Object(
    {
      id: Type.Optional(Type.String({ pattern: '^a\\d$' })),
      words: Type.Optional(Type.String({ blank: false })),
    },
    { additionalProperties: false },
  );
  expect(validateInput(bound, { id: 'a1', words: ' x ' })).toEqual({ id: 'a1', words: ' x ' });
  expect(() => validateInput(bound, { id: 'b1' })).toThrow(
    'Invalid id: expected a string like ^a\\d$, got "b1"',
  );
  expect(() => validateInput(bound, { words: ' \n' })).toThrow(
    'Invalid words: expected a string that is not blank',
  );
});

test('null is a value only for a parameter that takes it', () => {
  const open = Type.Object(
    { value: Type.Unsafe<unknown>({ takesNull: true }), other: Type.Optional(Type.String()) },
    { additionalProperties: false },
  );
  expect(validateInput(open, { value: null, other: null })).toEqual({ value: null });
  expect(() => validateInput(open, { other: 'x' })).toThrow('Missing parameter: value');
});
