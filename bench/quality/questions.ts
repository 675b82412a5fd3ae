import { createRandom, pick, type Random } from '../random.ts';
import type { CorpusNote } from './corpus.ts';
import type { Fact, FactKind } from './facts.ts';
import { plural, verb, withArticle } from './inflect.ts';

export interface KnownQuestion {
  readonly text: string;
  /** Path of the note that answers it. */
  readonly answer: string;
}

export const splits = ['tune', 'held-out'] as const;
export type Split = (typeof splits)[number];

type Slot = 'qualifier' | 'thing' | 'part' | 'verb' | 'adjective' | 'place' | 'person';

/** A way to ask, and what the asker remembers. */
interface Ask {
  readonly slots: readonly Slot[];
  readonly text: (fact: Fact) => string;
}

const past = (fact: Fact) => verb(fact.verb, 'past');
const ing = (fact: Fact) => verb(fact.verb, 'ing');
const base = (fact: Fact) => verb(fact.verb, 'base');

const asks: Record<FactKind, readonly Ask[]> = {
  cause: [
    {
      slots: ['verb', 'part', 'qualifier', 'thing'],
      text: (f) => `why did I ${base(f)} the ${f.part} of the ${f.qualifier} ${f.thing}?`,
    },
    {
      slots: ['part', 'adjective', 'verb'],
      text: (f) => `what happened with the ${f.adjective} ${f.part}, did ${ing(f)} help?`,
    },
    {
      slots: ['adjective', 'part', 'thing'],
      text: (f) => `which ${f.thing} had ${withArticle(f.adjective)} ${f.part}`,
    },
    {
      slots: ['qualifier', 'thing', 'adjective', 'part'],
      text: (f) => `${f.qualifier} ${f.thing} ${f.adjective} ${plural(f.part)}`,
    },
  ],
  who: [
    {
      slots: ['verb', 'part', 'qualifier', 'thing'],
      text: (f) => `who ${past(f)} the ${f.part} of the ${f.qualifier} ${f.thing}?`,
    },
    {
      slots: ['person', 'part', 'verb'],
      text: (f) => `what was it that ${f.person} said about ${ing(f)} the ${plural(f.part)}`,
    },
    { slots: ['person', 'thing', 'part'], text: (f) => `${f.person} and the ${f.part} of the ${f.thing}` },
  ],
  where: [
    {
      slots: ['part', 'place', 'thing'],
      text: (f) => `are there ${plural(f.part)} for the ${f.thing} in the ${f.place}?`,
    },
    {
      slots: ['part', 'qualifier', 'thing'],
      text: (f) => `where did we store the ${plural(f.part)} of the ${f.qualifier} ${f.thing}`,
    },
    {
      slots: ['place', 'part', 'adjective'],
      text: (f) => `what ${f.adjective} ${f.part} did I leave at the ${f.place}`,
    },
  ],
  often: [
    {
      slots: ['verb', 'part', 'qualifier', 'thing'],
      text: (f) => `how often should the ${f.part} of the ${f.qualifier} ${f.thing} be ${past(f)}?`,
    },
    {
      slots: ['verb', 'part', 'adjective'],
      text: (f) => `schedule for ${ing(f)} the ${f.part} when it is ${f.adjective}`,
    },
    {
      slots: ['verb', 'part', 'thing'],
      text: (f) => `every how many weeks do I ${base(f)} the ${plural(f.thing)} ${f.part}`,
    },
  ],
  cost: [
    {
      slots: ['part', 'qualifier', 'thing'],
      text: (f) => `how much did we pay for the ${f.part} of the ${f.qualifier} ${f.thing}?`,
    },
    {
      slots: ['part', 'place', 'thing'],
      text: (f) => `price of ${withArticle(f.part)} in the ${f.place} for the ${f.thing}`,
    },
    {
      slots: ['part', 'verb', 'thing'],
      text: (f) => `what does ${ing(f)} the ${f.part} of ${withArticle(f.thing)} cost`,
    },
  ],
  decision: [
    {
      slots: ['verb', 'qualifier', 'thing', 'part'],
      text: (f) => `what did we decide about ${ing(f)} the ${f.qualifier} ${f.thing} ${f.part}?`,
    },
    {
      slots: ['verb', 'part', 'thing'],
      text: (f) => `decision on ${ing(f)} the ${plural(f.part)} of the ${f.thing}`,
    },
    {
      slots: ['person', 'verb', 'part'],
      text: (f) => `did ${f.person} agree that the ${f.part} should be ${past(f)}?`,
    },
  ],
  compare: [
    {
      slots: ['person', 'part', 'adjective'],
      text: (f) => `which ${f.part} did ${f.person} recommend, the ${f.adjective} one?`,
    },
    {
      slots: ['adjective', 'part', 'thing'],
      text: (f) => `is ${withArticle(f.adjective)} ${f.part} better for the ${f.thing}`,
    },
    {
      slots: ['part', 'qualifier', 'thing'],
      text: (f) => `comparing ${plural(f.part)} for the ${f.qualifier} ${f.thing}`,
    },
  ],
  lesson: [
    {
      slots: ['verb', 'thing', 'part', 'adjective'],
      text: (f) =>
        `what did I learn about ${ing(f)} ${plural(f.thing)} with ${f.adjective} ${plural(f.part)}`,
    },
    {
      slots: ['verb', 'part', 'adjective'],
      text: (f) => `should ${withArticle(f.adjective)} ${f.part} be ${past(f)}?`,
    },
    {
      slots: ['person', 'verb', 'part'],
      text: (f) => `${f.person}'s advice on how to ${base(f)} the ${f.part}`,
    },
  ],
};

