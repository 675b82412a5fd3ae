import { between, pick, type Random } from '../random.ts';
import { type Domain, people } from './domains.ts';
import { capital, plural, verb, withArticle } from './inflect.ts';

/** One thing that is so, told in one note. */
export interface Fact {
  readonly domain: Domain;
  readonly kind: FactKind;
  readonly qualifier: string;
  readonly thing: string;
  readonly part: string;
  readonly verb: string;
  readonly adjective: string;
  readonly place: string;
  readonly person: string;
  readonly number: number;
}

type Tell = (fact: Fact) => string;

const past = (fact: Fact) => verb(fact.verb, 'past');
const ing = (fact: Fact) => verb(fact.verb, 'ing');
const base = (fact: Fact) => verb(fact.verb, 'base');
const subject = ({ qualifier, thing }: Fact) => `${qualifier} ${thing}`;

/** How a note tells a fact of each kind. */
const told = {
  cause: [
    (f) =>
      `The ${f.part} of the ${subject(f)} was ${f.adjective}, so I ${past(f)} it and it has been fine since.`,
    (f) =>
      `${capital(ing(f))} the ${f.part} turned out to be the answer: it had been ${f.adjective} all along.`,
    (f) =>
      `Trouble came from ${withArticle(f.adjective)} ${f.part}; once it was ${past(f)}, nothing else was needed.`,
  ],
  who: [
    (f) =>
      `${f.person} ${past(f)} the ${f.part} of the ${subject(f)} and wants to be asked before anyone touches it.`,
    (f) => `The ${f.part} was ${past(f)} by ${f.person}, who still has the papers.`,
    (f) => `${f.person} offered to ${base(f)} every ${f.part} on the ${f.thing}, and did.`,
  ],
  where: [
    (f) => `Spare ${plural(f.part)} for the ${subject(f)} are in the ${f.place}, ${f.number} of them.`,
    (f) => `We keep the ${f.part} in the ${f.place} now, next to the ${f.thing}.`,
    (f) => `Left the ${f.adjective} ${f.part} at the ${f.place}; the ${f.thing} does without it.`,
  ],
  often: [
    (f) => `${capital(base(f))} the ${f.part} every ${f.number} weeks, sooner when it looks ${f.adjective}.`,
    (f) => `The ${f.part} of the ${subject(f)} needs ${ing(f)} every ${f.number} days.`,
    (f) => `Rule of thumb for the ${f.thing}: ${base(f)} each ${f.part} ${f.number} times a year.`,
  ],
  cost: [
    (f) => `Paid ${f.number} euros for a new ${f.part}, not ${f.adjective} like the old one.`,
    (f) => `${capital(withArticle(f.part))} for the ${subject(f)} cost ${f.number} euros in the ${f.place}.`,
    (f) =>
      `They wanted ${f.number} euros to ${base(f)} the ${f.part}, which is a lot for ${withArticle(f.thing)}.`,
  ],
  decision: [
    (f) =>
      `After a talk with ${f.person} we decided to ${base(f)} the ${subject(f)} without ${withArticle(f.part)}.`,
    (f) => `Decided: the ${f.part} gets ${past(f)} first, the rest of the ${f.thing} can wait.`,
    (f) => `No more ${ing(f)} of the ${f.part}, that is settled; ${f.person} agrees.`,
  ],
  compare: [
    (f) =>
      `A less ${f.adjective} ${f.part} works better on the ${subject(f)} than the one ${f.person} suggested.`,
    (f) => `Tried two ${plural(f.part)}; the ${f.adjective} one suits the ${f.thing} better.`,
    (f) =>
      `${f.person} swears by ${withArticle(f.adjective)} ${f.part}, though ours was ${past(f)} differently.`,
  ],
  lesson: [
    (f) =>
      `Next time ${base(f)} the ${f.thing} before anything else, otherwise the ${f.part} gets ${f.adjective}.`,
    (f) => `Lesson learned: never ${base(f)} ${withArticle(f.part)} that is still ${f.adjective}.`,
    (f) => `What ${f.person} taught me: ${ing(f)} the ${f.part} slowly keeps the ${f.thing} in shape.`,
  ],
} satisfies Record<string, Tell[]>;

export type FactKind = keyof typeof told;
const kinds = Object.keys(told) as FactKind[];

export function drawFact(random: Random, domain: Domain, about: Pick<Fact, 'qualifier' | 'thing'>): Fact {
  return {
    domain,
    kind: pick(random, kinds),
    ...about,
    part: pick(random, domain.parts),
    verb: pick(random, domain.verbs),
    adjective: pick(random, domain.adjectives),
    place: pick(random, domain.places),
    person: pick(random, people),
    number: between(random, 2, 90),
  };
}

export function tell(random: Random, fact: Fact): string {
  return pick<Tell>(random, told[fact.kind])(fact);
}

/** A remark that says nothing in particular, in the words of the domain. */
const remarks: Tell[] = [
  (f) => `Thought about the ${f.thing} again today.`,
  (f) => `${f.person} asked how the ${subject(f)} is coming along.`,
  (f) => `The ${f.place} was ${f.adjective} when I got there.`,
  (f) => `There is still a ${f.part} to look at, no hurry.`,
  (f) => `Not sure whether ${ing(f)} is worth it.`,
  () => 'More on this when I find the time.',
  () => 'It took longer than I remember from the last time we did this.',
  (f) => `Someone should write down how to ${base(f)} properly.`,
  () => 'What exactly happened is anybody’s guess, and I did not want to ask again.',
  (f) => `Spent an hour ${ing(f)}, then gave up for the day.`,
  (f) => `Photos of the ${f.thing} are on my phone.`,
  () => 'Everything else went as planned.',
  (f) => `Read somewhere that ${plural(f.thing)} last longer this way.`,
  (f) => `Talked about the price of ${plural(f.part)} with ${f.person}.`,
  () => 'We should decide about the rest before the end of the month.',
  (f) => `Reminder: the ${f.place} closes early on Fridays.`,
];

export function remark(random: Random, fact: Fact): string {
  return pick(random, remarks)(fact);
}
