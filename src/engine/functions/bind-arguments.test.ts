import { expect, test } from 'vitest';
import { SlipboxError } from '../errors.ts';
import { bindArguments } from './bind-arguments.ts';
import type { FunctionParameter } from './function-definition.ts';

const clock = { now: Date.UTC(2026, 0, 28, 11), timeZone: 'Europe/Berlin' };
const parameters: FunctionParameter[] = [
  { name: 'text', type: 'string', required: true },
  { name: 'count', type: 'number', required: false, default: 3 },
  { name: 'all', type: 'bool', required: false, default: false },
  { name: 'day', type: 'date', required: false, default: 'today-7' },
  { name: 'tags', type: 'list', required: false, default: [] },
];

const bind = (given: Record<string, unknown>) =>
  Object.fromEntries(bindArguments({ name: 'f', parameters }, given, clock));

function refusal(given: Record<string, unknown>): SlipboxError {
  try {
    bind(given);
  } catch (error) {
    if (error instanceof SlipboxError) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

test('defaults stand for what is left out, null is left out, tokens become days', () => {
  expect(bind({ text: 'x', count: null })).toEqual({
    text: 'x',
    count: 3,
    all: false,
    day: '2026-01-21',
    tags: [],
  });
  expect(bind({ text: '', count: -1.5, all: true, day: '2026-02-28', tags: ['a', 'b,c'] })).toEqual({
    text: '',
    count: -1.5,
    all: true,
    day: '2026-02-28',
    tags: ['a', 'b,c'],
  });
});

test('what a command line gives as words is taken for what it means', () => {
  expect(bind({ text: 2026, tags: 'a, b,' })).toMatchObject({ text: '2026', tags: ['a', 'b'] });
});

test.each([
  [{}, 'Missing parameter of function f: text', 'args.text'],
  [{ text: null }, 'Missing parameter of function f: text', 'args.text'],
  [{ text: {} }, 'Invalid text: expected a text of at most 10000 characters, got an object', 'args.text'],
  [{ text: 'a\0b' }, 'Invalid text', 'args.text'],
  [{ text: 'x'.repeat(10_001) }, 'Invalid text', 'args.text'],
  [{ text: 'x', count: '3' }, 'Invalid count: expected a number, got "3"', 'args.count'],
  [{ text: 'x', count: Number.NaN }, 'Invalid count', 'args.count'],
  [{ text: 'x', count: Number.POSITIVE_INFINITY }, 'Invalid count', 'args.count'],
  [{ text: 'x', all: 1 }, 'Invalid all: expected true or false, got 1', 'args.all'],
  [{ text: 'x', day: 'someday' }, 'Invalid day: expected a date as YYYY-MM-DD', 'args.day'],
  [{ text: 'x', day: 20260128 }, 'Invalid day', 'args.day'],
  [
    { text: 'x', tags: [['a']] },
    'Invalid tags: expected a list of at most 1000 texts, got an array of 1',
    'args.tags',
  ],
  [{ text: 'x', tags: Array.from({ length: 1_001 }, () => 'a') }, 'Invalid tags', 'args.tags'],
  [{ text: 'x', cuont: 1 }, 'Unknown parameter of function f: cuont', 'args.cuont'],
  [
    JSON.parse('{"text": "x", "__proto__": {"count": 1}}'),
    'Unknown parameter of function f: __proto__',
    'args.__proto__',
  ],
])('%j is refused', (given, message, parameter) => {
  const error = refusal(given as Record<string, unknown>);
  expect(error.code).toBe('INVALID_PARAMS');
  expect(error.message).toContain(message);
  expect(error.details).toMatchObject({ parameter });
});

test('a mistyped parameter is told its likely name', () => {
  expect(refusal({ text: 'x', cuont: 1 }).hint).toBe(
    'Did you mean count? it takes text, count, all, day, tags',
  );
});
