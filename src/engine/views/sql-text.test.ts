import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ViewValue } from './parameters.ts';
import { checkSqlPlaceholders, renderSql } from './sql-text.ts';

const text = (value: string): ViewValue => ({ type: 'string', text: value });
const render = (sql: string, value: ViewValue) =>
  renderSql(sql, () => value)
    .replaceAll(/ +/g, ' ')
    .trim();

describe('parameters in SQL', () => {
  it.each<[string, ViewValue, string]>([
    ['SELECT {{x}}', text("it's"), "SELECT 'it''s'"],
    ["SELECT '{{x}}'", text("it's"), "SELECT 'it''s'"],
    ["SELECT '%{{x}}%'", text("a' OR 1=1 --"), "SELECT '%a'' OR 1=1 --%'"],
    ["SELECT 'it''s {{x}}'", text("'"), "SELECT 'it''s '''"],
    ["SELECT e'\\'{{x}}'", text("\\' OR"), "SELECT e'\\'\\\\'' OR'"],
    ['SELECT E{{x}}', text("\\'"), "SELECT E '\\'''"],
    ['WHERE s IN ({{x}})', { type: 'list', items: ['a', "b'c"] }, "WHERE s IN ( 'a', 'b''c' )"],
    ["WHERE s = '{{x}}'", { type: 'list', items: ['a', 'b'] }, "WHERE s = 'a,b'"],
    ['SELECT -{{x}}', { type: 'number', text: '-1' }, 'SELECT - -1'],
    ['WHERE b = {{x}}', { type: 'bool', text: 'true' }, 'WHERE b = TRUE'],
    ['SELECT 1 -- {{x}}\n', text('v'), 'SELECT 1 -- {{x}}'],
    ["SELECT 1 -- it's\n, {{x}}", text('v'), "SELECT 1 -- it's\n, 'v'"],
    ["SELECT /* ' /* */ ' */ {{x}}", text('v'), "SELECT /* ' /* */ ' */ 'v'"],
    ['SELECT "a\'b", {{x}}', text('v'), "SELECT \"a'b\", 'v'"],
    ["SELECT $$ ' $$, {{x}}", text('v'), "SELECT $$ ' $$, 'v'"],
    ["SELECT $q$ $$ ' $q$, {{x}}", text('v'), "SELECT $q$ $$ ' $q$, 'v'"],
  ])('%s with %j', (sql, value, expected) => {
    expect(render(sql, value)).toBe(expected);
  });

  const place = { view: 'v', file: 'f.json' };
  const parameters = [{ name: 'x', type: 'string', required: true }] as const;
  it.each(['SELECT "{{x}}"', 'SELECT $$ {{x}} $$', 'SELECT {{y}}', 'SELECT {{env:HOME}}', 'SELECT {{}}'])(
    'refuses %s',
    (sql) => {
      expect(() => checkSqlPlaceholders(place, sql, parameters)).toThrow(/"sql"/);
    },
  );

  it('accepts parameters, tokens, and anything in a comment', () => {
    checkSqlPlaceholders(place, "SELECT {{x}}, '{{ today-7 }}' /* {{whatever}} */", parameters);
  });
});

it('whatever a value holds, it stays inside its literal', () => {
  const value = fc.string({
    unit: fc.constantFrom("'", '"', '\\', '-', '/', '*', ';', '$', '{', '}', 'a', '\n', ' '),
  });
  const frame = fc.constantFrom<[string, string]>(
    ['SELECT ', ' END'],
    ["SELECT '", "' END"],
    ["SELECT 'x''", "' END"],
  );
  fc.assert(
    fc.property(frame, value, ([before, after], written) => {
      const sql = renderSql(`${before}{{x}}${after}`, () => text(written));
      const start = sql.indexOf("'");
      // read the one literal as SQL does
      let read = '';
      let at = start + 1;
      for (; at < sql.length; at++) {
        if (sql[at] !== "'") read += sql[at];
        else if (sql[at + 1] === "'") read += sql[at++];
        else break;
      }
      expect(read).toBe(before === "SELECT 'x''" ? `x'${written}` : written);
      expect(sql.slice(at + 1).trim()).toBe('END');
    }),
  );
});
