import { type BrokenLink, brokenCounts, brokenLinks, brokenLinksAt } from '../db/queries/broken-links.ts';
import { findNoteByPath, headingsOf } from '../db/queries/notes.ts';
import type { ThreadView } from '../indexer/thread-view.ts';
import { isMarkdownKind } from '../links/link-aim.ts';
import { findNearest } from '../query/nearest-name.ts';
import { closestFileFinder } from './closest-names.ts';

/** What a broken link lacks: the note or attachment itself, or a part of a note that is there. */
export type BrokenReason = 'note' | 'attachment' | 'heading' | 'block';

export interface BrokenLinkRow {
  readonly note: number;
  readonly path: string;
  readonly line: number;
  readonly raw: string;
  readonly target: string;
  readonly reason: BrokenReason;
  /** The path of the file that may have been meant, with the heading if that is what is wrong. */
  readonly closest: string | null;
}

/** One page of broken links, each with what is closest to it; that is looked for only here, for the rows shown. */
export function findBrokenLinks(
  view: ThreadView,
  page: { limit: number; offset: number },
): { links: BrokenLinkRow[]; total: number } {
  const { rows, total } = findPage(view, page);
  const closest = closestFileFinder(view);
  const links = rows.map((row) => {
    const reason = findReason(row);
    const near =
      row.found === null
        ? closest(reason === 'attachment' ? 'attachment' : 'note', nameIn(row.target))
        : closestPart(view, row, row.found);
    const { note, path, line, raw, target } = row;
    return { note, path, line, raw, target, reason, closest: near };
  });
  return { links, total };
}

/** The first page is walked to; whoever asks for another one is likely to ask for more. */
function findPage({ db, scope, cache, generation }: ThreadView, page: { limit: number; offset: number }) {
  const mark = JSON.stringify(scope);
  if (page.offset === 0)
    return cache.get(`broken ${page.limit} ${mark}`, generation, () => brokenLinks(db, scope, page));
  const counts = cache.get(`broken counts ${mark}`, generation, () => brokenCounts(db, scope));
  return brokenLinksAt(db, scope, page, counts);
}

/** Obsidian's own attachments and what people keep beside notes; a dot in a note's name is no extension. */
const attached =
  /\.(?:avif|bmp|gif|jpe?g|png|svg|webp|heic|tiff?|flac|m4a|mp3|ogg|wav|3gp|mkv|mov|mp4|ogv|webm|pdf|canvas|base|csv|tsv|json|ya?ml|xml|html?|txt|zip|gz|docx?|xlsx?|pptx?|odt|ods|epub|drawio|excalidraw)$/i;

export function findReason(link: {
  state: number;
  kind: string;
  target: string;
  block: string | null;
}): BrokenReason {
  if (link.state === 2) return link.block === null ? 'heading' : 'block';
  const name = link.target.slice(link.target.lastIndexOf('/') + 1);
  if (attached.test(name)) return 'attachment';
  return isMarkdownKind(link.kind) && /\.(?!md$)[a-z0-9]{1,8}$/i.test(name) ? 'attachment' : 'note';
}

/** The file name a link names, as the index spells names. */
function nameIn(target: string): string {
  let name = target;
  if (name.includes('%')) {
    try {
      name = decodeURIComponent(name);
    } catch {
      // a stray % is part of the name
    }
  }
  name = name.slice(name.lastIndexOf('/') + 1);
  return name.replace(/\.md$/i, '').normalize('NFC').toLowerCase().trim();
}

/** The note is there: what is close is one of its headings, or else the note itself. */
function closestPart({ db, scope }: ThreadView, { heading }: BrokenLink, found: string): string {
  const note = heading === null ? undefined : findNoteByPath(db, found, scope);
  if (heading === null || note === undefined) return found;
  const last = heading.slice(heading.lastIndexOf('#') + 1).trim();
  const headings = headingsOf(db, note.id).map(({ text }) => text);
  const nearest = findNearest(last, headings);
  return nearest === undefined ? found : `${found}#${nearest}`;
}
