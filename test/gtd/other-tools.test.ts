import { expect, test } from 'vitest';
import { type SampleItem, sampleDatabase } from '../support/gtd-database.ts';
import { editDatabase, openGtd } from '../support/open-gtd.ts';

type Row = Record<string, unknown>;
const idsOf = (data: Row) => (data.items as { id: string }[]).map(({ id }) => id);
const now = Date.now();

test('children come in their order with type, tags and the beginning of the notes', async () => {
  await using gtd = await openGtd({ sample: sampleDatabase(now) });
  const { data, text } = await gtd.ask('get_children', { parent_id: 'site' });
  expect(data).toMatchObject({ parentId: 'site', total: 3 });
  expect(idsOf(data)).toEqual(['draft', 'review', 'logo']);
  expect((data.items as Row[])[0]).toMatchObject({ itemType: 'Task', notes: null, tags: ['next'] });
  expect(text).toMatch(
    /^# DirectGTD Child Items\n\n\*\*Parent ID\*\*: site\n\nFound 3 child items\n\n## Draft/,
  );
  const none = await gtd.ask('get_children', { parent_id: 'draft' });
  expect(none.text).toBe('No child items found for parent ID: draft');
  expect(none.isError).toBeUndefined();
  const json = await gtd.ask('get_children', { parent_id: 'draft', response_format: 'json' });
  expect(JSON.parse(json.text)).toEqual({ parentId: 'draft', total: 0, items: [] });
});

test('an item that is not there or deleted is not found, by children and by item', async () => {
  await using gtd = await openGtd({ sample: sampleDatabase(now) });
  for (const id of ['nowhere', 'gone'])
    for (const [tool, args] of [
      ['get_children', { parent_id: id }],
      ['get_item', { item_id: id }],
    ] as const) {
      const { isError, text } = await gtd.ask(tool, args);
      expect(isError).toBe(true);
      expect(text).toMatch(new RegExp(`^Error: No item found with ID: ${id}\\. `));
    }
});

test('an item says where it lies, how many children it has and all its notes', async () => {
  await using gtd = await openGtd({ sample: sampleDatabase(now) });
  const { data, text } = await gtd.ask('get_item', { item_id: 'site' });
  expect(data).toMatchObject({
    id: 'site',
    itemType: 'Project',
    notes: 'Goal: launch in spring.',
    path: [{ id: 'work', title: 'Work' }],
    childCount: 3,
  });
  expect(text).toContain('# New website\n\n- **ID**: site\n- **Type**: Project');
  expect(text).toContain('- **Path**: Work\n- **Parent**: work\n- **Children**: 3');
  expect(text).toContain('## Notes\n\nGoal: launch in spring.');
  const root = await gtd.ask('get_item', { item_id: 'work' });
  expect(root.text).toContain('- **Parent**: None (root item)');
  const json = await gtd.ask('get_item', { item_id: 'site', response_format: 'json' });
  expect(JSON.parse(json.text)).toEqual(data);
});

test('long notes come in parts that join to the whole', async () => {
  const notes = Array.from({ length: 9000 }, (_, i) => `Zeile ${i} „ü“ 🎉\n`).join('');
  await using gtd = await openGtd({ sample: { items: [{ id: 'a', title: 'A', notes }] } });
  for (const response_format of ['markdown', 'json']) {
    let joined = '';
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const { data, text } = await gtd.ask('get_item', {
        item_id: 'a',
        response_format,
        notes_offset: offset,
      });
      expect(text.length).toBeLessThanOrEqual(25_000);
      joined += data.notes as string;
      offset = data.nextNotesOffset as number | undefined;
      if (offset !== undefined) expect(text.length).toBeGreaterThan(24_900);
    }
    expect(joined).toBe(notes);
  }
  const list = await gtd.ask('search_items', { query: 'A' });
  expect((list.data.items as Row[])[0]).toMatchObject({ truncated: true, truncatedFields: ['notes'] });
  expect((list.data.items as Row[])[0]?.notes).toBe([...notes].slice(0, 200).join(''));
});

