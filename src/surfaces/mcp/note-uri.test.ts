import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseNoteUri, parsePathValue, renderNoteUri, renderPathValue } from './note-uri.ts';

const segment = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .map((text) => text.replaceAll('/', '_'));
const name = segment.map((text) => text.normalize('NFC'));
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => `${parts.join('/')}.md`);

test('every path comes back from its value in the template, and from a URI with that value in it', () => {
  fc.assert(
    fc.property(path, (path) => {
      const value = renderPathValue(path);
      expect(parsePathValue(value)).toBe(path);
      expect(parseNoteUri(`note://notes/${value}`)?.path).toBe(path);
      expect(renderPathValue(path.replaceAll(/[%?#]/g, ''))).toBe(path.replaceAll(/[%?#]/g, ''));
    }),
  );
});

test('every notebook and path comes back from its URI, with the place to read on from', () => {
  fc.assert(
    fc.property(segment, path, fc.nat(), fc.nat(), (notebook, path, offset, charOffset) => {
      const start = { offset: 0, charOffset: 0 };
      expect(parseNoteUri(renderNoteUri({ notebook, path }))).toEqual({ notebook, path, ...start });
      const from = { offset, charOffset };
      expect(parseNoteUri(renderNoteUri({ notebook, path }, from))).toEqual({ notebook, path, ...from });
    }),
  );
});

test('a URI is one that URL parsers leave as it is', () => {
  fc.assert(
    fc.property(segment, path, (notebook, path) => {
      fc.pre(!path.split('/').some((part) => part === '.' || part === '..'));
      const uri = renderNoteUri({ notebook, path });
      expect(new URL(uri).href).toBe(uri);
    }),
  );
});

test.each([
  ['note://My%20notes/projects/caf%C3%A9.md', 'projects/café.md'],
  ['note://My%20notes/projects/café.md', 'projects/café.md'],
  ['note://My%20notes/projects/cafe\u0301.md', 'projects/café.md'],
  ['note://My%20notes/What now? #1.md', 'What now? #1.md'],
  ['NOTE://My%20notes/100%25.md', '100%.md'],
])('%s names %s', (uri, path) => {
  expect(parseNoteUri(uri)).toMatchObject({ notebook: 'My notes', path, offset: 0 });
});

test.each([
  '',
  'note:',
  'note://',
  'note://nb',
  'note://nb/',
  'note:///a.md',
  'file:///etc/passwd',
  'note://nb/%',
  'note://nb/%ff.md',
])('nothing is named by %j', (uri) => {
  expect(parseNoteUri(uri)).toBeUndefined();
});

test('whatever it is given it does not throw', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parseNoteUri(`note://n/${text}`)));
});
