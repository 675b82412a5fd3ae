import { between, createRandom, pick, pickSkewed, type Random } from '../random.ts';
import { type Domain, domains, people } from './domains.ts';
import { drawFact, type Fact, remark, tell } from './facts.ts';
import { capital, verb } from './inflect.ts';

export interface CorpusNote {
  readonly path: string;
  readonly title: string;
  readonly text: string;
  /** What it tells, in order. */
  readonly facts: readonly Fact[];
}

type Subject = Pick<Fact, 'qualifier' | 'thing'>;

interface Draft {
  readonly title: string;
  readonly domain: Domain;
  readonly body: readonly string[];
  readonly facts: readonly Fact[];
}

/** The same seed gives the same notes, on every machine. */
export function makeCorpus(count: number, seed: number): CorpusNote[] {
  const random = createRandom(seed, 1);
  const drafts: Draft[] = [];
  while (drafts.length < count) drafts.push(makeDraft(random, pick(random, domains), drafts));
  const used = new Map<string, number>();
  const titles = drafts.map(({ title }) => {
    const times = (used.get(title) ?? 0) + 1;
    used.set(title, times);
    return times === 1 ? title : `${title} ${times}`;
  });
  return drafts.map((draft, at) => toNote(random, draft, titles[at]!, titles));
}

function makeDraft(random: Random, domain: Domain, earlier: readonly Draft[]): Draft {
  const kind = random();
  if (kind < 0.2) return makeJournal(random);
  if (kind < 0.24) return makePerson(random);
  if (kind < 0.27) return makeIndex(random, domain, earlier);
  if (kind < 0.34) return makeHandbook(random, domain);
  return makeTopic(random, domain, kind < 0.55);
}

function drawSubject(random: Random, domain: Domain): Subject {
  return { qualifier: pickSkewed(random, domain.qualifiers), thing: pickSkewed(random, domain.things) };
}

/** Sentences about a subject: what is told, among remarks that tell nothing. */
function write(random: Random, facts: readonly Fact[], remarks: number): string {
  const sentences = facts.map((fact) => tell(random, fact));
  for (let i = 0; i < remarks; i++) {
    const at = between(random, 0, sentences.length);
    const fact = facts[0] ?? drawFact(random, pick(random, domains), drawSubject(random, domains[0]!));
    sentences.splice(at, 0, remark(random, drawFact(random, fact.domain, fact)));
  }
  return sentences.join(' ');
}

function makeTopic(random: Random, domain: Domain, short: boolean): Draft {
  const subject = drawSubject(random, domain);
  const facts: Fact[] = [];
  const body: string[] = [];
  const sections = short ? 1 : between(random, 2, 6);
  for (let i = 0; i < sections; i++) {
    const own = Array.from({ length: between(random, 1, 2) }, () => drawFact(random, domain, subject));
    facts.push(...own);
    if (!short) body.push(`## ${sectionTitle(random, own[0]!)}`);
    body.push(write(random, own, between(random, 0, short ? 2 : 4)));
  }
  return { title: topicTitle(random, facts[0]!), domain, body, facts };
}

function sectionTitle(random: Random, fact: Fact): string {
  return pick(random, [
    capital(fact.part),
    `${capital(verb(fact.verb, 'ing'))} the ${fact.part}`,
    'Next steps',
    'Background',
    `With ${fact.person}`,
    `${capital(fact.thing)} and ${fact.part}`,
    'Open questions',
  ]);
}

function topicTitle(random: Random, fact: Fact): string {
  const { qualifier, thing, part, domain } = fact;
  const style = random();
  if (style < 0.4) return capital(`${qualifier} ${thing}`);
  if (style < 0.6) return capital(`${verb(fact.verb, 'ing')} the ${qualifier} ${thing}`);
  if (style < 0.75) return capital(`${thing} ${part}`);
  if (style < 0.87) return `${drawDate(random)} ${capital(domain.name)}`;
  return pick(random, [
    'Loose ends',
    `${capital(domain.name)} thoughts`,
    'Things to remember',
    'Inbox',
    'Talk with a friend',
  ]);
}

/** A day's notes touch on this and that, in the same words as the notes that say more. */
function makeJournal(random: Random): Draft {
  const facts: Fact[] = [];
  const body: string[] = [];
  for (let i = between(random, 2, 7); i > 0; i--) {
    const domain = pick(random, domains);
    const fact = drawFact(random, domain, drawSubject(random, domain));
    if (random() < 0.3) {
      facts.push(fact);
      body.push(`- ${tell(random, fact)}`);
    } else body.push(`- ${remark(random, fact)}`);
  }
  return { title: drawDate(random), domain: pick(random, domains), body: [body.join('\n')], facts };
}

function makePerson(random: Random): Draft {
  const person = pick(random, people);
  const facts = Array.from({ length: between(random, 1, 4) }, () => {
    const domain = pick(random, domains);
    return { ...drawFact(random, domain, drawSubject(random, domain)), kind: 'who' as const, person };
  });
  const body = [
    `Met ${person} years ago.`,
    ...facts.map((fact) => write(random, [fact], between(random, 0, 2))),
  ];
  return { title: person, domain: facts[0]!.domain, body, facts };
}

/** A list of other notes: it has the words of all their titles. */
function makeIndex(random: Random, domain: Domain, earlier: readonly Draft[]): Draft {
  const own = earlier.filter((draft) => draft.domain === domain).map(({ title }) => title);
  const lines = Array.from(
    { length: Math.min(own.length, between(random, 15, 60)) },
    () => `- [[${pick(random, own)}]]`,
  );
  return { title: `${capital(domain.name)} index`, domain, body: [lines.join('\n')], facts: [] };
}

/** A long note over many subjects, each in a section of its own. */
function makeHandbook(random: Random, domain: Domain): Draft {
  const facts: Fact[] = [];
  const body: string[] = [];
  for (let i = between(random, 10, 28); i > 0; i--) {
    const subject = drawSubject(random, domain);
    const own = Array.from({ length: between(random, 1, 3) }, () => drawFact(random, domain, subject));
    facts.push(...own);
    body.push(
      `## ${random() < 0.6 ? capital(`${subject.qualifier} ${subject.thing}`) : sectionTitle(random, own[0]!)}`,
    );
    body.push(write(random, own, between(random, 1, 5)));
  }
  return { title: `${capital(domain.name)} handbook`, domain, body, facts };
}

function drawDate(random: Random): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${between(random, 2019, 2025)}-${two(between(random, 1, 12))}-${two(between(random, 1, 28))}`;
}

function toNote(
  random: Random,
  { domain, body, facts }: Draft,
  title: string,
  titles: readonly string[],
): CorpusNote {
  const created = drawDate(random);
  const tags = random() < 0.5 ? `tags: [${domain.name}]\n` : '';
  const links = random() < 0.4 ? `\n\nSee also [[${pick(random, titles)}]].` : '';
  const head = random() < 0.7 ? `# ${title}\n\n` : '';
  const text = `---\ntitle: ${title}\ncreated: ${created}\n${tags}---\n${head}${body.join('\n\n')}${links}\n`;
  return { path: `${domain.name}/${title}.md`, title, text, facts };
}
