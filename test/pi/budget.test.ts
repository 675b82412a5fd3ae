import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_MAX_BYTES, DEFAULT_MAX_LINES, truncateHead } from '@earendil-works/pi-coding-agent';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPiFixture, type Loaded, loadExtension, type PiFixture } from './pi-fixture.ts';

const manyNotes = 2500;
let fixture: PiFixture;
let loaded: Loaded;

beforeAll(async () => {
  fixture = createPiFixture();
  const folder = join(fixture.notebook, 'many');
  mkdirSync(folder);
  const words = 'a rather long title for a note, so that many of them make a large answer';
  for (let i = 0; i < manyNotes; i++)
    writeFileSync(join(folder, `note-${i}.md`), `# ${i} ${words}\n\n#tag-${i}\n`);
  writeFileSync(
    join(fixture.notebook, 'large.md'),
    `# Large\n${'one line of a log that never ends\n'.repeat(300_000)}`,
  );
  loaded = await loadExtension(fixture);
});
afterAll(async () => {
  await loaded[Symbol.asyncDispose]();
  fixture.remove();
});

test('the first call reports how far the index is', async () => {
  const updates: unknown[] = [];
  await loaded.call('opennotes_list', { limit: 1 }, { onUpdate: (partial) => updates.push(partial) });
  expect(updates.length).toBeGreaterThan(0);
  expect(updates[0]).toMatchObject({
    content: [{ type: 'text', text: expect.stringMatching(/^Indexing \d+ of \d+ notes$/) }],
    details: { tool: 'opennotes_list', progress: { total: expect.any(Number) } },
  });
});

test.each([
  ['a list of a thousand notes', 'opennotes_list', { limit: 1000 }],
  ['a list that asks for more than pi takes', 'opennotes_list', { limit: 1000, maxBytes: 1_000_000 }],
  ['a note of ten megabytes', 'opennotes_get', { path: 'large.md' }],
  [
    'such a note with all limits raised',
    'opennotes_get',
    { path: 'large.md', maxLines: 2000, maxBytes: 1_000_000 },
  ],
])('%s stays within what pi lets a tool answer', async (_what, name, args) => {
  const { text, structuredContent } = await loaded.call(name, args);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(DEFAULT_MAX_BYTES);
  expect(Buffer.byteLength(text)).toBeGreaterThan(20_000);
  expect(truncateHead(text).truncated).toBe(false);
  const content = (structuredContent.note as { content?: string } | undefined)?.content ?? '';
  expect(content.split('\n').length).toBeLessThanOrEqual(DEFAULT_MAX_LINES);
});

test('what is left out is said, and the next page goes on where this one ended', async () => {
  const first = (await loaded.call('opennotes_list', { limit: 1000, sortBy: 'path' })).structuredContent;
  const { pagination, notes } = first as { pagination: { nextOffset: number }; notes: { path: string }[] };
  expect(first).toMatchObject({
    pagination: { hasMore: true, nextOffset: notes.length },
    _guidance: expect.any(String),
  });
  const next = await loaded.call('opennotes_list', {
    limit: 1000,
    sortBy: 'path',
    offset: pagination.nextOffset,
  });
  expect((next.structuredContent.notes as { path: string }[])[0]?.path).not.toBe(notes.at(-1)?.path);
});