test('search finds title and notes in any case, title hits first, and says where each lies', async () => {
  await using gtd = await openGtd({
    sample: {
      items: [
        { id: 'p', title: 'Parent' },
        { id: 'b', title: 'Zebra WEBSITE', parent: 'p' },
        { id: 'c', title: 'another website' },
        { id: 'a', title: 'Aardvark', notes: 'about the Website' },
      ],
    },
  });
  const { data, text } = await gtd.ask('search_items', { query: 'webSite' });
  expect(idsOf(data)).toEqual(['c', 'b', 'a']);
  expect((data.items as Row[])[1]).toMatchObject({ path: ['Parent'] });
  expect(text).toContain('Found 3 items for "webSite"');
  const none = await gtd.ask('search_items', { query: 'nothing' });
  expect(none.text).toBe('No items found for "nothing".');
});

test('completed items and what lies in archive or trash show only on request; deleted ones never', async () => {
  await using gtd = await openGtd({ sample: sampleDatabase(now) });
  const find = async (args: Row) =>
    idsOf((await gtd.ask('search_items', { query: 'website', ...args })).data);
  expect(await find({})).toEqual(['site']);
  expect(await find({ include_archive: true })).toEqual(['site', 'old']);
  expect(await find({ include_trash: true })).toEqual(['site', 'thrown']);
  expect(await find({ include_archive: true, include_trash: true })).toEqual(['site', 'old', 'thrown']);
  const logo = (args: Row) => gtd.ask('search_items', { query: 'logo', ...args });
  expect(idsOf((await logo({})).data)).toEqual([]);
  expect(idsOf((await logo({ include_completed: true })).data)).toEqual(['logo']);
  expect(idsOf((await gtd.ask('search_items', { query: 'trash' })).data)).toEqual(['trash']);
  expect(idsOf((await gtd.ask('get_root_items')).data)).toEqual([
    'inbox',
    'work',
    'home',
    'archive',
    'trash',
  ]);
});

test('everything below the archive is left out, however deep; without the setting the title tells', async () => {
  const items: SampleItem[] = [
    { id: 'x', title: 'ARCHIVE' },
    { id: 'x1', title: 'goal', parent: 'x' },
    { id: 'x2', title: 'goal', parent: 'x1' },
    { id: 'y', title: 'goal' },
  ];
  for (const schema of ['app', 'seed'] as const) {
    await using gtd = await openGtd({ schema, sample: { items } });
    expect(idsOf((await gtd.ask('search_items', { query: 'goal' })).data)).toEqual(['y']);
    expect(idsOf((await gtd.ask('search_items', { query: 'goal', include_archive: true })).data)).toEqual([
      'x1',
      'x2',
      'y',
    ]);
  }
  await using other = await openGtd({ sample: { items, settings: { archive_folder_id: 'y' } } });
  expect(idsOf((await other.ask('search_items', { query: 'goal' })).data)).toEqual(['x1', 'x2', 'y']);
});

test('search by type ignores case; a schema without types has none', async () => {
  const items = [
    { id: 'a', title: 'one', type: 'Project' },
    { id: 'b', title: 'one', type: 'Task' },
  ];
  await using app = await openGtd({ sample: { items } });
  expect(idsOf((await app.ask('search_items', { query: 'one', item_type: 'project' })).data)).toEqual(['a']);
  await using seed = await openGtd({ schema: 'seed', sample: { items } });
  expect(idsOf((await seed.ask('search_items', { query: 'one', item_type: 'Task' })).data)).toEqual([]);
  expect((await seed.ask('search_items', { query: 'one' })).data.items).toMatchObject([
    { itemType: null, notes: null, tags: [] },
    {},
  ]);
});

test('wildcards and quotes in a query are plain characters, and letters of all scripts fold', async () => {
  const titles = [
    '100% sure',
    '100 percent',
    "it's a_b",
    'axb',
    'МОСКВА план',
    'Été à la plage',
    'E\u0301te\u0301 2',
    '東京 計画',
    'STRASSE',
    'back\\slash',
  ];
  await using gtd = await openGtd({ sample: { items: titles.map((title, i) => ({ id: `${i}`, title })) } });
  const find = async (query: string) => idsOf((await gtd.ask('search_items', { query })).data).map(Number);
  expect(await find('100%')).toEqual([0]);
  expect(await find('%')).toEqual([0]);
  expect(await find('a_b')).toEqual([2]);
  expect(await find("it's")).toEqual([2]);
  expect(await find('москва ПЛ')).toEqual([4]);
  expect((await find('été')).sort()).toEqual([5, 6]);
  expect((await find('ÉTÉ')).sort()).toEqual([5, 6]);
  expect(await find('東京')).toEqual([7]);
  expect(await find('strasse')).toEqual([8]);
  expect(await find('k\\s')).toEqual([9]);
  expect((await gtd.ask('search_items', { query: '' })).isError).toBe(true);
});

