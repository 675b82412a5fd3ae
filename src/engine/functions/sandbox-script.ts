/**
 * What runs inside the sandbox before the function: it makes `notes` and `console` out of two functions of ours and takes
 * away what nobody needs there. It keeps its own references to everything it uses, so that a function that replaces
 * `JSON.parse` or a prototype deceives only itself. What crosses the border is text, both ways.
 */
export const sandboxScript = `(function (ask, log) {
  'use strict';
  const { parse, stringify } = JSON;
  const { freeze, defineProperty, getPrototypeOf } = Object;
  const Failure = Error;
  const asText = String;
  const longest = 10000;

  const fixed = (holder, name, value) =>
    defineProperty(holder, name, { value, writable: false, enumerable: false, configurable: false });
  const without = freeze(fixed(function () {
    throw new TypeError('code in texts is not run here: no eval, no Function');
  }, 'prototype', Function.prototype));
  for (const kind of [function () {}, async function () {}, function* () {}, async function* () {}])
    fixed(getPrototypeOf(kind), 'constructor', without);
  fixed(globalThis, 'Function', without);
  fixed(globalThis, 'eval', without);
  delete globalThis.SharedArrayBuffer;
  delete globalThis.Atomics;

  const method = (name) => freeze(function (...given) {
    const reply = parse(ask(name, stringify(given)));
    if (reply[0]) return reply[1];
    const failure = new Failure(reply[1]);
    failure.code = reply[2];
    throw failure;
  });
  const notes = { __proto__: null };
  for (const name of ['list', 'get', 'search', 'links', 'backlinks']) notes[name] = method(name);
  freeze(notes);

  const show = (value) => {
    if (typeof value === 'string') return value;
    try {
      if (typeof value === 'object' && value !== null && !(value instanceof Failure))
        return asText(stringify(value));
      return asText(value);
    } catch {
      return '(cannot be shown)';
    }
  };
  const print = freeze(function (...values) {
    let line = '';
    for (let i = 0; i < values.length && line.length < longest; i++) line += (i === 0 ? '' : ' ') + show(values[i]);
    log(line);
  });
  fixed(globalThis, 'notes', notes);
  fixed(globalThis, 'console', freeze({
    __proto__: null, log: print, info: print, warn: print, error: print, debug: print,
  }));

  const partOf = (thrown, key) => (thrown[key] === undefined ? '' : asText(thrown[key]));
  const describe = (thrown) => {
    try {
      return typeof thrown === 'object' && thrown !== null
        ? stringify([partOf(thrown, 'name'), partOf(thrown, 'message'), partOf(thrown, 'stack')])
        : stringify(['', 'it threw ' + show(thrown), '']);
    } catch {
      return '["","it threw what cannot be shown",""]';
    }
  };

  let outcome = '';
  const run = async (main, args) => {
    let value;
    try {
      value = await main(parse(args), notes);
    } catch (thrown) {
      outcome = 'E' + describe(thrown);
      return;
    }
    try {
      outcome = 'V' + (stringify(value) ?? 'null');
    } catch (thrown) {
      outcome = 'R' + describe(thrown);
    }
  };
  return freeze({ describe, run(main, args) { run(main, args); }, outcome: () => outcome });
})`;
