import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { SampleItem } from '../support/gtd-database.ts';
import { editDatabase, filesBeside, openGtd } from '../support/open-gtd.ts';

// What the seed document of DirectGTD states, statement by statement, on both schemas a database can have.

const documentation: SampleItem = {
  id: 'item-abc123',
  title: 'Write Documentation',
  order: 0,
  created: '2024-01-15T18:30:00Z',
  modified: '2024-01-15T22:45:00Z',
  due: '2024-01-21T01:00:00Z',
};
const review: SampleItem = {
  id: 'item-def456',
  title: 'Review Code',
  order: 1,
  created: '2024-01-14T17:15:00Z',
  modified: '2024-01-16T19:20:00Z',
  completed: '2024-01-16T23:30:00Z',
};
const child: SampleItem = { id: 'item-ghi789', title: 'A child', parent: 'item-abc123' };
const two = { items: [review, child, documentation] };

const rows = (count: number, title = 'Item'): SampleItem[] =>
  Array.from({ length: count }, (_, i) => ({ id: `item-${i}`, title: `${title} ${i}`, order: i }));

const expectedMarkdown = `# DirectGTD Root Items

Found 2 root-level items

## Write Documentation
- **ID**: item-abc123
- **Sort Order**: 0
- **Created**: Jan 15, 2024, 10:30 AM PST
- **Modified**: Jan 15, 2024, 02:45 PM PST
- **Due Date**: Jan 20, 2024, 05:00 PM PST

## Review Code
- **ID**: item-def456
- **Sort Order**: 1
- **Created**: Jan 14, 2024, 09:15 AM PST
- **Modified**: Jan 16, 2024, 11:20 AM PST
- **Completed**: Jan 16, 2024, 03:30 PM PST`;

const expectedJson = {
  total: 2,
  items: [
    {
      id: 'item-abc123',
      title: 'Write Documentation',
      parentId: null,
      sortOrder: 0,
      createdAt: '2024-01-15T18:30:00Z',
      modifiedAt: '2024-01-15T22:45:00Z',
      completedAt: null,
      dueDate: '2024-01-21T01:00:00Z',
      earliestStartTime: null,
    },
    {
      id: 'item-def456',
      title: 'Review Code',
      parentId: null,
      sortOrder: 1,
      createdAt: '2024-01-14T17:15:00Z',
      modifiedAt: '2024-01-16T19:20:00Z',
      completedAt: '2024-01-16T23:30:00Z',
      dueDate: null,
      earliestStartTime: null,
    },
  ],
};