test.each(['America/Los_Angeles', 'Asia/Tokyo', 'UTC'])(
  'due lists follow the days of the zone %s',
  async (timeZone) => {
    const zoned = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
    const hour = 3_600_000;
    const items = Array.from({ length: 24 * 18 }, (_, i) => i - 24 * 9).map((hours) => ({
      id: `h${hours}`,
      title: 't',
      due: new Date(now + hours * hour + 60_000).toISOString(),
    }));
    for (const schema of ['app', 'seed'] as const) {
      await using gtd = await openGtd({ schema, sample: { items }, flags: { timeZone } });
      const due = async (range: string) => {
        const { data, text } = await gtd.ask('list_due', { range, limit: 500 });
        expect(text.length).toBeLessThanOrEqual(25_000);
        return data as { items: { dueDate: string }[]; total: number; from: string; to: string };
      };
      const dayOf = (ms: number) => zoned.format(ms);
      const expected = (isDue: (ms: number) => boolean) =>
        items.filter(({ due }) => isDue(Date.parse(due))).length;
      expect((await due('overdue')).total).toBe(expected((ms) => ms < Date.now()));
      const today = await due('today');
      expect(today.total).toBe(expected((ms) => dayOf(ms) === dayOf(Date.now())));
      expect(
        (await due('tomorrow')).items.every((item) => dayOf(Date.parse(item.dueDate)) > dayOf(Date.now())),
      ).toBe(true);
      const week = await due('week');
      const [from, to] = [Date.parse(week.from), Date.parse(week.to)];
      const weekday = new Intl.DateTimeFormat('en-US', {
        timeZone,
        weekday: 'short',
        hour: '2-digit',
        hourCycle: 'h23',
      });
      expect([from, to].map((ms) => weekday.format(ms))).toEqual(['Sun, 00', 'Sun, 00']);
      expect(from <= Date.now() && Date.now() < to && to - from <= 169 * hour).toBe(true);
      expect(week.total).toBe(expected((ms) => from <= ms && ms < to));
      const times = today.items.map(({ dueDate }) => dueDate);
      expect(times).toEqual([...times].sort());
    }
  },
);

test('due lists leave out completed, archived, trashed and deleted items, unless they are asked for', async () => {
  const due = new Date(now - 1000).toISOString();
  const items: SampleItem[] = [
    { id: 'archive', title: 'Archive' },
    { id: 'trash', title: 'Trash' },
    { id: 'open', title: 't', due },
    { id: 'done', title: 't', due, completed: due },
    { id: 'old', title: 't', due, parent: 'archive' },
    { id: 'thrown', title: 't', due, parent: 'trash' },
    { id: 'gone', title: 't', due, deleted: due },
  ];
  await using gtd = await openGtd({ sample: { items } });
  const find = async (args: Row) => idsOf((await gtd.ask('list_due', { range: 'overdue', ...args })).data);
  expect(await find({})).toEqual(['open']);
  expect(await find({ include_completed: true })).toEqual(['done', 'open']);
  expect(await find({ include_archive: true })).toEqual(['old', 'open']);
  expect(await find({ include_trash: true })).toEqual(['open', 'thrown']);
  expect((await gtd.ask('list_due', { range: 'tomorrow' })).text).toBe('No items due tomorrow.');
  expect((await gtd.ask('list_due', { range: 'someday' })).isError).toBe(true);
});

