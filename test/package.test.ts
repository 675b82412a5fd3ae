import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { listBundle } from '../scripts/build-mcpb.ts';
import { smokePackage } from '../scripts/smoke-package.ts';
import { renderZip } from '../scripts/zip.ts';

const root = join(import.meta.dirname, '..');
const json = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, never>;
const { version, mcpName } = json('package.json') as Record<string, string>;
const bin = (name: string) => join(root, 'node_modules', '.bin', name);

test('the packed package installs offline in an empty folder and serves a real client', {
  timeout: 60_000,
}, async () => {
  const [report] = await smokePackage([process.execPath]);
  expect(report).toMatchObject({ notes: expect.any(Number) as number });
  expect(report!.notes).toBeGreaterThan(5);
  expect(report!.tools).toBeGreaterThan(10);
  expect(report!.bytes).toBeLessThan(6_000_000);
  for (const file of [
    'dist/main.mjs',
    'dist/pi.mjs',
    'dist/index.d.mts',
    'skills/slipbox/SKILL.md',
    'LICENSE',
  ])
    expect(report!.files).toContain(file);
  expect(report!.files.filter((file) => /(^|\/)(src|test|bench)\/|\.test\./.test(file))).toEqual([]);
});

test('every link of a packed page leads to something packed, and every source a page names is there', () => {
  const pack = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const [{ files }] = JSON.parse(
    execFileSync('npm', pack, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  ) as [{ files: { path: string }[] }];
  const packed = new Set(files.map((file) => file.path));
  // the README is shown where its links lead into the repository
  const pages = [...packed].filter((file) => file.endsWith('.md') && file !== 'README.md');
  expect(pages.length).toBeGreaterThan(30);
  const faults = pages.flatMap((page) => {
    const text = readFileSync(join(root, page), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
    const links = [...text.replaceAll(/`[^`\n]*`/g, '').matchAll(/\]\(([^)\s]+)\)/g)]
      .map((match) => match[1]!)
      .filter((link) => !/^(?:[a-z]+:|#)/.test(link));
    const lost = links.filter(
      (link) => !packed.has(posix.join(posix.dirname(page), link.replace(/#.*$/, ''))),
    );
    const sources = [...text.matchAll(/`((?:src|test|bench|scripts|samples)\/[\w./-]+)`/g)];
    const gone = page.startsWith('docs/') ? sources.map((match) => match[1]!) : [];
    return [...lost, ...gone.filter((file) => !existsSync(join(root, file)))].map(
      (link) => `${page}: ${link}`,
    );
  });
  expect(faults).toEqual([]);
});

test('the package and its types are what they say', { timeout: 60_000 }, () => {
  execFileSync(bin('publint'), ['--strict'], { cwd: root, stdio: 'pipe' });
  const folder = mkdtempSync(join(tmpdir(), 'slipbox-pack-'));
  try {
    const pack = ['pack', '--ignore-scripts', '--pack-destination', folder];
    const tarball = execFileSync('npm', pack, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const checked = ['--profile', 'esm-only', join(folder, tarball.trim().split('\n').at(-1)!)];
    execFileSync(bin('attw'), checked, { cwd: root, stdio: 'pipe' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('every manifest has the version, the name and the words of the package', () => {
  const server = json('server.json') as unknown as {
    name: string;
    description: string;
    version: string;
    packages: { identifier: string; version: string }[];
  };
  expect(server).toMatchObject({ name: mcpName, version, packages: [{ identifier: 'slipbox', version }] });
  expect(server.description.length).toBeLessThanOrEqual(100);
  expect(json('packaging/mcpb/manifest.json').version).toBe(version);
  expect(json('plugins/slipbox/.claude-plugin/plugin.json').version).toBe(version);
  expect(JSON.stringify(json('plugins/slipbox/.mcp.json'))).toContain(`slipbox@${version}`);
});

test('the plugin carries the skill that the package has', () => {
  const skill = (folder: string) => readFileSync(join(root, folder, 'skills/slipbox/SKILL.md'), 'utf8');
  expect(skill('plugins/slipbox')).toBe(skill('.'));
});

test('the bundle for Claude Desktop holds what its manifest starts', () => {
  const entries = listBundle();
  const names = entries.map(({ name }) => name);
  const manifest = json('packaging/mcpb/manifest.json') as unknown as {
    server: { entry_point: string };
    user_config: { notebook: { type: string; required: boolean } };
  };
  expect(names).toContain(manifest.server.entry_point);
  expect(names).toEqual(expect.arrayContaining(['manifest.json', 'dist/main.mjs', 'dist/writer-worker.mjs']));
  expect(manifest.user_config.notebook).toMatchObject({ type: 'directory', required: true });
  const archive = renderZip(entries);
  expect(readZip(archive)).toEqual(new Map(entries.map(({ name, bytes }) => [name, bytes])));
});

/** Reads by the directory at the end, as every other reader does. */
function readZip(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = archive.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    expect(archive.toString('latin1', at, at + 4)).toBe('PK\x01\x02');
    const nameLength = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26);
    files.set(name, inflateRawSync(archive.subarray(start, start + archive.readUInt32LE(at + 20))));
    at += 46 + nameLength;
  }
  return files;
}
