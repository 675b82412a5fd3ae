import type { NotebookPlan, PlannedNote } from './notebook-plan.ts';
import type { Random } from './random.ts';
import { pick, skewedIndex } from './random.ts';
import { capitalize, drawRareWord, drawWord } from './vocabulary.ts';

export const HEADINGS = [
  'Overview',
  'Notes',
  'Background',
  'Next steps',
  'References',
  'Details',
  'Open questions',
  'Summary',
  'Decisions',
  'Related',
];

const HUB_SHARE = 0.012;
const BROKEN_SHARE = 0.05;
const NEIGHBOUR_SHARE = 0.25;
const POPULAR_SHARE = 0.58;

/** Popular notes gather most links, neighbours in a folder some, and a few point nowhere. */
export function renderLink(random: Random, plan: NotebookPlan, source: PlannedNote): string {
  if (random() < BROKEN_SHARE) return renderBrokenLink(random);
  const target = plan.notes[drawTarget(random, plan, source)]!;
  const kind = random();
  if (kind < 0.45) return `[[${target.name}]]`;
  if (kind < 0.6) return `[[${target.name}|${drawWord(random)} ${drawWord(random)}]]`;
  if (kind < 0.67) return `[[${target.name}#${pick(random, HEADINGS)}]]`;
  if (kind < 0.75) return `[[${target.path.slice(0, -3)}]]`;
  if (kind < 0.78) return `![[${target.name}]]`;
  if (kind < 0.8) return `![[${target.name}#${pick(random, HEADINGS)}|${drawWord(random)}]]`;
  return `[${drawWord(random)} ${drawWord(random)}](${markdownDestination(random, source, target)})`;
}

/** A note that exists, for places where only a wikilink makes sense. */
export function renderParentLink(random: Random, plan: NotebookPlan, source: PlannedNote): string {
  return `[[${plan.notes[drawTarget(random, plan, source)]!.name}]]`;
}

function drawTarget(random: Random, plan: NotebookPlan, source: PlannedNote): number {
  const choice = random();
  if (choice < HUB_SHARE) return 0;
  if (choice < HUB_SHARE + NEIGHBOUR_SHARE) return pick(random, plan.members[source.folder]!);
  if (choice < HUB_SHARE + NEIGHBOUR_SHARE + POPULAR_SHARE) return skewedIndex(random, plan.notes.length);
  return (random() * plan.notes.length) | 0;
}

function renderBrokenLink(random: Random): string {
  const name = `${capitalize(drawRareWord(random))} ${drawRareWord(random)} missing`;
  return random() < 0.8 ? `[[${name}]]` : `[${drawWord(random)}](${encodeURI(name)}.md)`;
}

function markdownDestination(random: Random, source: PlannedNote, target: PlannedNote): string {
  const up = '../'.repeat(source.path.split('/').length - 1);
  const fromRoot = random() < 0.3;
  const path = source.folder === target.folder ? `${target.name}.md` : `${fromRoot ? '/' : up}${target.path}`;
  if (path.includes(' ') && random() < 0.2) return `<${path}>`;
  return encodeURI(path).replaceAll('(', '%28').replaceAll(')', '%29').replaceAll('?', '%3F');
}
