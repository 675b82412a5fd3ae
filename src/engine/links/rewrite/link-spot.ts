import type { NoteLink } from '../../markdown/note-scan.ts';
import type { LinkText } from '../resolve.ts';

/**
 * How the path of a link is written: between the brackets of a wikilink (`yaml…` in the scalar of a property with that quoting),
 * as a Markdown destination, or as one in `<…>`.
 */
export type SpotForm = 'wikilink' | 'yaml-plain' | "yaml-'" | 'yaml-"' | 'plain' | 'angle';

/** A place in a note that says which file a link means: the path alone, without its heading, query, alias or title. */
export interface LinkSpot extends LinkText {
  form: SpotForm;
  /** UTF-16 offsets of the path. */
  start: number;
  end: number;
  /** The path as it stands there. */
  written: string;
  /** The whole link, or the line of a reference definition. */
  raw: string;
  rawStart: number;
}

/** The path stands first between the brackets; blanks before it are no part of it. */
export function wikilinkSpot(link: NoteLink, form: SpotForm, written: string): LinkSpot {
  const { kind, raw, heading, block, target } = link;
  const open = kind === 'embed' ? 3 : 2;
  const start = link.start + open + /^\s*/.exec(raw.slice(open))![0].length;
  return {
    kind,
    target,
    heading: heading ?? null,
    block: block ?? null,
    form,
    start,
    end: start + written.length,
    written,
    raw,
    rawStart: link.start,
  };
}
