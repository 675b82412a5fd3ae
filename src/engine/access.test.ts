import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  type AccessRule,
  callerOf,
  canSee,
  canWrite,
  compileNamed,
  globFault,
  globNames,
  mayWrite,
  narrowCaller,
  seesAll,
  seesMatching,
} from './access.ts';
import { owner } from './call.ts';

const paths = [
  'a.md',
  'Private',
  'Private/b.md',
  'Private/deep/c.md',
  'private/d.md',
  'Privateer/e.md',
  'work/Private/f.md',
  'work/g.md',
  'work/deep/h.md',
  'work',
  'Café/i.md',
  'pic.png',
];
const seen = (rule: AccessRule) => paths.filter(canSee(callerOf(rule)));
const written = (rule: AccessRule) => paths.filter(canWrite(callerOf(rule)));
const without = (...gone: string[]) => paths.filter((path) => !gone.includes(path));

describe('what is hidden', () => {
  const allOfPrivate = ['Private', 'Private/b.md', 'Private/deep/c.md', 'private/d.md'];
  it.each(['Private', 'Private/', 'Private/**', '/Private', './Private/**', 'PRIVATE', 'privat[e]'])(
    'takes a folder and all that is in it away: %s',
    (glob) => {
      expect(seen({ hidden: [glob] })).toEqual(without(...allOfPrivate));
      expect(written({ hidden: [glob] })).toEqual(without(...allOfPrivate));
    },
  );

  it('takes away what lies in folders that a pattern matches', () => {
    expect(seen({ hidden: ['**/Private'] })).toEqual(without(...allOfPrivate, 'work/Private/f.md'));
    expect(seen({ hidden: ['priv*'] })).toEqual(without(...allOfPrivate, 'Privateer/e.md'));
    expect(seen({ hidden: ['{work/deep,*.png}'] })).toEqual(without('work/deep/h.md', 'pic.png'));
    expect(seen({ hidden: ['**'] })).toEqual([]);
  });

  it('is found in whatever way its accents are stored', () => {
    const sees = canSee(callerOf({ hidden: ['Cafe\u0301'] }));
    expect(sees('Café/i.md'.normalize('NFC'))).toBe(false);
    expect(sees('Café/i.md'.normalize('NFD'))).toBe(false);
  });

  it('stays hidden from someone who may read and write it otherwise', () => {
    expect(seen({ read: ['Private'], hidden: ['Private/deep'] })).toEqual(['Private', 'Private/b.md']);
    expect(written({ write: ['Private'], hidden: ['Private/deep'] })).toEqual(['Private', 'Private/b.md']);
  });
});

describe('what may be read', () => {
  it('is everything without a word about it, nothing when the list is empty', () => {
    expect(seen({})).toEqual(paths);
    expect(seen({ read: ['**'] })).toEqual(paths);
    expect(seen({ read: [] })).toEqual([]);
    expect(written({ read: [] })).toEqual([]);
  });

  it('is a named folder with all that is in it, in the case it is written in', () => {
    for (const glob of ['work', 'work/', 'work/**'])
      expect(seen({ read: [glob] })).toEqual(['work/Private/f.md', 'work/g.md', 'work/deep/h.md', 'work']);
    expect(seen({ read: ['private'] })).toEqual(['private/d.md']);
  });

  it('is of a pattern only what matches, so that a grant never grows by itself', () => {
    expect(seen({ read: ['*'] })).toEqual(['a.md', 'Private', 'work', 'pic.png']);
    expect(seen({ read: ['work/*'] })).toEqual(['work/g.md']);
    expect(seen({ read: ['{work/deep,*.md}'] })).toEqual(['a.md', 'work/deep/h.md']);
  });
});

describe('what may be written', () => {
  it('is never more than what may be read', () => {
    expect(written({ read: ['work'], write: ['work/deep', 'Private'] })).toEqual(['work/deep/h.md']);
    expect(written({ read: ['work/deep'] })).toEqual(['work/deep/h.md']);
    expect(written({ write: [] })).toEqual([]);
    expect(seen({ write: [] })).toEqual(paths);
  });

  it('is known to be nothing without a path to ask for', () => {
    expect(mayWrite(owner)).toBe(true);
    expect(mayWrite(callerOf({ write: [] }))).toBe(false);
    expect(mayWrite(narrowCaller(callerOf({ write: [] }), {}))).toBe(false);
  });
});

const glob = fc.constantFrom(
  '**',
  'Private',
  'work/**',
  '**/Private',
  '*.md',
  'work/*',
  '{work,Café}/**',
  '**/deep/**',
  'PRIVATE',
);
const globs = fc.uniqueArray(glob, { maxLength: 3 });
const rule: fc.Arbitrary<AccessRule> = fc.record(
  { read: globs, write: globs, hidden: globs },
  { requiredKeys: [] },
);

test('two rules together allow exactly what each of them allows', () => {
  fc.assert(
    fc.property(rule, rule, (one, other) => {
      const both = narrowCaller(callerOf(one), other);
      expect(paths.filter(canSee(both))).toEqual(seen(one).filter((path) => seen(other).includes(path)));
      expect(paths.filter(canWrite(both))).toEqual(
        written(one).filter((path) => written(other).includes(path)),
      );
      if (seesAll(both)) expect(paths.filter(canSee(both))).toEqual(paths);
    }),
  );
});

test('the globs that a path matches decide alone who sees it', () => {
  fc.assert(
    fc.property(rule, rule, fc.constantFrom(...paths), (one, other, path) => {
      const caller = narrowCaller(callerOf(one), other);
      const names = globNames(caller).filter((name) => compileNamed(name)(path));
      expect(seesMatching(caller, new Set(names))).toBe(canSee(caller)(path));
    }),
  );
});

describe('a glob is refused', () => {
  it.each([
    [7, 'text'],
    ['', 'a folder'],
    ['/', 'a folder'],
    ['{a,}', 'a folder'],
    ['../x', 'inside'],
    ['a/../../b', 'inside'],
    ['{..,a}/b', 'inside'],
    ['C:/notes', 'inside'],
    ['a\0b', 'inside'],
    ['Private\\deep', '/ between'],
    [`{${Array.from({ length: 300 }, (_, i) => i)}}`, 'fewer'],
  ])('%j', (given, why) => {
    expect(globFault(given)).toContain(why);
  });

  it('not otherwise', () => {
    for (const good of ['**', 'Private', 'a b/**', '\\[x\\]', '{a,b}/*.md', '[!a]*', '日本'])
      expect(globFault(good)).toBeUndefined();
  });
});
