import { type GtdView, hasTags, isLive, readTuples } from './gtd-view.ts';

export interface GtdTag {
  id: string;
  name: string;
  color: string | null;
  /** Items that carry it and are not deleted. */
  itemCount: number;
}

/** Every tag that is not deleted, by name. */
export function readAllTags(view: GtdView): readonly GtdTag[] {
  if (!hasTags(view)) return [];
  const color = view.columns('tags').has('color') ? 'CAST(t.color AS TEXT)' : 'NULL';
  return view.remember('tags', () =>
    readTuples<[string, string, string | null, number]>(
      view.db,
      `SELECT CAST(t.id AS TEXT), CAST(t.name AS TEXT), ${color},
         (SELECT count(*) FROM item_tags l JOIN items i ON i.id = l.item_id
          WHERE l.tag_id = t.id AND ${isLive(view, 'item_tags', 'l')} AND ${isLive(view, 'items', 'i')})
       FROM tags t WHERE ${isLive(view, 'tags', 't')} ORDER BY t.name COLLATE NOCASE, t.id`,
    ).map(([id, name, color, itemCount]) => ({ id: id ?? '', name: name ?? '', color, itemCount })),
  );
}
