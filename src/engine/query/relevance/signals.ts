/**
 * What makes a note relevant, and how much. All of ranking is fused here; each signal is a part of the score that
 * `explain` shows, none is negative, and the score is their sum.
 *
 * - words: BM25 over title, headings, tags and text, a word of the title counting as several
 * - coverage: the share of the question that the note has, rare words counting more
 * - title: how much of the question is in the title, more when the title says little else
 * - headings: the same for its best heading
 * - passage: how much of the question stands together in one place
 * - phrase: words that follow each other as in the question
 * - links: that other notes link to it
 * - recency: that it changed lately
 *
 * The first two come from the index and are known of every note that was found; the others are looked at for the best of these.
 */
export const signalNames = [
  'words',
  'coverage',
  'title',
  'headings',
  'passage',
  'phrase',
  'links',
  'recency',
] as const;

export type SignalName = (typeof signalNames)[number];
export type Signals = Record<SignalName, number>;

/** Another form of a word than the one asked for. */
export const formWeight = 0.8;
/** A word that may be meant by one that stands in no note. */
export const guessWeight = 0.6;

export const columnWeights = { title: 3, headings: 1, tags: 2, body: 1 } as const;

/** How soon more of the same word stops to matter, and how far long notes are held to say more of everything. */
const saturation = 1.2;
const lengthShare = 0.5;

export function wordScore(idf: number, frequency: number, length: number, meanLength: number): number {
  const norm = 1 - lengthShare + (lengthShare * length) / meanLength;
  return (idf * (saturation + 1) * frequency) / (frequency + saturation * norm);
}

/** Never zero: a word of every note still says something when there is no other. */
export function inverseFrequency(holding: number, all: number): number {
  return Math.log(1 + (all - holding + 0.5) / (holding + 0.5));
}

/** Found by trying, on the half of the questions in bench/quality that is for it; most may be halved or doubled for a point. */
const strength = {
  coverage: 0.5,
  title: 1.4,
  sameTitle: 8,
  headings: 0.3,
  passage: 1,
  phrase: 0.8,
  links: 0.05,
  recency: 0.02,
};

/** `mass` is the summed weight of the words found, `whole` that of the question. */
export function coverageScore(mass: number, whole: number): number {
  return (strength.coverage * mass * mass) / whole;
}

/** `share` is how much of the text the question says. */
interface Match {
  mass: number;
  share: number;
}

/** A title that is the question outweighs everything else there is, however small the words of it weigh. */
export function titleScore({ mass, share, same }: Match & { same: 0 | 1 | 2 }, whole: number): number {
  return strength.title * mass * share + same * strength.sameTitle * (whole + 1);
}

export function headingScore({ mass, share }: Match): number {
  return strength.headings * mass * share;
}

export function passageScore(mass: number, whole: number): number {
  return (strength.passage * mass * mass) / whole;
}

export function phraseScore(mass: number): number {
  return strength.phrase * mass;
}

export function linkScore(incoming: number, whole: number): number {
  return (strength.links * whole * Math.log2(1 + incoming)) / 5;
}

const day = 86_400_000;

/** Halves every year. `newest` is the last change of any candidate: the clock has no say in an order. */
export function recencyScore(modified: number, newest: number, whole: number): number {
  return strength.recency * whole * 0.5 ** ((newest - modified) / (365 * day));
}
