import type { Database } from '../db/database.ts';
import { areEdgesKept, edgeWriter, linksNowhere } from '../db/queries/edges.ts';
import { openLookup } from './index-lookup.ts';
import { foldPath } from './link-aim.ts';
import { linkedFile, NameGroup } from './name-group.ts';
import { parseParts } from './note-parts.ts';
import { type LinkLookup, type LinkText, linkState, type Resolved, resolveLink } from './resolve.ts';

/** Whether a link means one of the files that the notebook leaves out: then it leads somewhere, though not to anything to be shown. */
export type IgnoredFiles = Pick<LinkLookup, 'named'>;

const nobody = { aliased: [], identified: [], titled: [] };
const noParts = parseParts('[]', '[]');

/** Files by name, from their paths as the disk spells them. */
export function openIgnored(paths: readonly string[]): IgnoredFiles | undefined {
  if (paths.length === 0) return undefined;
  const byName = new Map<string, { isNote: boolean; id: number; path: string }[]>();
  for (const [at, disk] of paths.entries()) {
    const path = disk.normalize('NFC');
    const name = foldPath(path.slice(path.lastIndexOf('/') + 1));
    const file = { isNote: /\.md$/i.test(path), id: at + 1, path };
    const known = byName.get(name);
    if (known) known.push(file);
    else byName.set(name, [file]);
  }
  const groupOf = (name: string, isNote: boolean) => {
    const files = byName.get(name)?.filter((file) => file.isNote === isNote) ?? [];
    return files.length === 0 ? undefined : new NameGroup(files.map(({ id, path }) => linkedFile(id, path)));
  };
  return { named: (name) => ({ notes: groupOf(name, true), attachments: groupOf(name, false) }) };
}

/** The files that are left out are others than before: links that led nowhere, or to them, are looked at again. */
export function settleIgnored(db: Database, ignored: IgnoredFiles | undefined): void {
  if (!areEdgesKept(db)) return;
  const store = edgeWriter(db);
  const lookup = openLookup(db);
  for (const link of linksNowhere(db)) {
    const { file, state } = resolveWithIgnored(lookup, ignored, { id: link.note, path: link.path }, link);
    store(link.note, link.ord, file, state, link.heading !== null || link.block !== null);
  }
}

/** What a link means, when files that are left out count as being there: no file to go to, but not broken. */
export function resolveWithIgnored(
  lookup: LinkLookup,
  ignored: IgnoredFiles | undefined,
  source: { id: number; path: string },
  link: LinkText,
): Resolved {
  const found = resolveLink(lookup, source, link);
  if (found.state !== linkState.noFile || !ignored) return found;
  const rest = { at: () => undefined, called: () => nobody, parts: () => noParts };
  const hidden = resolveLink({ ...ignored, ...rest }, source, { ...link, heading: null, block: null });
  return hidden.file === null ? found : { file: null, state: linkState.resolved, choices: 1 };
}
