/**
 * What makes two notes related, and how much. All of it is fused here: a score is the sum of the weights of its reasons, each
 * in thousandths, so that the sum is exact and an order is the same everywhere.
 *
 * - outgoing_link, incoming_link: one links to the other; more links add less and less
 * - parent, child, sibling: by the hierarchy; a sibling counts less the more there are
 * - shared_links: both link to the same file, which counts less the more notes link to it
 * - co_citation: one note links to both, which counts less the more it links to
 * - shared_tags: rare tags count more
 * - similar_text: words that say much about the note and stand in the other one too
 */
export const reasonKinds = [
  'parent',
  'child',
  'sibling',
  'outgoing_link',
  'incoming_link',
  'shared_links',
  'co_citation',
  'shared_tags',
  'similar_text',
] as const;

export type ReasonKind = (typeof reasonKinds)[number];

const most: Record<ReasonKind, number> = {
  parent: 2,
  child: 2,
  sibling: 1.5,
  outgoing_link: 2,
  incoming_link: 2,
  shared_links: 3,
  co_citation: 3,
  shared_tags: 2,
  similar_text: 2,
};

export const weights = {
  kinship: 2,
  links: (count: number) => 1 + Math.log(count) / 2,
  /** What two of `holders` notes have in common by something that all of these have. */
  shared: (holders: number) => 1 / Math.log(1 + Math.max(2, holders)),
  tag: (holders: number, notes: number) => (0.8 * Math.log(notes / holders)) / Math.log(Math.max(2, notes)),
  /** `similarity` from 0 to 1. */
  text: (similarity: number) => 2 * similarity,
};

/** Why a note is related; `via` is what is shared, in order of importance: files, tags or words. */
export interface RelatedReason {
  kind: ReasonKind;
  thousandths: number;
  count: number;
  via: (number | string)[];
}

const mostNamed = 5;

interface Sum {
  weight: number;
  count: number;
  via: (number | string)[];
}

/** Collects the reasons of all notes at once. What says most should come first: only some of it is named. */
export class RelatedScores {
  readonly #found = new Map<number, Map<ReasonKind, Sum>>();

  add(
    note: number,
    kind: ReasonKind,
    weight: number,
    { via = [], count = 1 }: { via?: readonly (number | string)[]; count?: number } = {},
  ): void {
    if (!(weight > 0)) return;
    let reasons = this.#found.get(note);
    if (!reasons) {
      reasons = new Map();
      this.#found.set(note, reasons);
    }
    let sum = reasons.get(kind);
    if (!sum) {
      sum = { weight: 0, count: 0, via: [] };
      reasons.set(kind, sum);
    }
    sum.weight += weight;
    sum.count += count;
    for (const one of via) if (sum.via.length < mostNamed) sum.via.push(one);
  }

  notes(): number[] {
    return [...this.#found.keys()];
  }

  reasonsOf(note: number): RelatedReason[] {
    return [...(this.#found.get(note) ?? [])]
      .map(([kind, { weight, count, via }]) => ({
        kind,
        thousandths: toThousandths(kind, weight),
        count,
        via,
      }))
      .filter(({ thousandths }) => thousandths > 0)
      .sort(
        (a, b) => b.thousandths - a.thousandths || reasonKinds.indexOf(a.kind) - reasonKinds.indexOf(b.kind),
      );
  }

  scoreOf(note: number): number {
    let score = 0;
    for (const [kind, { weight }] of this.#found.get(note) ?? []) score += toThousandths(kind, weight);
    return score;
  }
}

function toThousandths(kind: ReasonKind, weight: number): number {
  return Math.round(1000 * Math.min(weight, most[kind]));
}
