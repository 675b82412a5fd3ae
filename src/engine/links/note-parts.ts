import { renderPlainText } from '../markdown/plain-text.ts';
import { decodePercent, isMarkdownKind } from './link-aim.ts';

/** The headings and blocks of a note, as links are compared with them. */
export interface NoteParts {
  /** Each by its source, as Obsidian compares, and by what a reader sees of it. */
  headings: readonly { level: number; source: string; shown: string; plain: string }[];
  keys: ReadonlySet<string>;
  blocks: ReadonlySet<string>;
  /** How many headings have a slug; made when first asked for. */
  slugs: Map<string, number> | undefined;
}

/** From what the index keeps: `[line, level, text]` of each heading, `[id, line]` of each block. */
export function parseParts(headings: string, blocks: string): NoteParts {
  const found = (JSON.parse(headings) as [number, number, string][]).map(([, level, text]) => {
    const plain = renderPlainText(text);
    const source = headingKey(text);
    return { level, plain, source, shown: plain === text ? source : headingKey(plain) };
  });
  return {
    headings: found,
    keys: new Set(found.flatMap(({ source, shown }) => [source, shown])),
    blocks: new Set((JSON.parse(blocks) as [string, number][]).map(([id]) => id.toLowerCase())),
    slugs: undefined,
  };
}

/** Headings are equal when these are: case, punctuation and the amount of white space do not count. */
function headingKey(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[!"#$%&()*+,./:;<=>?@[\\\]^`{|}~\s]+/g, ' ')
    .trim()
    .toLowerCase();
}

/** Whether the part of a note that a link names is there. */
export function hasPart(
  parts: NoteParts,
  kind: string,
  heading: string | null,
  block: string | null,
): boolean {
  if (block !== null) return parts.blocks.has(block.toLowerCase());
  if (heading === null) return true;
  const markdown = isMarkdownKind(kind);
  const text = markdown ? decodePercent(heading) : heading;
  const steps = text.split('#').filter((step) => step.trim() !== '');
  const last = steps.at(-1)?.trim();
  if (last?.startsWith('^')) return parts.blocks.has(last.slice(1).toLowerCase());
  return (
    parts.keys.has(headingKey(text)) ||
    (steps.length > 1 && hasHeadingPath(parts, steps.map(headingKey))) ||
    (markdown && hasSlug(parts, text))
  );
}

/** `#one#two`: one heading after the other, each deeper than the one before. */
function hasHeadingPath({ headings, keys }: NoteParts, path: readonly string[]): boolean {
  if (path.some((step) => !keys.has(step))) return false;
  let at = 0;
  let above = 0;
  for (const { level, source, shown } of headings) {
    if (level <= above || (source !== path[at] && shown !== path[at])) continue;
    above = level;
    at++;
    if (at === path.length) return true;
  }
  return false;
}

/**
 * The name that GitHub and most renderers of Markdown give a heading in a URL; the second heading of a name is `name-1`.
 * Obsidian knows no such names, but Markdown that is read elsewhere too is full of them.
 */
function hasSlug(parts: NoteParts, slug: string): boolean {
  if (parts.slugs === undefined) {
    parts.slugs = new Map();
    for (const { plain } of parts.headings) {
      const own = slugOf(plain);
      parts.slugs.set(own, (parts.slugs.get(own) ?? 0) + 1);
    }
  }
  const wanted = slugOf(slug);
  if (parts.slugs.has(wanted)) return true;
  const numbered = /^(.*)-(\d{1,4})$/s.exec(wanted);
  return numbered !== null && (parts.slugs.get(numbered[1]!) ?? 0) > Number(numbered[2]);
}

function slugOf(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replace(/[ -]+/g, '-');
}
