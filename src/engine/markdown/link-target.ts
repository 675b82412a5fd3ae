/** What a destination says: where to, which part of it, and whether that is outside the notebook. */
export interface LinkTarget {
  target: string;
  heading: string | undefined;
  block: string | undefined;
  external: boolean;
}

const scheme = /^[A-Za-z][A-Za-z0-9+.-]+:/;

/** Cuts `#heading`, `#h1#h2` or `#^block` off an internal target. */
function splitFragment(path: string): LinkTarget {
  const hash = path.indexOf('#');
  if (hash < 0) return { target: path, heading: undefined, block: undefined, external: false };
  const target = path.slice(0, hash);
  const fragment = path.slice(hash + 1);
  if (fragment.startsWith('^'))
    return { target, heading: undefined, block: fragment.slice(1), external: false };
  return { target, heading: fragment === '' ? undefined : fragment, block: undefined, external: false };
}

/** A URL keeps all of itself; anything else is a path in the notebook. */
export function parseDestination(destination: string): LinkTarget {
  if (scheme.test(destination) || destination.startsWith('//')) {
    return { target: destination, heading: undefined, block: undefined, external: true };
  }
  return splitFragment(destination);
}

/** The inside of `[[…]]`; the pipe may be escaped, as it must be in a table. */
export function parseWikilink(inside: string): LinkTarget & { alias: string | undefined } {
  const pipe = inside.indexOf('|');
  if (pipe < 0) return { ...splitFragment(inside.trim()), alias: undefined };
  const pathEnd = pipe > 0 && inside.charCodeAt(pipe - 1) === 92 ? pipe - 1 : pipe;
  return { ...splitFragment(inside.slice(0, pathEnd).trim()), alias: inside.slice(pipe + 1).trim() };
}
