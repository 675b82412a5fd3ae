import { Buffer } from 'node:buffer';
import { findTerm, termsAfter, termsSoFar, visibleTerms } from '../../db/queries/full-text.ts';
import { readState } from '../../db/queries/state.ts';
import type { ThreadView } from '../../indexer/thread-view.ts';
import { everyNote } from '../every-note.ts';
import { dropAccents } from './accents.ts';
import { findCommonTerms } from './common-terms.ts';
import { lineAt } from './known-titles.ts';
import type { PartTerm } from './parse-query.ts';
import { buildBlocks, findRuns, type TermBlocks } from './term-blocks.ts';

/** Some of the terms of the index, each between two line breaks, as the index spells them in UTF-8. */
export interface TermList {
  readonly bytes: Buffer;
  /** What is worked out from the bytes and kept with them, under the name of who does. */
  readonly derived: Map<string, unknown>;
}

interface KnownTerms {
  lists: TermList[];
  last: number;
  generation: number;
  /** A few ids with their terms, more of them near the end: the list of an index made anew differs there. */
  probes: [id: number, term: string][];
}

const lineBreak = 10;
const mostLists = 16;

/** Every term of the index. Terms are only ever added, so what is new is all that must be read. */
export function loadTerms(view: ThreadView): readonly TermList[] {
  const { db, memory, generation } = view;
  if (!view.complete || readState(db).unfinished) {
    memory.delete('terms');
    return view.cache.get('terms so far', generation, () => [toList(termsSoFar(db))]);
  }
  let known = memory.get('terms') as KnownTerms | undefined;
  if (known?.generation === generation) return known.lists;
  if (!known || known.probes.some(([id, term]) => findTerm(db, id) !== term))
    known = { lists: [], last: 0, generation, probes: [] };
  const added = termsAfter(db, known.last);
  if (added) {
    known.lists.push(toList(added.bytes));
    known.last = added.last;
    known.probes = probe(view, added.last);
  }
  // The first list is large and what was worked out from it costly; the others are small.
  if (known.lists.length > mostLists) known.lists = [known.lists[0]!, joinLists(known.lists.slice(1))];
  known.generation = generation;
  memory.set('terms', known);
  return known.lists;
}

function probe({ db }: ThreadView, last: number): [number, string][] {
  const probes: [number, string][] = [];
  for (let back = 0; back < last; back = back * 2 + 1) {
    const term = findTerm(db, last - back);
    if (term !== undefined) probes.push([last - back, term]);
  }
  return probes;
}

function toList(terms: Uint8Array | undefined): TermList {
  const bytes = Buffer.allocUnsafe((terms?.length ?? -1) + 2);
  bytes[0] = lineBreak;
  if (terms) bytes.set(terms, 1);
  bytes[bytes.length - 1] = lineBreak;
  return { bytes, derived: new Map() };
}

function joinLists(lists: readonly TermList[]): TermList {
  const joined = Buffer.concat(lists.map(({ bytes }, at) => (at === 0 ? bytes : bytes.subarray(1))));
  return { bytes: joined, derived: new Map() };
}

export interface FoundTerms {
  exact: string[];
  /** Those that fit only without their accents. */
  loose: string[];
  /** There are more, which are not worth listing. */
  more: boolean;
}

/** So many terms take as long as looking into five times as many notes. */
const leastTerms = 4000;
const notesPerTerm = 5;

/** The terms that `term` can stand for in a text, the most common first. */
export function findTerms(view: ThreadView, term: PartTerm, plain: boolean): FoundTerms {
  const needle = bounded(term);
  const loose = plain ? findLooseTerms(view, term) : [];
  const common = findCommonTerms(view, needle);
  if (common.suffice && term.bound === 'none') return { exact: common.terms, loose, more: true };
  const listed: string[] = [];
  const most = Math.max(leastTerms, everyNote(view).length / notesPerTerm);
  let more = false;
  for (const list of loadTerms(view)) more = collect(list, Buffer.from(needle), listed, most) || more;
  // which terms a list is cut after depends on those of all notes
  if (more && view.scope !== 'all') return { exact: common.terms, loose, more };
  const exact = seenBy(view, listed);
  if (exact.length < 3) return { exact, loose, more };
  // common terms may be missing from a list that was cut
  const first = new Set(common.terms);
  return { exact: [...first, ...exact.filter((other) => !first.has(other))], loose, more };
}

/** Only the terms that fit without their accents: there are few terms with accents to look through. */
export function findLooseTerms(view: ThreadView, term: PartTerm): string[] {
  const loose: string[] = [];
  for (const list of loadTerms(view)) collectLoose(list, bounded(term), loose);
  return seenBy(view, loose);
}

/** Without the terms that stand only where the caller does not see them. */
export function seenBy({ db, scope }: ThreadView, terms: string[]): string[] {
  return scope === 'all' ? terms : visibleTerms(db, terms, scope);
}

function bounded({ text, bound }: PartTerm): string {
  const start = bound === 'start' || bound === 'both' ? '\n' : '';
  const end = bound === 'end' || bound === 'both' ? '\n' : '';
  return start + text + end;
}

