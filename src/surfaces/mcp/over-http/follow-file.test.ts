import { chmodSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { makeTempFolder } from '../../../../test/support/temp-folder.ts';
import { followFile } from './follow-file.ts';

afterEach(() => void vi.useRealTimers());

/** A file is old enough for its looks to be trusted. */
const later = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 });

test('a file is read when it has changed, and no more than looked at when it has not', () => {
  using folder = makeTempFolder();
  const file = folder.write('a', 'one');
  let reads = 0;
  const read = () => {
    reads++;
    return folder.read('a');
  };
  const ask = followFile(file, read, () => undefined);
  later();
  for (let round = 0; round < 5; round++) expect(ask()).toBe('one');
  expect(reads).toBe(1);
  folder.write('a', 'two');
  expect(ask()).toBe('two');
  folder.write('b', 'six');
  renameSync(folder.path('b'), file);
  expect(ask()).toBe('six');
});

test('a change too soon after another to show is found all the same', () => {
  using folder = makeTempFolder();
  const ask = followFile(
    folder.write('a', 'x0'),
    () => folder.read('a'),
    () => undefined,
  );
  for (let round = 1; round < 200; round++) {
    folder.write('a', `x${round % 10}`);
    expect(ask()).toBe(`x${round % 10}`);
  }
});

test('what cannot be read counts as before and is told once; what is gone says nothing', () => {
  using folder = makeTempFolder();
  const file = folder.write('a', '{"n":1}');
  const told: string[] = [];
  const ask = followFile(
    file,
    () => JSON.parse(folder.read('a')) as unknown,
    (message) => void told.push(message),
  );
  expect(ask()).toEqual({ n: 1 });
  folder.write('a', '{"n":');
  for (let round = 0; round < 3; round++) expect(ask()).toEqual({ n: 1 });
  expect(told).toHaveLength(1);
  folder.write('a', '{"n":2}');
  expect(ask()).toEqual({ n: 2 });
  folder.write('a', '{"n":');
  expect(ask()).toEqual({ n: 2 });
  expect(told).toHaveLength(2);
  rmSync(file);
  expect(ask()).toBeUndefined();
  mkdirSync(file);
  expect(ask()).toBeUndefined();
  expect(told).toHaveLength(3);
  chmodSync(file, 0o700);
});
