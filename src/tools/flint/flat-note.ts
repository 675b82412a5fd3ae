import type { NoteRead } from '../../engine/index.ts';
import { etagOf, type FittedOutline, fitOutline } from '../note-window.ts';

export interface FlatNote
  extends Omit<NoteRead, 'notebook' | 'outline' | 'index' | 'warnings'>,
    FittedOutline {
  id?: string;
}

/** A note as this dialect shows it, without what the answer says of the notebook. */
export function flattenNote(
  read: NoteRead,
  asked: { offset: number; section?: string | undefined },
  outlineBytes: number,
): FlatNote {
  const { path, title, content, contentMetadata, outline, properties } = read;
  const { tags, aliases, created, modified, words } = read;
  return {
    ...ownId(properties.id),
    path,
    title,
    ...(content === undefined ? {} : { content }),
    ...(contentMetadata === undefined ? {} : { contentMetadata }),
    ...fitOutline(outline, asked.offset, outlineBytes),
    properties,
    tags,
    aliases,
    created,
    modified,
    words,
    etag: etagOf(read, asked.section),
  };
}

function ownId(id: unknown): { id?: string } {
  return typeof id === 'string' || typeof id === 'number' ? { id: String(id) } : {};
}
