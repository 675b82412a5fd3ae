import { mkdirSync } from 'node:fs';

/** Makes a folder of ours outside every notebook, with those above it. What it will hold is for its owner alone to read. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}
