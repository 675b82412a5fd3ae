import { readFileSync } from 'node:fs';

/** The version in package.json, which lies above this file both in the sources and in the built package. */
export function packageVersion(): string {
  for (const up of ['../package.json', '../../package.json']) {
    try {
      const { name, version } = JSON.parse(readFileSync(new URL(up, import.meta.url), 'utf8')) as Record<
        string,
        string
      >;
      if (name === 'slipbox' && version !== undefined) return version;
    } catch {
      // looked in the next place
    }
  }
  return '0.0.0';
}
