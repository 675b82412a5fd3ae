import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

interface LockedPackage extends Manifest {
  version?: string;
  resolved?: string;
  link?: boolean;
}

const root = join(import.meta.dirname, '..');
const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));
const { packages } = read('package-lock.json') as { packages: Record<string, LockedPackage> };
const entries = Object.entries(packages);

function isLocked(name: string, dependent: string): boolean {
  for (let folder = dependent; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    if (packages[folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`]) return true;
    if (folder === '') return false;
  }
}

test('every optional dependency of every package has an entry, so npm ci works on every system', () => {
  const optional = entries.flatMap(([key, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map((name) => ({ key, name })),
  );
  expect(optional.length).toBeGreaterThan(10);
  expect(optional.filter(({ key, name }) => !isLocked(name, key))).toEqual([]);
});

test('the lock names no host to download from', () => {
  const resolved = entries.flatMap(([key, entry]) => (entry.resolved ? [{ key, at: entry.resolved }] : []));
  expect(resolved.filter(({ at }) => at.includes(':'))).toEqual([]);
});

test.each(['package.json', 'tools/node24/package.json'])('%s asks for exact versions only', (file) => {
  const { dependencies, devDependencies, optionalDependencies } = read(file) as Manifest;
  const asked = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  const exact = /^(?:\d+\.\d+\.\d+(?:-[\w.]+)?|file:[\w./-]+)$/;
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter(([, version]) => !exact.test(version))).toEqual([]);
});

test('the lock holds the versions that package.json asks for', () => {
  const { devDependencies = {}, dependencies = {} } = read('package.json') as Manifest;
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies }))
    if (!version.startsWith('file:'))
      expect([name, packages[`node_modules/${name}`]?.version]).toEqual([name, version]);
});

test('all systems of node24 get one and the same version of Node', () => {
  const { version, optionalDependencies = {} } = read('tools/node24/package.json') as LockedPackage;
  expect([...new Set(Object.values(optionalDependencies))]).toEqual([version]);
});