test('tags are listed by name with how many items carry them; deleted tags and links do not count', async () => {
  const items: SampleItem[] = [
    { id: 'a', title: 'A', tags: ['t1', 't2', 't3'] },
    { id: 'b', title: 'B', tags: ['t1'], deleted: '2024-01-01T00:00:00Z' },
  ];
  const tags = [
    { id: 't1', name: 'zeta', color: '#112233' },
    { id: 't2', name: 'Alpha' },
    { id: 't3', name: 'gone', deleted: '2024-01-01T00:00:00Z' },
  ];
  await using gtd = await openGtd({ sample: { items, tags } });
  const { data, text } = await gtd.ask('list_tags');
  expect(data).toMatchObject({
    total: 2,
    tags: [
      { id: 't2', name: 'Alpha', color: null, itemCount: 1 },
      { id: 't1', name: 'zeta', color: '#112233', itemCount: 1 },
    ],
  });
  expect(text).toContain('Found 2 tags\n\n- **Alpha** `t2`: 1 item\n- **zeta** `t1`: 1 item, #112233');
  expect(((await gtd.ask('get_item', { item_id: 'a' })).data as Row).tags).toEqual(['Alpha', 'zeta']);
  editDatabase(gtd, ["UPDATE item_tags SET deleted_at = 1 WHERE tag_id = 't2'"]);
  expect(((await gtd.ask('get_item', { item_id: 'a' })).data as Row).tags).toEqual(['zeta']);
  await using seed = await openGtd({ schema: 'seed', sample: { items } });
  expect((await seed.ask('list_tags')).text).toBe('No tags found in DirectGTD database.');
});

test('many tags come in pages that join to all', async () => {
  const tags = Array.from({ length: 600 }, (_, i) => ({
    id: `t${i}`,
    name: `${'name '.repeat(30)}${String(i).padStart(3, '0')}`,
  }));
  await using gtd = await openGtd({ sample: { items: [], tags } });
  const seen: unknown[] = [];
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const { data, text } = await gtd.ask('list_tags', { limit: 500, offset });
    expect(text.length).toBeLessThanOrEqual(25_000);
    seen.push(...(data.tags as { id: string }[]).map(({ id }) => id));
    offset = data.nextOffset as number | undefined;
  }
  expect(seen).toEqual(tags.map(({ id }) => id));
});

test('cycles, orphans and odd values survive every tool', async () => {
  const items: SampleItem[] = [
    { id: 'trash', title: 'Trash' },
    { id: 'loop1', title: 'loop', parent: 'loop2', due: '2020-01-01T00:00:00Z' },
    { id: 'loop2', title: 'loop', parent: 'loop1' },
    { id: 'self', title: 'loop', parent: 'self' },
    { id: 'orphan', title: 'loop', parent: 'purged' },
    { id: 'untitled', title: null },
  ];
  await using gtd = await openGtd({ sample: { items } });
  expect(idsOf((await gtd.ask('search_items', { query: 'loop' })).data)).toEqual([
    'loop1',
    'loop2',
    'orphan',
    'self',
  ]);
  expect((await gtd.ask('get_item', { item_id: 'self' })).data).toMatchObject({ childCount: 1 });
  expect((await gtd.ask('get_item', { item_id: 'loop1' })).data).toMatchObject({
    path: [{ id: 'loop1' }, { id: 'loop2' }],
  });
  expect((await gtd.ask('get_item', { item_id: 'orphan' })).data).toMatchObject({
    path: [],
    parentId: 'purged',
  });
  expect(idsOf((await gtd.ask('list_due', { range: 'overdue' })).data)).toEqual(['loop1']);
  editDatabase(gtd, [
    "INSERT INTO items (id, title, parent_id, sort_order, created_at, modified_at, due_date) VALUES ('big', x'ff00', NULL, 9223372036854775807, 9223372036854775807, 'soon', 9e300)",
    "UPDATE items SET notes = char(0) || 'x' WHERE id = 'untitled'",
  ]);
  const { text, isError } = await gtd.ask('get_root_items');
  expect(isError).toBeUndefined();
  expect(text).toContain('## (untitled)');
  expect(text).toContain('- **Modified**: soon');
  for (const [tool, args] of [
    ['search_items', { query: 'x' }],
    ['list_due', { range: 'overdue' }],
    ['get_item', { item_id: 'big' }],
  ] as const)
    expect((await gtd.ask(tool, args)).isError).toBeUndefined();
});

test('a line break in a title or an id makes no second heading', async () => {
  await using gtd = await openGtd({
    sample: { items: [{ id: 'a\n## b', title: 'First\n\n## Second\r\n- **ID**: fake' }] },
  });
  const { text } = await gtd.ask('get_root_items');
  expect(text.match(/^## /gm)).toHaveLength(1);
  expect(text.match(/^- \*\*ID\*\*/gm)).toHaveLength(1);
});
