// Writes THIRD-PARTY.md: every package whose code ended up in dist, with its licence. With --check it only tells
// whether the file is current.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'tsdown';
import config from '../tsdown.config.ts';

interface Package {
  name: string;
  version: string;
  licence: string;
  text: string;
}

const root = join(import.meta.dirname, '..');
const page = join(root, 'THIRD-PARTY.md');
const read = (...parts: string[]) => readFileSync(join(root, ...parts), 'utf8');

const rendered = renderPage(await findBundled());
if (!process.argv.includes('--check')) {
  writeFileSync(page, rendered);
} else if (rendered !== read('THIRD-PARTY.md')) {
  console.error('THIRD-PARTY.md is out of date: run node scripts/third-party.ts');
  process.exitCode = 1;
}

/** Asks the bundler, with the settings of the build, which modules leave something in the output. */
async function findBundled(): Promise<Package[]> {
  const settings = {
    cwd: root,
    config: false,
    dts: false,
    write: false,
    clean: false,
    logLevel: 'error',
  } as const;
  const bundles = await Promise.all(config.map((one) => build({ ...one, ...settings })));
  const modules = bundles
    .flat()
    .flatMap(({ chunks }) => chunks)
    .flatMap((chunk) => (chunk.type === 'chunk' ? Object.entries(chunk.modules) : []))
    .filter(([, { renderedLength }]) => renderedLength > 0);
  const found = new Map<string, Package>();
  for (const [module] of modules) {
    const name = /^.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(module)?.[1]?.replace('\\', '/');
    if (name === undefined) continue;
    if (!found.has(name)) found.set(name, installedPackage(name));
    for (const inner of findInside(module)) found.set(inner.name, inner);
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function installedPackage(name: string): Package {
  const folder = join('node_modules', name);
  const { version, license } = JSON.parse(read(folder, 'package.json')) as {
    version: string;
    license: string;
  };
  const file = readdirSync(join(root, folder)).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined) throw new Error(`${name} comes without a licence text`);
  return { name, version, licence: license, text: read(folder, file) };
}

/** Some packages are bundles themselves, and what they contain is not installed: its licences are kept beside this script. */
function findInside(module: string): Package[] {
  const regions = readFileSync(module, 'utf8').matchAll(
    /^\/\/#region \S*\/\.pnpm\/\S+?@([\d.]+)[^/\s]*\/node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//gm,
  );
  const versions = new Map([...regions].map(([, version = '', name = '']) => [name, version]));
  return [...versions].map(([name, version]) => {
    const kept = readdirSync(join(root, 'scripts', 'licences')).find((file) => file.startsWith(`${name}.`));
    if (kept === undefined)
      throw new Error(`${module} contains ${name}: put its licence into scripts/licences`);
    return {
      name,
      version,
      licence: kept.slice(name.length + 1, -'.txt'.length),
      text: read('scripts', 'licences', kept),
    };
  });
}

function renderPage(packages: readonly Package[]): string {
  const sections = packages.map(
    ({ name, version, licence, text }) =>
      `## ${name} ${version}\n\n${licence}\n\n\`\`\`text\n${text.replaceAll('\r\n', '\n').trim()}\n\`\`\``,
  );
  return `${['# Third-party software', ...sections].join('\n\n')}\n`;
}
