import type { NoteField } from './view-definition.ts';

const known: Readonly<Record<string, NoteField>> = {
  path: 'path',
  file_path: 'path',
  title: 'title',
  created: 'created',
  created_at: 'created',
  modified: 'modified',
  updated: 'modified',
  updated_at: 'modified',
  words: 'words',
  word_count: 'words',
  tag: 'tag',
  tags: 'tag',
  folder: 'folder',
};

const property = /^(?:data|metadata)\.([\p{L}\p{N}_ -]{1,100})$/u;
const arrow = /^(?:metadata|data)\s*->>?\s*'([^']{1,100})'$/;
const stats = /^stats\s*->>?\s*'(word_count|words)'$/;
const bare = /^[\p{L}_][\p{L}\p{N}_-]{0,99}$/u;
const cast = /\s*::\s*[A-Za-z]+(?:\(\s*\d+(?:\s*,\s*\d+)?\s*\))?$/;

/**
 * What a sort, group or column names: one of our own fields, a property as `data.x`, OpenNotes' `metadata->>'x'`, or any
 * other plain word, which is a property too. Undefined when it is none of these, as an expression.
 */
export function parseNoteField(written: string): NoteField | undefined {
  const text = unwrap(written.trim().replace(cast, ''));
  const key = text.toLowerCase();
  if (Object.hasOwn(known, key)) return known[key];
  if (stats.test(key)) return 'words';
  const name = property.exec(text)?.[1] ?? arrow.exec(text)?.[1] ?? (bare.test(text) ? text : undefined);
  if (name === undefined) return undefined;
  const folded = name.toLowerCase();
  return folded === 'tag' || folded === 'tags' ? 'tag' : `data.${name}`;
}

function unwrap(text: string): string {
  return text.startsWith('(') && text.endsWith(')') ? text.slice(1, -1).trim().replace(cast, '') : text;
}
