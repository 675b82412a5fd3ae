import type { NoteLink } from '../../markdown/note-scan.ts';
import { renderPlainText } from '../../markdown/plain-text.ts';
import { scanNote } from '../../markdown/scan.ts';
import { parseFrontmatter } from '../../markdown/yaml.ts';
import { findCodeBlocks } from './code-blocks.ts';
import { bodyOf } from './note-text.ts';

const wordsPerMinute = 200;

function codeBlocksOf(text: string) {
  const body = bodyOf(text);
  const from = text.length - body.length;
  const firstLine = text.slice(0, from).split('\n').length;
  return findCodeBlocks(text, from, firstLine);
}

function stats(text: string) {
  const scan = scanNote(text);
  return {
    word_count: scan.words,
    char_count: countCharacters(text),
    line_count: scan.lineCount,
    heading_count: scan.headings.length,
    code_block_count: codeBlocksOf(text).length,
    link_count: scan.links.filter((link) => !isImage(link)).length,
    reading_time_minutes: Math.round((scan.words / wordsPerMinute) * 100) / 100,
  };
}

function countCharacters(text: string): number {
  let count = text.length;
  for (let at = 0; at < text.length; at++) if ((text.charCodeAt(at) & 0xfc00) === 0xdc00) count--;
  return count;
}

const isImage = (link: NoteLink) => link.kind === 'image' || link.kind === 'embed';

function urlOf({ target, heading, block }: NoteLink): string {
  if (block !== undefined) return `${target}#^${block}`;
  return heading === undefined ? target : `${target}#${heading}`;
}

function links(text: string) {
  return scanNote(text)
    .links.filter((link) => !isImage(link))
    .map((link) => ({
      text: link.alias ?? urlOf(link),
      url: urlOf(link),
      title: link.title ?? '',
      is_reference: link.kind === 'reference',
      line_number: link.line,
    }));
}

function images(text: string) {
  return scanNote(text)
    .links.filter(isImage)
    .map((link) => ({
      alt_text: link.alias ?? '',
      url: urlOf(link),
      title: link.title ?? '',
      line_number: link.line,
    }));
}

function headers(text: string) {
  return scanNote(text).headings.map(({ level, text: title, line }) => ({
    level,
    text: title,
    line_number: line,
  }));
}

function metadata(text: string) {
  const { frontmatter } = scanNote(text);
  return frontmatter ? parseFrontmatter(text.slice(frontmatter.yamlStart, frontmatter.yamlEnd)).data : {};
}

const marker = /^(?:[ \t]|>|[-*+][ \t]|\d{1,9}[.)][ \t]|#{1,6}(?=[ \t]|$)|\[[ xX]\][ \t])+/;

const fence = /^[ \t>]*(?:`{3,}|~{3,})/;
const rule = /^[ \t]*(?:[-=*_][ \t]*){3,}$/;
/** Nobody writes a rule as long as this, and what looks like the start of one may be anything. */
const longestRule = 300;

/** Line by line: an ordinary line without markup, code as it is, fences and rules left out. */
function plainText(text: string): string {
  const kept: string[] = [];
  for (const line of bodyOf(text).split(/\r?\n/)) {
    if (fence.test(line) || (line.length < longestRule && rule.test(line))) continue;
    kept.push(renderPlainText(line.replace(marker, '')));
  }
  return kept
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** What the `md_` functions compute, as text: JSON, except where the answer is a text. */
export const markdownFunctions: Readonly<Record<string, (text: string) => string>> = {
  md_stats: (text) => JSON.stringify(stats(text)),
  md_extract_links: (text) => JSON.stringify(links(text)),
  md_extract_images: (text) => JSON.stringify(images(text)),
  md_extract_headers: (text) => JSON.stringify(headers(text)),
  md_extract_code_blocks: (text) => JSON.stringify(codeBlocksOf(text)),
  md_extract_metadata: (text) => JSON.stringify(metadata(text)),
  md_to_text: plainText,
};
