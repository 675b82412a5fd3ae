import { drawTag, renderFrontmatter } from './note-frontmatter.ts';
import { HEADINGS, renderLink } from './note-links.ts';
import type { NotebookPlan, PlannedNote } from './notebook-plan.ts';
import { drawForeignPhrase, drawForeignSentence } from './other-scripts.ts';
import type { Random } from './random.ts';
import { between, createRandom, normal, pick } from './random.ts';
import {
  capitalize,
  drawDate,
  drawHex,
  drawIdentifier,
  drawRareWord,
  drawSpecialToken,
  drawUrl,
  drawWord,
} from './vocabulary.ts';

const MEDIAN_LENGTH = 1290;
const SIZE_SPREAD = 1;
const SHORTEST = 60;
const LONGEST = 100_000;
const CRLF_EVERY = 50;
const BOM_EVERY = 200;
const LINKS_PER_SENTENCE = 0.2;

export interface NoteText {
  readonly text: string;
  readonly links: number;
}

interface Writing {
  readonly random: Random;
  readonly plan: NotebookPlan;
  readonly note: PlannedNote;
  /** Words this note keeps coming back to. */
  readonly topic: readonly string[];
  links: number;
}

export function renderNote(plan: NotebookPlan, index: number, seed: number): NoteText {
  const random = createRandom(seed, index);
  const note = plan.notes[index]!;
  const length = Math.min(
    LONGEST,
    Math.max(SHORTEST, MEDIAN_LENGTH * Math.exp(SIZE_SPREAD * normal(random))),
  );
  const topic = Array.from({ length: 8 }, () => drawRareWord(random));
  const frontmatter = renderFrontmatter(random, plan, note, index);
  const writing: Writing = { random, plan, note, topic, links: frontmatter.links };
  let text = frontmatter.text;
  if (random() < 0.7) text += `# ${note.title}\n\n`;
  do text += renderBlock(writing, length - text.length);
  while (text.length < length);
  if (random() < 0.1) text = text.trimEnd();
  if (index % CRLF_EVERY === 23) text = text.replaceAll('\n', '\r\n');
  if (index % BOM_EVERY === 41) text = `\uFEFF${text}`;
  return { text, links: writing.links };
}

function renderBlock(writing: Writing, room: number): string {
  const { random } = writing;
  const kind = random();
  if (room < 250) return kind < 0.2 ? renderTasks(writing, 1) : `${renderParagraph(writing, 1)}\n\n`;
  if (kind < 0.56) return `${renderParagraph(writing, between(random, 2, 6))}\n\n`;
  if (kind < 0.72) return renderHeading(writing);
  if (kind < 0.82) return renderList(writing);
  if (kind < 0.89) return renderTasks(writing, between(random, 1, 5));
  if (kind < 0.93) return renderCode(random);
  if (kind < 0.96) return `> ${random() < 0.3 ? '[!note] ' : ''}${renderParagraph(writing, 2)}\n\n`;
  if (kind < 0.975) return renderTable(writing);
  if (kind < 0.985) return `${renderSentence(writing)}^${drawHex(random, 6)}\n\n`;
  return `[^1]: ${renderSentence(writing)}\n\n[ref]: ${drawUrl(random)}\n\n`;
}

function renderHeading(writing: Writing): string {
  const { random, note } = writing;
  const level = '#'.repeat(pick(random, [2, 2, 2, 3, 3, 4]));
  if (note.script !== 'latin' && random() < 0.8)
    return `${level} ${drawForeignPhrase(random, note.script, 1, 4)}\n\n`;
  if (random() < 0.5) return `${level} ${pick(random, HEADINGS)}\n\n`;
  return `${level} ${capitalize(drawWord(random))} ${drawWord(random)} ${pick(random, writing.topic)}\n\n`;
}

function renderParagraph(writing: Writing, sentences: number): string {
  let paragraph = '';
  for (let index = 0; index < sentences; index++) paragraph += renderSentence(writing);
  if (writing.random() < 0.04) paragraph += `#${drawTag(writing.random)} `;
  return paragraph.trimEnd();
}

