import { describe, expect, it } from 'vitest';
import { bindParameters, parseValue } from './parameters.ts';
import type { ParameterType, ViewParameter } from './view-definition.ts';

const clock = { now: Date.parse('2026-03-18T12:00:00Z'), timeZone: 'UTC' };
const parameter = (type: ParameterType, more: Partial<ViewParameter> = {}): ViewParameter => ({
  name: 'p',
  type,
  required: false,
  ...more,
});
const bind = (parameters: ViewParameter[], given: Record<string, unknown>) =>
  Object.fromEntries(bindParameters('v', parameters, given, clock));

describe('values', () => {
  it.each<[ParameterType, unknown, unknown]>([
    ['string', ' some text ', 'some text'],
    ['string', 7, '7'],
    ['number', '042', '42'],
    ['number', -1.5, '-1.5'],
    ['bool', 'Yes', 'true'],
    ['bool', false, 'false'],
    ['date', '2024-02-29', '2024-02-29'],
    ['date', '{{today-7}}', '2026-03-11'],
    ['date', 'yesterday', '2026-03-17'],
  ])('%s takes %j', (type, raw, expected) => {
    expect(parseValue(parameter(type), raw, clock)).toEqual({ type, text: expected });
  });

  it('a list is separated by commas or is one already', () => {
    expect(parseValue(parameter('list'), ' a, b c ,a', clock)).toEqual({ type: 'list', items: ['a', 'b c'] });
    expect(parseValue(parameter('list'), ['a', 'b'], clock)).toEqual({ type: 'list', items: ['a', 'b'] });
  });

  it.each<[ParameterType, unknown]>([
    ['string', ''],
    ['string', { a: 1 }],
    ['string', 'a\0b'],
    ['number', 'seven'],
    ['number', '1e9'],
    ['bool', 'maybe'],
    ['date', '2025-02-29'],
    ['date', '18.3.2026'],
    ['date', '{{quarter}}'],
    ['date', '{{someday}}'],
    ['list', 'a,,b'],
    ['list', ''],
    ['string', 'x'.repeat(257)],
    ['list', `${'x'.repeat(256)},`],
  ])('%s refuses %j', (type, raw) => {
    expect(() => parseValue(parameter(type), raw, clock)).toThrow(
      expect.objectContaining({
        code: 'INVALID_PARAMS',
        details: expect.objectContaining({ parameter: 'params.p' }),
      }),
    );
  });

  it('takes 256 characters, however many units they are', () => {
    expect(parseValue(parameter('string'), '😀'.repeat(256), clock)).toBeDefined();
  });
});

describe('the parameters of a call', () => {
  it('fill in defaults before asking what is missing', () => {
    const required = parameter('list', { required: true, default: 'a,b' });
    expect(bind([required], {})).toEqual({ p: { type: 'list', items: ['a', 'b'] } });
    expect(bind([required], { p: null })).toEqual({ p: { type: 'list', items: ['a', 'b'] } });
  });

  it('name what is missing', () => {
    expect(() => bind([parameter('string', { required: true })], {})).toThrow(
      /Missing parameter of view v: p/,
    );
  });

  it('leave out what is optional', () => {
    expect(bind([parameter('string')], {})).toEqual({});
  });

  it.each(['q', '__proto__', 'toString'])('refuse %s, saying what there is', (name) => {
    const given = Object.fromEntries([[name, 'x']]);
    expect(() => bind([parameter('string')], given)).toThrow(
      expect.objectContaining({
        code: 'INVALID_PARAMS',
        details: expect.objectContaining({ parameter: `params.${name}`, allowed: ['p'] }),
      }),
    );
  });
});
