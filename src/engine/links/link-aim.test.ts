import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyOfAim, keyOfText, keysOfPath, parseAim } from './link-aim.ts';

const aim = (kind: string, target: string, folder = '') => {
  const { reach, path, noteOnly } = parseAim(kind, target, folder);
  return `${reach}${reach === 'self' || reach === 'nowhere' ? '' : ` ${path}`}${noteOnly ? ' note' : ''}`;
};

test.each([
  ['wikilink', 'Name', 'anywhere Name'],
  ['wikilink', ' Name ', 'anywhere Name'],
  ['wikilink', 'folder/Name', 'anywhere folder/Name'],
  ['wikilink', 'folder//Name/', 'anywhere folder/Name'],
  ['wikilink', 'Name.md', 'anywhere Name note'],
  ['wikilink', '/Name', 'exact Name'],
  ['embed', 'pic.png', 'anywhere pic.png'],
  ['wikilink', '', 'self'],
  ['wikilink', '100%25', 'anywhere 100%25'],
  ['wikilink', 'why?', 'anywhere why?'],
  ['markdown', 'Some%20Name.md', 'near Some Name note'],
  ['markdown', '100%.md', 'near 100% note'],
  ['markdown', 'a\\(b\\).md', 'near a(b) note'],
  ['markdown', 'Name.md?raw=1', 'near Name note'],
  ['markdown', '/deep/Name.MD', 'exact deep/Name note'],
  ['reference', '<x>', 'near <x>'],
  ['markdown', '.md', 'near .md'],
])('a %s to %j aims at: %s', (kind, target, expected) => {
  expect(aim(kind, target)).toBe(expected);
});

test.each([
  ['./b.md', 'exact one/two/b note'],
  ['../b', 'exact one/b'],
  ['../../b', 'exact b'],
  ['../../../b', 'nowhere'],
  ['x/../b', 'exact one/two/b'],
  ['/x/../b', 'exact b'],
  ['..', 'nowhere'],
  ['../', 'nowhere'],
  ['/', 'nowhere'],
  ['b/.', 'nowhere'],
])('steps in %j are taken from the folder of the note: %s', (target, expected) => {
  expect(aim('markdown', target, 'one/two')).toBe(expected);
  expect(aim('wikilink', target, 'one/two')).toBe(expected);
});

test('a link that can mean a path has one of the keys of that path', () => {
  const segment = fc.constantFrom('a', 'B', 'two  blanks', 'é', 'e\u0301', 'x.md', 'n.png', '日');
  fc.assert(
    fc.property(
      fc.array(segment, { minLength: 1, maxLength: 4 }),
      fc.nat({ max: 3 }),
      fc.constantFrom('wikilink', 'markdown'),
      (segments, from, kind) => {
        const path = segments.join('/').normalize('NFC');
        const target = segments.slice(Math.min(from, segments.length - 1)).join('/');
        for (const written of [target, target.toUpperCase(), `/${path}`])
          expect(keysOfPath(path)).toContain(keyOfAim(parseAim(kind, written, 'elsewhere')));
        const up = `../${path}`;
        expect(keysOfPath(path)).toContain(keyOfAim(parseAim(kind, up, 'elsewhere')));
      },
    ),
  );
});

test('a link that can mean an alias or a title has its key', () => {
  for (const text of ['two words', 'two  blanks', 'a\u00a0b', 'a/b/c', 'x.md', 'ÜBER', 'a//b'])
    expect(keyOfAim(parseAim('wikilink', text, 'any/where'))).toBe(keyOfText(text.toLowerCase()));
});

test('links to the note itself and to nothing wait for nobody', () => {
  expect(keyOfAim(parseAim('wikilink', '', 'one'))).toBeNull();
  expect(keyOfAim(parseAim('markdown', '../../x', 'one'))).toBeNull();
});
