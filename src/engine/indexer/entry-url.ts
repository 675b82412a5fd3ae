/** The file of a thread or process: beside the bundle when built, the source when run from the source. */
export function entryUrl(name: 'writer-worker' | 'parser-worker' | 'bulk-child'): URL {
  return import.meta.url.endsWith('.ts')
    ? new URL(`./${name}.ts`, import.meta.url)
    : new URL(`./${name}.mjs`, import.meta.url);
}
