import { scanBlocks } from './blocks.ts';
import { findFrontmatter } from './frontmatter-block.ts';
import { scanInline } from './inline.ts';
import type { NoteLink, NoteScan, NoteTag, NoteTask } from './note-scan.ts';

export type { NoteLink, NoteScan } from './note-scan.ts';

function countBreaks(text: string, start: number, end: number): number {
  let breaks = 0;
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) breaks++;
  return breaks;
}

/** Both lists are in the order of the text. */
function giveTagsToTasks(tasks: NoteTask[], tags: NoteTag[]): void {
  let next = 0;
  for (const task of tasks) {
    while (next < tags.length && tags[next]!.start < task.span.start) next++;
    for (; next < tags.length && tags[next]!.start < task.span.end; next++) task.tags.push(tags[next]!.tag);
  }
}

function settleLinks(links: NoteLink[], dropped: ReadonlySet<NoteLink>, nested: boolean): NoteLink[] {
  const kept = dropped.size > 0 ? links.filter((link) => !dropped.has(link)) : links;
  return nested ? kept.sort((a, b) => a.start - b.start) : kept;
}

/** Everything the index and the tools want to know about the text of one note, in one linear pass over its blocks and one over its text. */
export function scanNote(text: string): NoteScan {
  const frontmatter = findFrontmatter(text);
  const bodyStart = frontmatter?.end ?? (text.charCodeAt(0) === 0xfeff ? 1 : 0);
  const blocks = scanBlocks(text, bodyStart, 1 + countBreaks(text, 0, bodyStart));
  const inline = scanInline(blocks);
  if (blocks.tasks.length > 0 && inline.tags.length > 0) giveTagsToTasks(blocks.tasks, inline.tags);
  const fenceOpen = bodyStart === text.length && bodyStart > 0 && text.charCodeAt(bodyStart - 1) !== 10;
  return {
    frontmatter,
    bodyStart,
    lineCount: fenceOpen ? blocks.line : blocks.line - 1,
    headings: blocks.headings,
    links: settleLinks(inline.links, inline.dropped, inline.nested),
    tags: inline.tags,
    tasks: blocks.tasks,
    blocks: inline.blocks,
    definitions: blocks.definitions,
    words: inline.words,
  };
}
