import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeTempFolder } from '../../../test/support/temp-folder.ts';
import type { NoteRecord } from '../db/note-record.ts';
import { packNotes, unpackNotes } from './packed-notes.ts';
import { loadFullYaml, type ParseContext, parseNoteFile } from './parse-note.ts';

const asText = (record: NoteRecord | undefined) =>
  record && { ...record, full: { ...record.full, body: Buffer.from(record.full.body).toString() } };

test('notes come out of a pack as they went in, whatever is in them', async () => {
  using folder = makeTempFolder();
  const context: ParseContext = { root: folder.root, timeZone: 'UTC', now: Date.now };
  await loadFullYaml(context);
  const line = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '# Title',
      '- [ ] task 📅 2026-01-02',
      '[[a|b#c]] ![[d^e]]',
      '#tag/inner',
      '日本語',
      'é\u0301',
      '\0',
      '',
    ),
  );
  const note = fc
    .tuple(fc.array(line), fc.array(line))
    .map(([properties, lines]) =>
      ['---', ...properties.map((value, at) => `key ${at}: ${JSON.stringify(value)}`), '---', ...lines].join(
        '\n',
      ),
    );
  fc.assert(
    fc.property(fc.array(note, { maxLength: 5 }), (notes) => {
      const names = notes.map((text, at) => {
        folder.write(`${at}.md`, text);
        return `${at}.md`;
      });
      const read = (disk: string) => parseNoteFile(context, disk, disk);
      const before = [...names, 'gone.md'].map((disk) => [disk, asText(read(disk))]);
      const after = [...unpackNotes(packNotes([...names, 'gone.md'], read))];
      expect(after.map(([disk, record]) => [disk, asText(record)])).toEqual(before);
      expect(before.at(-1)).toEqual(['gone.md', undefined]);
    }),
    { numRuns: 200 },
  );
});
