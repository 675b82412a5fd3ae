import { renderParentLink } from './note-links.ts';
import type { NotebookPlan, PlannedNote } from './notebook-plan.ts';
import type { Random } from './random.ts';
import { between, pick, skewedIndex } from './random.ts';
import { capitalize, drawDate, drawHex, drawRareWord, drawUrl, drawWord, wordAt } from './vocabulary.ts';

const TAG_KINDS = 600;
const BROKEN_EVERY = 1000;
const BROKEN_BLOCKS = [
  'title: "never closed\ntags: [a, b]\n',
  'title: one: two: three\n\ttabbed: true\n',
  'tags: [work, home\nstatus: open\n',
  'status: open\nstatus: closed\n- stray item\n',
];

export interface Frontmatter {
  readonly text: string;
  readonly links: number;
}

/** Zipf-like over some hundreds of tags, a third of them nested. */
export function drawTag(random: Random): string {
  const rank = skewedIndex(random, TAG_KINDS);
  const tag = wordAt(300 + rank * 3);
  if (rank % 3 !== 0) return tag;
  return rank % 9 === 0
    ? `${wordAt(300 + (rank % 30))}/${tag}/${wordAt(400 + rank)}`
    : `${wordAt(300 + (rank % 30))}/${tag}`;
}

export function renderFrontmatter(
  random: Random,
  plan: NotebookPlan,
  note: PlannedNote,
  index: number,
): Frontmatter {
  if (index % BROKEN_EVERY === 137) {
    return {
      text: `---\n${BROKEN_BLOCKS[Math.floor(index / BROKEN_EVERY) % BROKEN_BLOCKS.length]!}---\n`,
      links: 0,
    };
  }
  const kind = random();
  if (kind < 0.1) return { text: '', links: 0 };
  if (kind < 0.12) return { text: '---\n---\n', links: 0 };
  let text = '---\n';
  let links = 0;
  if (random() < 0.6) text += `title: ${renderScalar(note.title)}\n`;
  if (random() < 0.08) text += `id: ${drawHex(random, 12)}\n`;
  if (random() < 0.7)
    text += renderList(random, random() < 0.9 ? 'tags' : 'tag', drawDistinct(random, drawTag, 5));
  if (random() < 0.25) text += renderList(random, 'aliases', drawDistinct(random, drawAlias, 3));
  if (random() < 0.5) text += `${pick(random, ['created', 'created', 'date'])}: ${drawTimestamp(random)}\n`;
  if (random() < 0.2) text += `${pick(random, ['modified', 'updated'])}: ${drawTimestamp(random)}\n`;
  if (random() < 0.3)
    text += `status: ${pick(random, ['todo', 'in-progress', 'done', 'draft', 'Done', 'waiting'])}\n`;
  if (random() < 0.15) text += `priority: ${between(random, 1, 5)}\n`;
  if (random() < 0.1) text += `rating: ${between(random, 0, 50) / 10}\n`;
  if (random() < 0.08) text += `source: ${drawUrl(random)}\n`;
  if (random() < 0.08) text += `published: ${pick(random, ['true', 'false'])}\n`;
  if (random() < 0.05) text += `reviewed:\n`;
  if (random() < 0.05) text += `code: ${String(between(random, 0, 999)).padStart(5, '0')}\n`;
  if (random() < 0.06)
    text += `author: '${capitalize(drawRareWord(random))} O''${capitalize(drawRareWord(random))}'\n`;
  if (random() < 0.06) {
    text += `parent: "${renderParentLink(random, plan, note)}"\n`;
    links++;
  }
  if (random() < 0.05) text += renderNested(random);
  if (random() < 0.03) text += `description: >-\n  ${drawPhrase(random, 8)}\n  ${drawPhrase(random, 6)}\n`;
  return { text: `${text}---\n`, links };
}

function renderScalar(text: string): string {
  return /[:#&?[\]{}*!|>'"%@`]|^[\d-]/.test(text) ? `"${text.replaceAll('"', '\\"')}"` : text;
}

function renderList(random: Random, key: string, items: readonly string[]): string {
  const style = random();
  if (style < 0.4) return `${key}: [${items.join(', ')}]\n`;
  if (style < 0.85) return `${key}:\n${items.map((item) => `  - ${item}\n`).join('')}`;
  if (style < 0.93) return `${key}: ${items[0]}\n`;
  return `${key}: ${items.join(', ')}\n`;
}

function renderNested(random: Random): string {
  const name = drawRareWord(random);
  if (random() < 0.5) {
    return `meta:\n  ${name}: ${between(random, 1, 99)}\n  owner:\n    name: ${capitalize(drawRareWord(random))}\n    active: true\n`;
  }
  return `history:\n  - date: ${drawDate(random)}\n    change: ${drawPhrase(random, 3)}\n  - date: ${drawDate(random)}\n    change: {kind: ${name}, size: ${between(random, 1, 900)}}\n`;
}

function drawDistinct(random: Random, draw: (random: Random) => string, most: number): string[] {
  const items = new Set<string>();
  for (let count = between(random, 1, most); count > 0; count--) items.add(draw(random));
  return [...items];
}

function drawAlias(random: Random): string {
  return `${capitalize(drawRareWord(random))} ${drawWord(random)}`;
}

function drawPhrase(random: Random, words: number): string {
  let phrase = drawWord(random);
  for (let count = 1; count < words; count++) phrase += ` ${drawWord(random)}`;
  return phrase;
}

function drawTimestamp(random: Random): string {
  const date = drawDate(random);
  const style = random();
  if (style < 0.6) return date;
  if (style < 0.75) return `"${date}"`;
  const time = `${String(between(random, 0, 23)).padStart(2, '0')}:${String(between(random, 0, 59)).padStart(2, '0')}`;
  if (style < 0.9) return `${date}T${time}:00Z`;
  return style < 0.95 ? `${date} ${time}` : `${date}T${time}:30+02:00`;
}
