import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const root = fileURLToPath(new URL('..', import.meta.url));

export interface PackageReport {
  node: string;
  /** What is installed, without the optional DuckDB. */
  bytes: number;
  files: string[];
  tools: number;
  notes: number;
  /** From starting the process to the answer of its first call, on a notebook it has not seen. */
  firstAnswerMs: number;
}

/** Installs the packed package in an empty folder and uses it there, as somebody who has nothing else. `nodes`: what runs it. */
export async function smokePackage(nodes: readonly string[]): Promise<PackageReport[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'slipbox-package-'));
  try {
    const app = path.join(folder, 'app');
    mkdirSync(app);
    writeFileSync(path.join(app, 'package.json'), '{ "private": true }\n');
    const npm = (args: string[], cwd: string) =>
      execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    npm(['pack', '--ignore-scripts', '--pack-destination', folder], root);
    const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))!;
    // nothing but the tarball may be needed
    npm(['install', '--offline', '--omit=optional', '--no-audit', '--no-fund', `../${tarball}`], app);
    const installed = path.join(app, 'node_modules');
    const files = listFiles(path.join(installed, 'slipbox'));
    const bytes = listFiles(installed).reduce(
      (sum, file) => sum + statSync(path.join(installed, file)).size,
      0,
    );
    const reports: PackageReport[] = [];
    for (const node of nodes) reports.push({ ...(await useIt(node, app, folder)), bytes, files });
    return reports;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

async function useIt(
  node: string,
  app: string,
  folder: string,
): Promise<Omit<PackageReport, 'bytes' | 'files'>> {
  const home = mkdtempSync(path.join(folder, 'home-'));
  const notes = path.join(home, 'notes');
  cpSync(path.join(root, 'samples', 'notebook'), notes, { recursive: true });
  const started = performance.now();
  const client = new Client({ name: 'smoke', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({
      command: node,
      args: [path.join(app, 'node_modules', 'slipbox', 'bin', 'slipbox.mjs'), 'serve', '--notebook', notes],
      env: { PATH: process.env.PATH ?? '', HOME: home },
      cwd: home,
    }),
  );
  try {
    const listed = await client.callTool({ name: 'opennotes_list', arguments: { limit: 1 } });
    const firstAnswerMs = Math.round(performance.now() - started);
    const { pagination } = listed.structuredContent as { pagination: { total: number } };
    const { tools } = await client.listTools();
    const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
    return { node: version, tools: tools.length, notes: pagination.total, firstAnswerMs };
  } finally {
    await client.close();
  }
}

if (import.meta.main) {
  const nodes = process.argv.length > 2 ? process.argv.slice(2) : [process.execPath];
  for (const { node, bytes, tools, notes, firstAnswerMs } of await smokePackage(nodes))
    process.stdout.write(
      `${node}: ${(bytes / 1e6).toFixed(1)} MB installed, ${tools} tools, ${notes} notes, first answer after ${firstAnswerMs} ms\n`,
    );
}