describe.each(['seed', 'app'] as const)('a database with the schema of the %s', (schema) => {
  const open = (items: SampleItem[]) => openGtd({ schema, sample: { items } });

  test('markdown is the default and looks as the example', async () => {
    await using gtd = await open(two.items);
    const answer = await gtd.ask('get_root_items');
    expect(answer.text).toBe(expectedMarkdown);
    expect((await gtd.ask('get_root_items', { response_format: 'markdown' })).text).toBe(expectedMarkdown);
  });

  test('json has total and items with the nine fields, and nothing else', async () => {
    await using gtd = await open(two.items);
    const { text } = await gtd.ask('get_root_items', { response_format: 'json' });
    expect(JSON.parse(text)).toEqual(expectedJson);
    expect(Object.keys(JSON.parse(text).items[0])).toEqual(Object.keys(expectedJson.items[0]!));
  });

  test('the JSON object is the structured content in both formats', async () => {
    await using gtd = await open(two.items);
    expect((await gtd.ask('get_root_items')).data).toEqual(expectedJson);
    expect((await gtd.ask('get_root_items', { response_format: 'json' })).data).toEqual(expectedJson);
  });

  test('an answer is one text block, and isError is absent', async () => {
    await using gtd = await open(two.items);
    const answer = await gtd.client.callTool({ name: 'directgtd_get_root_items', arguments: {} });
    expect(answer.content).toEqual([{ type: 'text', text: expectedMarkdown }]);
    expect(answer).not.toHaveProperty('isError');
  });

  test('only items without a parent are returned, in ascending sort order', async () => {
    await using gtd = await open([
      ...[5, -2, 0, 3].map((order) => ({ id: `root ${order}`, title: 't', order })),
      { id: 'inner', title: 't', parent: 'root 0', order: -9 },
    ]);
    const { data } = await gtd.ask('get_root_items');
    expect(idsOf(data)).toEqual(['root -2', 'root 0', 'root 3', 'root 5']);
  });

  test('equal sort orders come by id, the same every time', async () => {
    await using gtd = await open(['c', 'a', 'd', 'b'].map((id) => ({ id, title: 'same', order: 1 })));
    expect(idsOf((await gtd.ask('get_root_items')).data)).toEqual(['a', 'b', 'c', 'd']);
    expect(await gtd.ask('get_root_items')).toEqual(await gtd.ask('get_root_items'));
  });

  test('one item is counted in the singular', async () => {
    await using gtd = await open([documentation]);
    expect((await gtd.ask('get_root_items')).text).toContain('Found 1 root-level item\n');
  });

  test('lines for completed, due date and earliest start appear only when they are set', async () => {
    await using gtd = await open([
      { ...documentation, completed: review.completed!, start: '2024-01-16T08:00:00Z' },
      { id: 'bare', title: 'Bare', order: 1 },
    ]);
    const [full, bare] = (await gtd.ask('get_root_items')).text.split('\n\n## ').slice(1);
    expect(full).toContain('- **Completed**: Jan 16, 2024, 03:30 PM PST');
    expect(full).toContain('- **Due Date**: Jan 20, 2024, 05:00 PM PST');
    expect(full).toContain('- **Earliest Start**: Jan 16, 2024, 12:00 AM PST');
    expect(bare).not.toMatch(/Completed|Due Date|Earliest Start/);
  });

  test('no root items is a sentence and no error; in json an empty list', async () => {
    await using gtd = await open([]);
    const answer = await gtd.ask('get_root_items');
    expect(answer.text).toBe('No root items found in DirectGTD database.');
    expect(answer.isError).toBeUndefined();
    const json = await gtd.ask('get_root_items', { response_format: 'json' });
    expect(JSON.parse(json.text)).toEqual({ total: 0, items: [] });
  });

  test('titles keep special characters, Unicode and length', async () => {
    const titles = ['Ünïcödé 🎉 日本語', '"quotes" & <tags> \\ back', `long ${'x'.repeat(1500)}`];
    await using gtd = await open(titles.map((title, order) => ({ id: `${order}`, title, order })));
    const { data, text } = await gtd.ask('get_root_items');
    expect((data.items as { title: string }[]).map(({ title }) => title)).toEqual(titles);
    for (const title of titles) expect(text).toContain(`## ${title}\n`);
  });

  test('too many items: cut after a whole item, as many as fit, with the true total and the note', async () => {
    await using gtd = await open(rows(500));
    const { text, data } = await gtd.ask('get_root_items');
    const { count, items, nextOffset } = data as { count: number; items: unknown[]; nextOffset: number };
    expect(text.length).toBeLessThanOrEqual(25_000);
    expect(text).toContain('Found 500 root-level items\n');
    expect(text).toContain(
      `**Note**: Response truncated from 500 to ${count} items due to size limits.\n\nNext page: offset ${count}`,
    );
    expect([items.length, nextOffset]).toEqual([count, count]);
    expect(text.match(/^## /gm)).toHaveLength(count);
    const longest = Math.max(...text.split('\n\n## ').map((block) => block.length));
    expect(text.length + longest + 10).toBeGreaterThan(25_000);
  });

  test('too many items in json: total, count, items, truncated and the message', async () => {
    await using gtd = await open(rows(500));
    const { text } = await gtd.ask('get_root_items', { response_format: 'json' });
    const answer = JSON.parse(text);
    expect(text.length).toBeLessThanOrEqual(25_000);
    expect(answer).toMatchObject({
      total: 500,
      count: answer.items.length,
      offset: 0,
      hasMore: true,
      nextOffset: answer.items.length,
      truncated: true,
      truncation_message: `Response truncated from 500 to ${answer.count} items. The database contains more items than can be displayed at once.`,
    });
    expect(text.length + JSON.stringify(answer.items[0]).length).toBeGreaterThan(24_900);
  });

  test('pages joined are the whole list, in both formats and also when a page is cut', async () => {
    await using gtd = await open(rows(700));
    for (const args of [{}, { response_format: 'json' }, { limit: 33 }, { limit: 500 }]) {
      const seen: string[] = [];
      for (let offset: number | undefined = 0; offset !== undefined; ) {
        const { data, text } = await gtd.ask('get_root_items', { ...args, offset });
        expect(text.length).toBeLessThanOrEqual(25_000);
        expect(data.total).toBe(700);
        seen.push(...idsOf(data));
        offset = data.nextOffset as number | undefined;
      }
      expect(seen).toEqual(rows(700).map(({ id }) => id));
    }
  });

  test('an item longer than an answer comes shortened, never an empty page', async () => {
    await using gtd = await open([
      { id: 'huge', title: 'é"\n'.repeat(40_000) },
      { id: 'next', title: 'Next', order: 1 },
    ]);
    for (const response_format of ['markdown', 'json']) {
      const { text, data } = await gtd.ask('get_root_items', { response_format });
      expect(text.length).toBeLessThanOrEqual(25_000);
      expect(text.length).toBeGreaterThan(5_000);
      expect(data).toMatchObject({
        total: 2,
        count: 1,
        nextOffset: 1,
        items: [{ id: 'huge', truncated: true, truncatedFields: ['title'] }],
      });
    }
  });
});

test('exactly 25,000 characters are not cut, one more is', async () => {
  await using probe = await openGtd({ sample: { items: [{ id: 'a', title: 'x' }] } });
  const around = (await probe.ask('get_root_items')).text.length - 1;
  for (const [length, isCut] of [
    [25_000 - around, false],
    [25_001 - around, true],
  ] as const) {
    await using gtd = await openGtd({ sample: { items: [{ id: 'a', title: 'x'.repeat(length) }] } });
    const { text, data } = await gtd.ask('get_root_items');
    expect(text.length <= 25_000).toBe(true);
    expect((data.items as { truncated?: boolean }[])[0]?.truncated ?? false).toBe(isCut);
  }
});

test('a limit gives that many items and says where the next page is', async () => {
  await using gtd = await openGtd({ sample: { items: rows(5) } });
  const { data, text } = await gtd.ask('get_root_items', { limit: 2, offset: 2 });
  expect(data).toMatchObject({ total: 5, count: 2, offset: 2, hasMore: true, nextOffset: 4 });
  expect(data).not.toHaveProperty('truncated');
  expect(text).toContain('Found 5 root-level items');
  expect(text).not.toContain('truncated');
  expect(text.endsWith('Next page: offset 4')).toBe(true);
  const last = await gtd.ask('get_root_items', { limit: 2, offset: 4 });
  expect(last.data).toMatchObject({ count: 1, hasMore: false });
  expect(last.data).not.toHaveProperty('nextOffset');
});

test('a limit above the maximum is lowered to it; zero, fractions and negative offsets are refused', async () => {
  await using gtd = await openGtd({ sample: { items: rows(600, 'x') } });
  expect((await gtd.ask('get_root_items', { limit: 9000 })).text).toContain('truncated from 500 to');
  for (const args of [{ limit: 0 }, { limit: 1.5 }, { offset: -1 }, { limit: '5' }])
    expect((await gtd.ask('get_root_items', args)).isError, JSON.stringify(args)).toBe(true);
});

test('past the end is an empty page with the true total', async () => {
  await using gtd = await openGtd({ sample: two });
  const { data, text } = await gtd.ask('get_root_items', { offset: 10 });
  expect(data).toMatchObject({ total: 2, count: 0, offset: 10, hasMore: false, items: [] });
  expect(text).toContain('No items from offset 10 on.');
});

test('null counts as omitted, other formats and unknown parameters are refused', async () => {
  await using gtd = await openGtd({ sample: two });
  expect((await gtd.ask('get_root_items', { response_format: null })).text).toBe(expectedMarkdown);
  for (const args of [{ response_format: 'xml' }, { response_format: 3 }, { extra: true }]) {
    const { isError, text } = await gtd.ask('get_root_items', args);
    expect(isError).toBe(true);
    expect(text).toMatch(/^Error: /);
    expect(text).toContain(Object.keys(args)[0]);
  }
});

test('created and modified print None when they are not set; zero is a date', async () => {
  await using gtd = await openGtd({ schema: 'seed', sample: { items: [] } });
  editDatabase(gtd, [
    "CREATE TABLE loose AS SELECT * FROM items; DROP TABLE items; ALTER TABLE loose RENAME TO items; INSERT INTO items (id, title, sort_order, due_date) VALUES ('a', 'A', 1, 0)",
  ]);
  const { text, data } = await gtd.ask('get_root_items');
  expect(text).toContain(
    '- **Created**: None\n- **Modified**: None\n- **Due Date**: Dec 31, 1969, 04:00 PM PST',
  );
  expect(data.items).toMatchObject([{ createdAt: null, modifiedAt: null, dueDate: '1970-01-01T00:00:00Z' }]);
});

test('JSON times are ISO 8601 in whole seconds ending in Z, whatever was stored', async () => {
  await using gtd = await openGtd({ schema: 'seed', sample: { items: [] } });
  const stored = [
    '2024-01-15T10:30:00.123Z',
    '2024-01-15T10:30:00+02:00',
    '2024-01-15',
    '1705314600',
    '1705314600.75',
    'no time',
  ];
  editDatabase(
    gtd,
    stored.map(
      (time, i) =>
        `INSERT INTO items VALUES ('${i}', 't', NULL, ${i}, '${time}', '${time}', NULL, NULL, NULL)`,
    ),
  );
  const { data, text } = await gtd.ask('get_root_items');
  expect((data.items as { createdAt: string }[]).map(({ createdAt }) => createdAt)).toEqual([
    '2024-01-15T10:30:00Z',
    '2024-01-15T08:30:00Z',
    '2024-01-15T08:00:00Z',
    '2024-01-15T10:30:00Z',
    '2024-01-15T10:30:00Z',
    'no time',
  ]);
  expect(text).toContain('- **Created**: no time');
});

test('the tool is described by name, title, one optional parameter of the seed and four hints', async () => {
  await using gtd = await openGtd({ sample: two });
  const { tools } = await gtd.client.listTools();
  const tool = tools.find(({ name }) => name === 'directgtd_get_root_items')!;
  expect(tool.title).toBe('Get DirectGTD Root Items');
  expect(tool.inputSchema.required).toBeUndefined();
  expect(tool.inputSchema.properties?.response_format).toMatchObject({
    type: 'string',
    enum: ['markdown', 'json'],
    default: 'markdown',
  });
  expect(tool.annotations).toMatchObject({
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  });
});

test('the server is directgtd-mcp-server 1.0.0 when it serves nothing else', async () => {
  await using alone = await openGtd({ sample: two });
  expect(alone.client.getServerVersion()).toMatchObject({ name: 'directgtd-mcp-server', version: '1.0.0' });
  await using among = await openGtd({ sample: two, flags: { dialects: 'opennotes,directgtd' } });
  expect(among.client.getServerVersion()).toMatchObject({ name: 'slipbox', version: '9.9.9' });
});

test('calls do not depend on each other: many at once give the same answer', async () => {
  await using gtd = await openGtd({ sample: two });
  const answers = await Promise.all(Array.from({ length: 20 }, () => gtd.ask('get_root_items')));
  expect(new Set(answers.map(({ text }) => text))).toEqual(new Set([expectedMarkdown]));
});

test('reading changes no byte of the database and leaves no file beside it', async () => {
  await using gtd = await openGtd({ sample: { ...two, wal: true } });
  const before = readFileSync(gtd.file);
  for (let i = 0; i < 5; i++) expect((await gtd.ask('get_root_items')).text).toBe(expectedMarkdown);
  expect(readFileSync(gtd.file).equals(before)).toBe(true);
  expect(filesBeside(gtd)).toEqual(['gtd.sqlite']);
});

function idsOf(data: Record<string, unknown>): string[] {
  return (data.items as { id: string }[]).map(({ id }) => id);
}
