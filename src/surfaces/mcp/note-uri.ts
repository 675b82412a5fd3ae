/** Everything that stands for notes; what follows `note://name/` is the path. */
export const noteTemplate = 'note://{notebook}/{+path}';

export interface NoteUri {
  readonly notebook: string;
  readonly path: string;
  /** Where in the note to begin: a line counted from 0, and a character of it. */
  readonly offset: number;
  readonly charOffset: number;
}

/** `note://My%20notes/projects/caf%C3%A9.md`: each part percent-encoded, `/` between folders kept. */
export function renderNoteUri(
  { notebook, path }: Pick<NoteUri, 'notebook' | 'path'>,
  from?: { offset: number; charOffset?: number | undefined },
): string {
  const uri = `note://${encodeURIComponent(notebook)}/${path.split('/').map(encodeURIComponent).join('/')}`;
  if (from === undefined) return uri;
  return `${uri}?offset=${from.offset}${from.charOffset ? `&charOffset=${from.charOffset}` : ''}`;
}

/**
 * What a URI names, undefined when it can name no note. Letters that need no escape may be given either way; a `?` or `#`
 * of a file name too, as clients that fill in the template leave them.
 */
export function parseNoteUri(uri: string): NoteUri | undefined {
  const [, notebook, written] = /^note:\/\/([^/?#]+)\/(.+)$/is.exec(uri) ?? [];
  if (notebook === undefined || written === undefined) return undefined;
  const [query = '', offset = '0', charOffset = '0'] =
    /\?offset=(\d{1,15})(?:&charOffset=(\d{1,15}))?$/.exec(written) ?? [];
  try {
    return {
      notebook: decodeURIComponent(notebook),
      path: decodeURIComponent(written.slice(0, written.length - query.length)).normalize('NFC'),
      offset: Number(offset),
      charOffset: Number(charOffset),
    };
  } catch {
    return undefined; // a percent sign that escapes nothing
  }
}

/**
 * A path as a value of the template. `{+path}` takes a reserved sign and what looks like an escape as they are, so those that
 * would mean something else are escaped here; the rest is for the client to write as it likes.
 */
export function renderPathValue(path: string): string {
  return path.replaceAll(/[%?#]/g, (sign) => encodeURIComponent(sign));
}

/** The path that was meant by such a value, or by as much of it as is typed. */
export function parsePathValue(value: string): string {
  return value.replaceAll(/%(?:25|3f|23)/gi, (sign) => decodeURIComponent(sign));
}

/** What a client means that fills in the template and escapes the `%` of a value once more; undefined when it has none. */
export function findOverescaped(note: NoteUri): NoteUri | undefined {
  const path = parsePathValue(note.path);
  return path === note.path ? undefined : { ...note, path };
}