function renderSentence(writing: Writing): string {
  const { random, note } = writing;
  if (note.script !== 'latin' && random() < 0.85) {
    const sentence = drawForeignSentence(random, note.script);
    return random() < 0.15 ? `${sentence}${link(writing)} ` : sentence;
  }
  const count = between(random, 5, 19);
  const linkAt = random() < LINKS_PER_SENTENCE ? (random() * count) | 0 : -1;
  let sentence = capitalize(drawWord(random));
  for (let index = 1; index < count; index++) {
    if (index === linkAt) sentence += ` ${link(writing)}`;
    const choice = random();
    if (choice < 0.885) sentence += ` ${drawWord(random)}`;
    else if (choice < 0.96) sentence += ` ${pick(random, writing.topic)}`;
    else if (choice < 0.975) sentence += ` ${drawSpecialToken(random)}`;
    else if (choice < 0.985) sentence += `, ${drawWord(random)}`;
    else if (choice < 0.99) sentence += ` **${drawWord(random)} ${drawWord(random)}**`;
    else if (choice < 0.993) sentence += ` *${drawWord(random)}*`;
    else if (choice < 0.996) sentence += ` (${drawWord(random)} ${drawWord(random)})`;
    else sentence += ` [${drawWord(random)}](${drawUrl(random)})`;
  }
  const end = random();
  return `${sentence}${end < 0.88 ? '.' : end < 0.95 ? '?' : end < 0.98 ? '!' : ' 🙂.'} `;
}

function link(writing: Writing): string {
  writing.links++;
  return renderLink(writing.random, writing.plan, writing.note);
}

function renderItem(writing: Writing): string {
  const { random, note } = writing;
  if (random() < 0.18) return link(writing);
  if (note.script !== 'latin') return drawForeignPhrase(random, note.script, 2, 6);
  let item = capitalize(drawWord(random));
  for (let count = between(random, 2, 8); count > 0; count--) item += ` ${drawWord(random)}`;
  return item;
}

function renderList(writing: Writing): string {
  const { random } = writing;
  const ordered = random() < 0.25;
  let list = '';
  for (let index = 1, count = between(random, 2, 7); index <= count; index++) {
    const indent = index > 1 && random() < 0.2 ? (ordered ? '   ' : '  ') : '';
    list += `${indent}${ordered ? `${index}.` : '-'} ${renderItem(writing)}\n`;
  }
  return `${list}\n`;
}

function renderTasks(writing: Writing, count: number): string {
  const { random } = writing;
  let tasks = '';
  for (let index = 0; index < count; index++) {
    const status = pick(random, [' ', ' ', ' ', 'x', 'x', '/', '-']);
    tasks += `- [${status}] ${renderItem(writing)}`;
    const due = random();
    if (due < 0.3) tasks += ` 📅 ${drawDate(random)}`;
    else if (due < 0.4) tasks += ` [due:: ${drawDate(random)}]`;
    if (random() < 0.1) tasks += ` ${pick(random, ['⏫', '🔼', '🔽'])}`;
    if (random() < 0.05) tasks += ` 🔁 every ${pick(random, ['day', 'week', 'month'])}`;
    if (random() < 0.15) tasks += ` #${drawTag(random)}`;
    if (status === 'x' && random() < 0.5) tasks += ` ✅ ${drawDate(random)}`;
    tasks += '\n';
  }
  return `${tasks}\n`;
}

function renderCode(random: Random): string {
  const fence = random() < 0.9 ? '```' : '~~~';
  let code = `${fence}${pick(random, ['ts', 'python', 'bash', 'json', ''])}\n`;
  for (let count = between(random, 2, 10); count > 0; count--) {
    const style = random();
    if (style < 0.5)
      code += `const ${drawIdentifier(random)} = ${drawIdentifier(random)}(${between(random, 0, 9999)});\n`;
    else if (style < 0.7) code += `  return ${drawIdentifier(random)}["${drawWord(random)}"];\n`;
    else if (style < 0.85) code += `# ${drawWord(random)} ${drawWord(random)} [[not a link]] #nottag\n`;
    else code += `git show ${drawHex(random, 12)} -- ${drawWord(random)}/${drawIdentifier(random)}\n`;
  }
  return `${code}${fence}\n\n`;
}

function renderTable(writing: Writing): string {
  const { random } = writing;
  let table = `| ${drawWord(random)} | ${drawWord(random)} | ${drawWord(random)} |\n| --- | ---: | --- |\n`;
  for (let count = between(random, 2, 6); count > 0; count--) {
    table += `| ${drawWord(random)} | ${between(random, 0, 100_000)} | ${renderItem(writing).replaceAll('|', '\\|')} |\n`;
  }
  return `${table}\n`;
}
