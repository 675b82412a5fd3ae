import { join } from 'node:path';
import { build } from 'tsdown';

/** Bundled as the product is, so that the comparison is between what the two do and not how they are loaded. */
export async function buildEmptyServer(root: string, name = 'empty-server'): Promise<string> {
  const outDir = join(root, '.bench');
  await build({
    config: false,
    cwd: root,
    entry: { [name]: `bench/${name}.ts` },
    outDir,
    format: 'esm',
    platform: 'node',
    target: 'node22.19',
    deps: { alwaysBundle: [/.*/] },
    dts: false,
    minify: false,
    clean: false,
    logLevel: 'error',
  });
  return join(outDir, `${name}.mjs`);
}
