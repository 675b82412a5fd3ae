import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, test } from 'vitest';
import { cliArguments, runCli, scratchEnvironment } from '../../../test/support/run-cli.ts';
import { makeTempFolder } from '../../../test/support/temp-folder.ts';
import { renderCommandHelp } from './help.ts';
import { indexCommand } from './index-notebook.ts';
import { serveCommand } from './serve.ts';

test('slipbox serve says at once that its notebook is missing, and serves it when it appears', async () => {
  using folder = makeTempFolder();
  const missing = folder.path('notes');
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...cliArguments, 'serve', '--notebook', missing],
    env: scratchEnvironment(folder),
    cwd: folder.root,
    stderr: 'pipe',
  });
  let said = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: 'legacy' } });
  await client.connect(transport);
  const list = () => client.callTool({ name: 'opennotes_list', arguments: {} });
  expect(await list()).toMatchObject({ isError: true });
  expect(said).toBe(
    `slipbox warn: NOTEBOOK_NOT_FOUND: Notebook not found: ${missing} (--notebook). Create that folder or correct --notebook; calls fail until then\n`,
  );
  folder.write('notes/a.md', '# Late\n');
  expect((await list()).structuredContent).toMatchObject({ notes: [{ path: 'a.md' }] });
  await client.close();
});

test('slipbox serve names notebooks it cannot use and unknown keys of its configuration, a line for each', () => {
  using folder = makeTempFolder();
  folder.write('config.json', JSON.stringify({ notebok: [], budget: { maxLins: 5 } }));
  folder.write('broken/.slipbox.json', '{"policy": 5}');
  folder.folder('sound');
  const args = ['broken', 'sound', 'mist\u001Byped'].flatMap((name) => ['--notebook', folder.path(name)]);
  const run = runCli(folder, ['serve', ...args], { env: { SLIPBOX_NOTEBOOK: folder.path('unused') } });
  expect(run).toMatchObject({ status: 0, stdout: '' });
  expect(run.stderr.split('\n')).toEqual([
    expect.stringMatching(/^slipbox warn: Unknown key "notebok" in .*config\.json: it has no effect$/),
    expect.stringMatching(/^slipbox warn: Unknown key "budget\.maxLins"/),
    expect.stringMatching(/^slipbox warn: CONFIG_INVALID: Invalid policy in .*correct the file$/),
    expect.stringMatching(/^slipbox warn: NOTEBOOK_NOT_FOUND: Notebook not found: .*mistyped \(--notebook\)/),
    '',
  ]);
});

test('slipbox serve without any notebook says how to get one, unless some are registered', () => {
  using folder = makeTempFolder();
  const run = () => runCli(folder, ['serve'], { cwd: folder.folder('empty') });
  expect(run().stderr).toMatch(
    /^slipbox warn: NOTEBOOK_NOT_FOUND: No notebook found in context\. Start with --notebook DIR/,
  );
  folder.write('config.json', JSON.stringify({ notebooks: [folder.folder('one'), folder.folder('two')] }));
  expect(run()).toMatchObject({ status: 0, stderr: '' });
});

test('the help of serve leaves out --no-policy, which is not for servers', () => {
  const help = renderCommandHelp(serveCommand);
  expect(help).toContain('--notebook DIR');
  expect(help).not.toContain('policy');
  expect(renderCommandHelp(indexCommand)).toContain('--no-policy');
});
