import { type GtdView, isLive, readTuples } from './gtd-view.ts';

export interface Shown {
  readonly archive: boolean;
  readonly trash: boolean;
}

interface Folders {
  readonly archive: readonly string[];
  readonly trash: readonly string[];
}

/** The archive by the app's setting, else by its title; the trash by its title. */
function findFolders(view: GtdView): Folders {
  return view.remember('folders', () => {
    const named = readTuples<[string, string]>(
      view.db,
      `SELECT CAST(i.id AS TEXT), lower(i.title) FROM items i
       WHERE i.parent_id IS NULL AND lower(i.title) IN ('archive', 'trash') AND ${isLive(view, 'items', 'i')}`,
    );
    const idsOf = (title: string) => named.filter(([, name]) => name === title).map(([id]) => id);
    const set = view.columns('app_settings').has('key')
      ? readTuples<[string]>(
          view.db,
          "SELECT CAST(value AS TEXT) FROM app_settings WHERE key = 'archive_folder_id' AND value <> ''",
        ).map(([id]) => id)
      : [];
    return { archive: set.length > 0 ? set : idsOf('archive'), trash: idsOf('trash') };
  });
}

/**
 * Whether what lies in this parent is hidden. Each folder is looked up once; a chain that leads back into itself or to a
 * parent that is not there ends in no hidden folder, so such items show.
 */
export function openHiding(view: GtdView, shown: Shown): (parent: string | null) => boolean {
  const { archive, trash } = findFolders(view);
  const hidden = [...(shown.archive ? [] : archive), ...(shown.trash ? [] : trash)];
  const known = new Map(hidden.map((id) => [id, true]));
  if (known.size === 0) return () => false;
  const parentOf = view.db.prepare('SELECT CAST(parent_id AS TEXT) AS parent FROM items WHERE id = ?');
  return (parent) => {
    const trail: string[] = [];
    let id = parent;
    while (id !== null && !known.has(id)) {
      known.set(id, false);
      trail.push(id);
      id = (parentOf.get(id)?.parent as string | null | undefined) ?? null;
    }
    const isHidden = id !== null && known.get(id) === true;
    if (isHidden) for (const passed of trail) known.set(passed, true);
    return isHidden;
  };
}

const deepest = 50;

/** The items above, from the top down, by an item's parent. Each folder is looked up once. */
export function openPaths(view: GtdView): (parent: string | null) => { id: string; title: string }[] {
  const statement = view.db.prepare(
    'SELECT CAST(parent_id AS TEXT) AS parent, substr(CAST(title AS TEXT), 1, 200) AS title FROM items WHERE id = ?',
  );
  const known = new Map<string, { parent: string | null; title: string } | undefined>();
  const find = (id: string) => {
    if (known.has(id)) return known.get(id);
    const row = statement.get(id) as { parent: string | null; title: string | null } | undefined;
    const folder = row && { parent: row.parent, title: row.title ?? '' };
    known.set(id, folder);
    return folder;
  };
  return (parent) => {
    const path = new Map<string, string>();
    for (let id = parent; id !== null && !path.has(id) && path.size < deepest; ) {
      const folder = find(id);
      if (folder === undefined) break;
      path.set(id, folder.title);
      id = folder.parent;
    }
    return [...path].map(([id, title]) => ({ id, title })).reverse();
  };
}
