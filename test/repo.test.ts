import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const scratch = mkdtempSync(join(tmpdir(), 'slipbox-repo-test-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true, maxRetries: 3 }));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
/** Tracked files, and new ones that would be. */
const files = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => file !== '' && existsSync(join(root, file)));
const pages = files.filter((file) => file.endsWith('.md'));

test('everything package.json names is there once built', () => {
  const { bin, exports, files: published } = JSON.parse(read('package.json')) as Record<string, unknown>;
  const named = JSON.stringify([bin, exports]).matchAll(/"((?:\.\/|bin\/)[^"]+\.\w+)"/g);
  const paths = [...[...named].map(([, path]) => path!), ...(published as string[])];
  expect(paths).toContain('./dist/index.mjs');
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('the library can be imported by the name of the package', () => {
  const script = "import('slipbox').then(({ openEngine }) => process.stdout.write(typeof openEngine))";
  const { stdout } = spawnSync(process.execPath, ['-e', script], { cwd: root, encoding: 'utf8' });
  expect(stdout).toBe('function');
});

test('every relative link in every page leads to a file, and to a heading where it names one', () => {
  const broken = pages.flatMap((page) =>
    findLinks(read(page)).flatMap((link) => (resolves(page, link) ? [] : [`${page}: ${link}`])),
  );
  expect(findLinks(read('README.md')).length).toBeGreaterThan(10);
  expect(broken).toEqual([]);
});

function findLinks(text: string): string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link]) => link!)
    .filter((link) => !/^[a-z]+:/.test(link));
}

function resolves(page: string, link: string): boolean {
  const [path = '', fragment] = decodeURI(link).split('#');
  const target = path === '' ? join(root, page) : resolve(root, dirname(page), path);
  if (!existsSync(target)) return false;
  return fragment === undefined || headingSlugs(readFileSync(target, 'utf8')).includes(fragment);
}

function headingSlugs(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-'),
  );
}

test('no file names a package registry or a place on the machine it was written on', () => {
  // put together here, so that this file does not name them
  const registry = ['(?:registry|npm)', '(?:[a-z0-9-]+\\.)*[a-z0-9-]+', '(?:org|com|net|io|dev)\\b'].join(
    '\\.',
  );
  const places = [
    ['', 'work', '(?:main|shared|\\.)'],
    ['', 'root', ''],
    ['', 'tmp', 'brief'],
    ['\\.\\.', 'shared', ''],
  ];
  const forbidden = new RegExp([registry, ...places.map((parts) => parts.join('/'))].join('|'), 'i');
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => forbidden.test(read(file)))).toEqual([]);
});

test('THIRD-PARTY.md lists exactly what is bundled', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/third-party.ts'), '--check'], {
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test('the README is short and its session is what the command line prints', () => {
  const readme = read('README.md');
  expect(readme.split('\n').length).toBeLessThan(120);
  const session = /```console\n([\s\S]*?)```/.exec(readme)![1]!;
  for (const [, line, shown] of session.matchAll(/^\$ slipbox (.+)\n((?:[^$].*\n)*)/gm)) {
    const args = [...line!.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!);
    const { stdout, stderr } = spawnSync(process.execPath, ['bin/slipbox.mjs', ...args], {
      cwd: root,
      encoding: 'utf8',
      env: {
        ...process.env,
        NO_COLOR: '1',
        SLIPBOX_CACHE: scratch,
        SLIPBOX_CONFIG: join(scratch, 'config.json'),
        OPENNOTES_CONFIG: join(scratch, 'opennotes.json'),
      },
    });
    expect(stdout + stderr).toBe(shown);
  }
});

test('the sample notebook has one broken link, on purpose', () => {
  const notes = files.filter((file) => file.startsWith('samples/notebook/'));
  const names = notes.flatMap((file) => {
    const [, aliases = ''] = (file.endsWith('.md') && /^aliases: \[(.*)\]$/m.exec(read(file))) || [];
    return [basename(file), basename(file, '.md'), ...aliases.split(/, */)];
  });
  const targets = notes
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => [...read(file).matchAll(/\[\[([^\]|#]+)/g)].map(([, target]) => target!.trim()));
  expect(notes.length).toBeGreaterThan(25);
  expect(targets.filter((target) => !names.includes(target))).toEqual(['Varnish schedule']);
});
