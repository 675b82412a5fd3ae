import { afterAll, expect, test } from 'vitest';
import { runCli } from '../../../test/support/run-cli.ts';
import { makeTempFolder } from '../../../test/support/temp-folder.ts';

const folder = makeTempFolder();
afterAll(() => folder[Symbol.dispose]());
const slipbox = (...args: string[]) => runCli(folder, [...args, '--notebook', folder.folder('notes')]);

test('trash list and trash restore', () => {
  folder.write('notes/.trash/a/One.md', '# One\n');
  folder.write('notes/Two.md', '# Two\n');
  const listed = slipbox('trash', 'list');
  expect(listed).toMatchObject({ status: 0, stderr: '' });
  expect(listed.stdout).toMatch(
    /^deleted +size +was +is\n\d{4}-\d\d-\d\d \d\d:\d\d {2}6 B {3}a\/One\.md {2}\.trash\/a\/One\.md\n$/,
  );
  const taken = slipbox('trash', 'restore', 'a/One.md', '--to', 'Two.md', '--json');
  expect(taken.status).toBe(4);
  expect(JSON.parse(taken.stdout)).toMatchObject({ error: true, code: 'NOTE_EXISTS' });
  expect(slipbox('trash', 'restore', 'a/One.md')).toEqual({ status: 0, stdout: 'a/One.md\n', stderr: '' });
  expect([folder.read('notes/a/One.md'), folder.read('notes/Two.md')]).toEqual(['# One\n', '# Two\n']);
  expect(slipbox('trash', 'restore', 'a/One.md')).toMatchObject({ status: 3 });
}, 60_000);