const openings = [
  'do you remember ',
  'can you find out ',
  'I know I wrote this down somewhere: ',
  'remind me, ',
  'ok so ',
  'please look in my notes: ',
  'quick question, ',
];
const endings = ['', '', '', ', I think it was last year', ' again', ', thanks', ' and what came of it'];

/**
 * Questions in plain words, each answered by one note that is known. What an asker remembers fits no other fact of the
 * corpus; still, other notes have most of the words.
 */
export function makeQuestions(
  notes: readonly CorpusNote[],
  count: number,
  seed: number,
  split: Split,
): KnownQuestion[] {
  const random = createRandom(seed, 100 + splits.indexOf(split));
  const facts = notes.flatMap((note) => note.facts.map((fact) => ({ fact, note })));
  const titled = notes.filter(({ title, facts: own }) => own.length > 0 && title.split(' ').length > 1);
  const questions: KnownQuestion[] = [];
  const seen = new Set<string>();
  while (questions.length < count) {
    const question = random() < 0.12 ? askForTitle(random, pick(random, titled)) : askForFact(random, facts);
    if (!question || seen.has(question.text)) continue;
    seen.add(question.text);
    questions.push({ ...question, text: misremember(random, question.text) });
  }
  return questions;
}

function askForFact(
  random: Random,
  facts: readonly { fact: Fact; note: CorpusNote }[],
): KnownQuestion | undefined {
  const { fact, note } = pick(random, facts);
  const ask = pick(random, asks[fact.kind]);
  const alike = facts.filter(
    (other) =>
      other.fact.domain === fact.domain && ask.slots.every((slot) => other.fact[slot] === fact[slot]),
  );
  if (alike.some((other) => other.note !== note) || !ask.slots.every((slot) => tells(note, fact[slot])))
    return undefined;
  const opening = random() < 0.5 ? pick(random, openings) : '';
  const hint = random() < 0.1 ? `${fact.domain.name} notes: ` : '';
  return { text: `${opening}${hint}${ask.text(fact)}${pick(random, endings)}`, answer: note.path };
}

/** Whether a note has the word in some form: a sentence may leave to its surroundings what it is about. */
function tells({ text }: CorpusNote, word: string): boolean {
  return text.toLowerCase().includes(word.toLowerCase().replace(/(.y|e|\+)?$/, ''));
}

function askForTitle(random: Random, note: CorpusNote): KnownQuestion {
  const text = pick(random, [
    `where is my note about ${note.title.toLowerCase()}`,
    `open ${note.title}`,
    note.title.toLowerCase(),
    `what have I got on ${note.title.toLowerCase()}`,
  ]);
  return { text, answer: note.path };
}

const longWord = /[a-z]{6,}/g;

/** Some questions have a typo, some a word cut short, some lose their accents. */
function misremember(random: Random, text: string): string {
  const chance = random();
  if (chance < 0.06) return changeWord(random, text, (word) => swapLetters(random, word));
  if (chance < 0.12) return changeWord(random, text, (word) => word.slice(0, Math.max(4, word.length - 3)));
  return chance < 0.5 ? text.normalize('NFD').replaceAll(/\p{M}/gu, '') : text;
}

function changeWord(random: Random, text: string, change: (word: string) => string): string {
  const found = [...text.matchAll(longWord)];
  if (found.length === 0) return text;
  const { 0: word, index } = pick(random, found);
  return text.slice(0, index) + change(word) + text.slice(index + word.length);
}

function swapLetters(random: Random, word: string): string {
  const at = 1 + Math.floor(random() * (word.length - 2));
  const [a, b] = [word[at]!, word[at + 1]!];
  return random() < 0.5
    ? word.slice(0, at) + b + a + word.slice(at + 2)
    : word.slice(0, at) + word.slice(at + 1);
}
