import { readdirSync, readFileSync, statSync } from 'node:fs';

export interface Floor {
  readonly files: number;
  readonly listStatMs: number;
  readonly listStatReadMs: number;
}

/** The least any index can do: one thread, own recursion, sync calls, every `.md` file once. */
function measureFloor(dir: string): Floor {
  const started = performance.now();
  const files: string[] = [];
  listFiles(dir, files);
  let bytes = 0;
  for (const file of files) bytes += statSync(file).size;
  const listed = performance.now();
  let characters = 0;
  for (const file of files) characters += readFileSync(file, 'utf8').length;
  const read = performance.now();
  if (characters > bytes)
    throw new Error('More characters than bytes were read; the notebook is being changed.');
  return { files: files.length, listStatMs: listed - started, listStatReadMs: read - started };
}

function listFiles(dir: string, files: string[]): void {
  for (const entry of readdirSync(dir, { withFileTypes: true })) {
    const path = `${dir}/${entry.name}`;
    if (entry.isDirectory()) listFiles(path, files);
    else if (entry.name.endsWith('.md')) files.push(path);
  }
}

if (import.meta.main) process.stdout.write(JSON.stringify(measureFloor(process.argv[2]!)));
