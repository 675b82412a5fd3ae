import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { renderZip, type ZipEntry } from './zip.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What the bundle needs to run; what is not there cannot be left out by mistake. */
export function listBundle(): ZipEntry[] {
  const read = (file: string) => readFileSync(path.join(root, file));
  const below = (folder: string) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.d.mts'))
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
      .sort();
  return [
    { name: 'manifest.json', bytes: read('packaging/mcpb/manifest.json') },
    ...['package.json', 'LICENSE', 'THIRD-PARTY.md', ...below('dist'), ...below('skills')].map((name) => ({
      name,
      bytes: read(name),
    })),
    { name: 'bin/slipbox.mjs', bytes: read('bin/slipbox.mjs'), executable: true },
  ];
}

if (import.meta.main) {
  const target = path.resolve(process.argv[2] ?? path.join(root, 'build', 'slipbox.mcpb'));
  mkdirSync(path.dirname(target), { recursive: true });
  const archive = renderZip(listBundle());
  writeFileSync(target, archive);
  process.stdout.write(`${target} (${(archive.length / 1e6).toFixed(1)} MB)\n`);
}