function collect(list: TermList, needle: Buffer, into: string[], most: number): boolean {
  const { bytes } = list;
  const find = openSearch(list, needle);
  for (let at = find(0); at !== -1; ) {
    if (into.length >= most) return true;
    const inside = at + (needle[0] === lineBreak ? 1 : 0);
    const start = bytes.lastIndexOf(lineBreak, inside - 1) + 1;
    const end = bytes.indexOf(lineBreak, inside);
    into.push(bytes.toString('utf8', start, end));
    // The line break may begin the next find too.
    at = find(end);
  }
  return false;
}

/** Longer ones are searched for in another way, which is slower here. */
const longestPart = 7;
const leastPart = 4;
/** A shorter list is searched sooner than a table of it is made. */
const longList = 1 << 16;

/** Gives the first place, from one on, at which the needle stands; the places asked for go up. */
function openSearch(list: TermList, needle: Buffer): (from: number) => number {
  const { bytes } = list;
  if (needle.length < leastPart) return (from) => bytes.indexOf(needle, from);
  const find = openFind(list, needle);
  if (bytes.length < longList) return (from) => find(from, bytes.length);
  let blocks = list.derived.get('blocks') as TermBlocks | undefined;
  if (!blocks) {
    blocks = buildBlocks(bytes);
    list.derived.set('blocks', blocks);
  }
  const runs = findRuns(blocks, needle, bytes.length);
  let run = 0;
  return (from) => {
    for (; run < runs.length; run += 2) {
      const end = Math.min(runs[run + 1]! + needle.length - 1, bytes.length);
      const found = find(Math.max(from, runs[run]!), end);
      if (found !== -1) return found;
    }
    return -1;
  };
}

/** Finds the needle by the part of it that begins with its rarest byte: a search stops wherever its first byte stands. */
function openFind(list: TermList, needle: Buffer): (from: number, to: number) => number {
  const { bytes } = list;
  const skipped = rarestStart(list, needle);
  const part = needle.subarray(skipped, skipped + longestPart);
  return (from, to) => {
    const within = to === bytes.length ? bytes : bytes.subarray(0, to);
    for (let found = within.indexOf(part, from + skipped); found !== -1; ) {
      const start = found - skipped;
      const end = start + needle.length;
      if (end > to) return -1;
      if (part.length === needle.length || bytes.compare(needle, 0, needle.length, start, end) === 0)
        return start;
      found = within.indexOf(part, found + 1);
    }
    return -1;
  };
}

const sampledBytes = 1 << 17;

function rarestStart({ bytes, derived }: TermList, needle: Buffer): number {
  let counts = derived.get('bytes') as Float64Array | undefined;
  if (!counts) {
    counts = new Float64Array(256);
    for (const byte of bytes.subarray(0, sampledBytes)) counts[byte]!++;
    derived.set('bytes', counts);
  }
  let rarest = 0;
  for (let at = 1; at <= needle.length - leastPart; at++)
    if (counts[needle[at]!]! < counts[needle[rarest]!]!) rarest = at;
  return rarest;
}

/** Terms with accents, beside what they are without: the same line in both. */
interface AccentedTerms {
  terms: string[];
  plain: Buffer;
  starts: Int32Array;
}

function collectLoose(list: TermList, needle: string, into: string[]): void {
  let accented = list.derived.get('accents') as AccentedTerms | undefined;
  if (!accented) {
    accented = findAccented(list.bytes);
    list.derived.set('accents', accented);
  }
  const { terms, plain, starts } = accented;
  const wanted = Buffer.from(needle);
  for (let at = plain.indexOf(wanted); at !== -1; ) {
    const inside = at + (wanted[0] === lineBreak ? 1 : 0);
    const line = lineAt(starts, inside);
    const term = terms[line]!;
    if (!fits(term, needle)) into.push(term);
    at = plain.indexOf(wanted, starts[line + 1]! - 1);
  }
}

/** Whether the term fits as it is written, accents and all. */
function fits(term: string, needle: string): boolean {
  return `\n${term}\n`.includes(needle);
}

function findAccented(bytes: Buffer): AccentedTerms {
  const terms: string[] = [];
  const plain: string[] = [];
  for (const term of wideTerms(bytes)) {
    const without = dropAccents(term);
    if (without === term) continue;
    terms.push(term);
    plain.push(without);
  }
  const text = Buffer.from(`\n${plain.map((term) => `${term}\n`).join('')}`);
  const starts = new Int32Array(terms.length + 1);
  let at = 1;
  plain.forEach((term, line) => {
    starts[line] = at;
    at += Buffer.byteLength(term) + 1;
  });
  starts[terms.length] = at;
  return { terms, plain: text, starts };
}

/** The terms that are not plain ASCII. */
function wideTerms(bytes: Buffer): string[] {
  const terms: string[] = [];
  let start = 0;
  let wide = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte > 127) wide = true;
    else if (byte === lineBreak) {
      if (wide) terms.push(bytes.toString('utf8', start, at));
      start = at + 1;
      wide = false;
    }
  }
  return terms;
}
