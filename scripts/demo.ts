// What `npm start` shows: the built server, started and asked by a real MCP client, about the sample notebook.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { renderTable } from '../src/tools/render.ts';
import { sampleDatabase, writeGtdDatabase } from '../test/support/gtd-database.ts';

interface ListAnswer {
  notes: { path: string; title: string; modified: string; tags: string[] }[];
  pagination: { total: number; returned: number };
  _guidance?: string;
}

interface SearchAnswer {
  results: { path: string; snippets?: { line: number; text: string }[] }[];
  pagination: { total: number };
}

interface RowsAnswer {
  results: Record<string, unknown>[];
}

interface DueAnswer {
  items: { title: string; dueDate: string }[];
}

interface GetAnswer {
  note: {
    title: string;
    content: string;
    contentMetadata: { totalLines: number; returnedLines: number; nextOffset?: number };
  };
}

interface ErrorAnswer {
  code: string;
  message: string;
  hint: string;
}

const width = 100;
const limitMs = 30_000;
const root = join(import.meta.dirname, '..');
const bin = join(root, 'bin', 'slipbox.mjs');
const notebook = join(root, 'samples', 'notebook');
const scratch = mkdtempSync(join(tmpdir(), 'slipbox-demo-'));

const tasks = join(scratch, 'tasks.sqlite');
writeGtdDatabase(tasks, 'app', sampleDatabase(Date.now()));

const transport = new StdioClientTransport({
  command: process.execPath,
  args: [bin, 'serve', '--notebook', notebook, '--gtd-db', tasks],
  stderr: 'pipe',
  // nothing of the person's own configuration and cache is read or changed
  env: {
    PATH: process.env.PATH ?? '',
    SLIPBOX_CACHE: join(scratch, 'cache'),
    SLIPBOX_STATE: join(scratch, 'state'),
    SLIPBOX_CONFIG: join(scratch, 'config.json'),
    OPENNOTES_CONFIG: join(scratch, 'opennotes.json'),
  },
});
const client = new Client({ name: 'slipbox-demo', version: '1.0.0' });
let complaints = '';
transport.stderr?.on('data', (chunk) => {
  complaints += chunk;
});

process.exitCode = await runInTime();

async function runInTime(): Promise<number> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${limitMs / 1000} seconds`)), limitMs);
  });
  try {
    await Promise.race([showSession(), late]);
    return 0;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`\nThe demo failed: ${reason}\n${complaints}`);
    return 1;
  } finally {
    clearTimeout(timer);
    await client.close();
    rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function showSession(): Promise<void> {
  print('An MCP client starts the Slipbox server on samples/notebook and asks it things.');
  await timed('connect', () => client.connect(transport));
  const { tools } = await timed('tools/list', () => client.listTools());
  const names = tools.map(({ name }) => name);
  print(...wrap(`${names.length} tools: ${names.slice(0, 8).join(', ')} and ${names.length - 8} more`, 2));

  const list = (await call('opennotes_list', { limit: 3 })) as ListAnswer;
  const rows = list.notes.map(({ path, title, modified }) => [path, title, modified.slice(0, 10)]);
  print(...renderTable(rows).split('\n').map(indent));
  print(
    `  ${list.pagination.returned} of ${list.pagination.total} notes, index built on the way. ${list._guidance ?? ''}`,
  );

  const search = { query: 'slack water', snippets: true, limit: 2 };
  const { results: hits, pagination } = (await call('opennotes_search', search)) as SearchAnswer;
  for (const { path, snippets = [] } of hits)
    print(cut(`  ${path}:${snippets[0]?.line}  ${snippets[0]?.text}`));
  print(`  ${pagination.total} notes, the best first.`);

  const typo = (await call('opennotes_search', { query: 'tide gague', fuzzy: true })) as SearchAnswer;
  print(`  Found all the same: ${typo.results[0]?.path}`);

  const sql = 'SELECT tag, count(*) n FROM tags GROUP BY 1 ORDER BY 2 DESC';
  const counted = (await call('opennotes_search', { sql })) as RowsAnswer;
  print(cut(`  ${counted.results.map(({ tag, n }) => `${tag} ${n}`).join(', ')}`));

  const broken = (await call('opennotes_views', { view: 'broken-links', limit: 2 })) as RowsAnswer;
  print(...broken.results.map(({ path, line, raw }) => cut(`  ${path}:${line}  ${raw}`)));

  const due = (await call('directgtd_list_due', { range: 'overdue', response_format: 'json' })) as DueAnswer;
  print(...due.items.map(({ title, dueDate }) => cut(`  ${title} (due ${dueDate.slice(0, 10)})`)));

  const first = (await call('opennotes_get', { path: 'Tide log' })) as GetAnswer;
  const { returnedLines, totalLines, nextOffset } = first.note.contentMetadata;
  print(`  Too long for one answer: ${returnedLines} of ${totalLines} lines. Pass nextOffset as offset:`);
  const rest = (await call('opennotes_get', { path: 'Tide log', offset: nextOffset })) as GetAnswer;
  print(`  The other ${rest.note.contentMetadata.returnedLines} lines, down to:`);
  print(...rest.note.content.trimEnd().split('\n').slice(-2).map(indent));

  const error = (await call('opennotes_get', { path: 'Tide gaug' }, true)) as ErrorAnswer;
  print(`  ${error.code}: ${error.message}`, ...wrap(error.hint, 2));

  const { pid } = transport;
  await timed('close', () => client.close());
  if (pid !== null && isRunning(pid)) throw new Error('the server is still running after the client left');
  print('', 'Next: your own notes. In the configuration of an MCP client, under "mcpServers":');
  const server = { command: 'node', args: [bin, 'serve', '--notebook', '/path/to/notes'] };
  print(`  "slipbox": ${JSON.stringify(server)}`);
}

async function call(name: string, args: Record<string, unknown>, fails = false): Promise<unknown> {
  const label = `${name} ${JSON.stringify(args)}`;
  const result = await timed(label, () => client.callTool({ name, arguments: args }));
  const [block] = result.content as { text: string }[];
  const answer = JSON.parse(block?.text ?? 'null') as unknown;
  if ((result.isError ?? false) !== fails) throw new Error(`${label} answered ${block?.text.slice(0, 500)}`);
  return answer;
}

async function timed<T>(label: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  const ms = `${Math.round(performance.now() - start)} ms`;
  print('', `> ${label}${ms.padStart(width - 2 - label.length)}`);
  return result;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function cut(line: string): string {
  return line.length > width ? `${line.slice(0, width - 1)}…` : line;
}

function indent(line: string): string {
  return `  ${line}`;
}

/** Indented lines that fit the width; those after the first begin at `column`. */
function wrap(text: string, column: number): string[] {
  const lines = [' '];
  for (const word of text.split(' ')) {
    if (lines.at(-1)!.length + 1 + word.length > width) lines.push(' '.repeat(column - 1));
    lines.push(`${lines.pop()} ${word}`);
  }
  return lines;
}

function print(...lines: string[]): void {
  for (const line of lines) process.stdout.write(`${line.trimEnd()}\n`);
}
