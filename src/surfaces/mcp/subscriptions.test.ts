import { rmSync } from 'node:fs';
import type { Client } from '@modelcontextprotocol/client';
import { describe, expect, test, vi } from 'vitest';
import { type Era, eras, openMcp } from '../../../test/support/mcp-client.ts';

/** What a client is told, in order; the list as `list`. */
async function follow(client: Client, era: Era, uris: string[], lists = true): Promise<string[]> {
  const told: string[] = [];
  await client.callTool({ name: 'opennotes_list', arguments: {} }); // what the first look at the folder finds is news
  client.setNotificationHandler(
    'notifications/resources/updated',
    ({ params }) => void told.push(params.uri),
  );
  client.setNotificationHandler('notifications/resources/list_changed', () => void told.push('list'));
  if (era === 'modern') {
    await client.listen({ resourceSubscriptions: uris, ...(lists ? { resourcesListChanged: true } : {}) });
  } else {
    if (lists) await client.listResources();
    for (const uri of uris) await client.subscribeResource({ uri });
  }
  return told;
}

const uriOf = (path: string) => `note://notes/${path}`;
const quiet = () => new Promise((resolve) => setTimeout(resolve, 900));

describe.concurrent.each<Era>(eras)('%s', (era) => {
  test('a client is told of the notes it subscribed to when they change on disk, come back or go', async () => {
    const files = { 'a.md': 'a', 'Ünï cödé.md': 'u', 'other.md': 'o' };
    await using open = await openMcp({ era, files });
    const plain = uriOf('Ünï cödé.md'); // as a client wrote it, not as we would
    const told = await follow(open.client, era, [uriOf('a.md'), plain, uriOf('later.md')], false);
    open.folder.write('other.md', 'changed');
    open.folder.write('a.md', 'changed');
    await vi.waitFor(() => expect(told).toEqual([uriOf('a.md')]), 5000);
    open.folder.write('Ünï cödé.md', 'changed');
    await vi.waitFor(() => expect(told).toContain(plain), 5000);
    open.folder.write('later.md', 'there');
    await vi.waitFor(() => expect(told).toContain(uriOf('later.md')), 5000);
    told.length = 0;
    rmSync(open.folder.path('a.md'));
    await vi.waitFor(() => expect(told).toEqual([uriOf('a.md')]), 5000);
  });

  test('a client with a list is told when notes come or go, not when they change, and not for each', async () => {
    await using open = await openMcp({ era, files: { 'a.md': 'a' } });
    const told = await follow(open.client, era, []);
    open.folder.write('a.md', 'changed');
    await quiet();
    expect(told).toEqual([]);
    for (let i = 0; i < 300; i++) open.folder.write(`new/n${i}.md`, 'n');
    await vi.waitFor(() => expect(told.length).toBeGreaterThan(0), 5000);
    await quiet();
    expect(told.length).toBeLessThan(6);
    expect(new Set(told)).toEqual(new Set(['list']));
  });

  test('a note it may not see changes without a word', async () => {
    const caller = { visible: ['open/**'], writable: [] };
    const files = { 'open/a.md': 'a', 'secret/s.md': 's' };
    await using open = await openMcp({ era, files, caller });
    const told = await follow(open.client, era, [uriOf('secret/s.md'), uriOf('open/a.md')]);
    open.folder.write('secret/s.md', 'changed');
    open.folder.write('secret/new.md', 'new');
    await quiet();
    expect(told).toEqual([]);
    open.folder.write('open/a.md', 'changed');
    await vi.waitFor(() => expect(told).toEqual([uriOf('open/a.md')]), 5000);
  });

  test('what a policy hides since is named no more, whatever is made of it', async () => {
    const caller = { visible: ['*/**'], writable: [] };
    await using open = await openMcp({ era, files: { 'open/a.md': 'a', 'secret/s.md': 's' }, caller });
    const { folder, client } = open;
    const told = await follow(client, era, [uriOf('secret/s.md'), uriOf('open/a.md')], false);
    folder.write('secret/s.md', 'changed');
    await vi.waitFor(() => expect(told).toEqual([uriOf('secret/s.md')]), 5000);
    told.length = 0;
    // hidden after the change and before anybody was told of it
    folder.write('secret/s.md', 'once more');
    await new Promise((resolve) => setTimeout(resolve, 20));
    folder.write('.slipbox.json', '{"policy": {"hidden": ["secret"]}}');
    await quiet();
    expect(told).toEqual([]);
    // a call with the new view sorts all notes anew, and says no more of it than that
    await client.callTool({ name: 'opennotes_list', arguments: {} });
    for (const path of ['secret/s.md', 'open/a.md']) folder.write(path, 'hidden');
    await vi.waitFor(() => expect(told).toContain(uriOf('open/a.md')), 5000);
    await quiet();
    expect(new Set(told)).toEqual(new Set([uriOf('open/a.md')]));
    told.length = 0;
    folder.write('.slipbox.json', '{"policy": {"hid');
    for (const path of ['secret/s.md', 'open/a.md']) folder.write(path, 'closed');
    await quiet();
    expect(told).toEqual([]);
    folder.write('.slipbox.json', '{}');
    for (const path of ['secret/s.md', 'open/a.md']) folder.write(path, 'open');
    await vi.waitFor(
      () => expect(new Set(told)).toEqual(new Set([uriOf('secret/s.md'), uriOf('open/a.md')])),
      5000,
    );
  });
});

test.concurrent('after unsubscribing nothing comes', async () => {
  await using open = await openMcp({ era: 'legacy', files: { 'a.md': 'a', 'b.md': 'b' } });
  const told = await follow(open.client, 'legacy', [uriOf('a.md'), uriOf('b.md')], false);
  await open.client.unsubscribeResource({ uri: uriOf('a.md') });
  await open.client.unsubscribeResource({ uri: uriOf('never.md') });
  open.folder.write('a.md', 'changed');
  open.folder.write('b.md', 'changed');
  await vi.waitFor(() => expect(told).toEqual([uriOf('b.md')]), 5000);
});

test.concurrent('a closed listener is told no more, the others are', async () => {
  await using open = await openMcp({ files: { 'a.md': 'a', 'b.md': 'b' } });
  const told = await follow(open.client, 'modern', [uriOf('b.md')], false);
  const second = await open.client.listen({ resourceSubscriptions: [uriOf('a.md')] });
  await second.close();
  open.folder.write('a.md', 'changed');
  open.folder.write('b.md', 'changed');
  await vi.waitFor(() => expect(told).toEqual([uriOf('b.md')]), 5000);
});

test.concurrent('what can name no note cannot be subscribed to', async () => {
  await using open = await openMcp({ era: 'legacy', files: { 'a.md': 'a' } });
  for (const uri of ['file:///etc/passwd', 'note://elsewhere/a.md', 'note://notes/%'])
    await expect(open.client.subscribeResource({ uri })).rejects.toMatchObject({ code: -32602 });
});
