/** Suffix, replacement: the longest suffix that fits decides, so longer ones stand before their own endings. */
type Rules = readonly (readonly [string, string])[];

const step2: Rules = [
  ['ational', 'ate'],
  ['ization', 'ize'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['tional', 'tion'],
  ['biliti', 'ble'],
  ['entli', 'ent'],
  ['ousli', 'ous'],
  ['ation', 'ate'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['alli', 'al'],
  ['ator', 'ate'],
  ['logi', 'log'],
  ['bli', 'ble'],
  ['eli', 'e'],
];
const step3: Rules = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ness', ''],
  ['ful', ''],
];
const step4: Rules = 'ement ance ence able ible ment ant ent ism ate iti ous ive ize ion al er ic ou'
  .split(' ')
  .map((suffix) => [suffix, ''] as const);

function isConsonant(word: string, at: number): boolean {
  switch (word.charCodeAt(at)) {
    case 97:
    case 101:
    case 105:
    case 111:
    case 117:
      return false;
    case 121:
      return at === 0 || !isConsonant(word, at - 1);
    default:
      return true;
  }
}

/** How often a run of vowels is followed by a run of consonants in the first `end` letters. */
function measure(word: string, end: number): number {
  let count = 0;
  let vowel = false;
  for (let at = 0; at < end; at++) {
    if (!isConsonant(word, at)) vowel = true;
    else if (vowel) {
      count++;
      vowel = false;
    }
  }
  return count;
}

function hasVowel(word: string, end: number): boolean {
  for (let at = 0; at < end; at++) if (!isConsonant(word, at)) return true;
  return false;
}

function endsDouble(word: string): boolean {
  const last = word.length - 1;
  return last > 0 && word.charCodeAt(last) === word.charCodeAt(last - 1) && isConsonant(word, last);
}

/** Consonant, vowel, consonant other than w, x, y: the shape an `e` is put back on. */
function endsShort(word: string): boolean {
  const last = word.length - 1;
  if (last < 2 || !isConsonant(word, last) || isConsonant(word, last - 1) || !isConsonant(word, last - 2))
    return false;
  return !'wxy'.includes(word[last]!);
}

/** Rules by the last letter of their suffix: most words then meet only a few. */
function byLastLetter(rules: Rules): readonly Rules[] {
  const table: (readonly [string, string])[][] = Array.from({ length: 128 }, () => []);
  for (const rule of rules) table[rule[0].charCodeAt(rule[0].length - 1)]!.push(rule);
  return table;
}

function applyRules(word: string, table: readonly Rules[], least: number): string {
  const rules = table[word.charCodeAt(word.length - 1)]!;
  for (let i = 0; i < rules.length; i++) {
    const [suffix, replacement] = rules[i]!;
    if (!word.endsWith(suffix)) continue;
    const end = word.length - suffix.length;
    if (measure(word, end) <= least) return word;
    if (suffix === 'ion' && word.charCodeAt(end - 1) !== 115 && word.charCodeAt(end - 1) !== 116) return word;
    return word.slice(0, end) + replacement;
  }
  return word;
}

function dropPlural(word: string): string {
  if (!word.endsWith('s')) return word;
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2);
  return word.endsWith('ss') ? word : word.slice(0, -1);
}

function dropPastAndProgressive(word: string): string {
  if (word.endsWith('eed')) return measure(word, word.length - 3) > 0 ? word.slice(0, -1) : word;
  const cut = word.endsWith('ed') ? 2 : word.endsWith('ing') ? 3 : 0;
  if (cut === 0 || !hasVowel(word, word.length - cut)) return word;
  const base = word.slice(0, -cut);
  if (base.endsWith('at') || base.endsWith('bl') || base.endsWith('iz')) return `${base}e`;
  if (endsDouble(base)) return 'lsz'.includes(base.at(-1)!) ? base : base.slice(0, -1);
  return measure(base, base.length) === 1 && endsShort(base) ? `${base}e` : base;
}

function tidyEnd(word: string): string {
  let stem = word;
  if (stem.endsWith('e')) {
    const base = stem.slice(0, -1);
    const size = measure(base, base.length);
    if (size > 1 || (size === 1 && !endsShort(base))) stem = base;
  }
  return stem.endsWith('ll') && measure(stem, stem.length) > 1 ? stem.slice(0, -1) : stem;
}

const rules2 = byLastLetter(step2);
const rules3 = byLastLetter(step3);
const rules4 = byLastLetter(step4);

/** Shorter words are their own stem: what an ending of theirs means is anybody's guess (`was`, `its`, `bus`). */
export const leastStemmed = 4;
/** What is longer is hardly English. */
const mostStemmed = 40;

/** Porter's stem of a lower-case ASCII word. */
export function stemWord(word: string): string {
  if (word.length < leastStemmed || word.length > mostStemmed) return word;
  let stem = dropPastAndProgressive(dropPlural(word));
  if (stem.endsWith('y') && hasVowel(stem, stem.length - 1)) stem = `${stem.slice(0, -1)}i`;
  stem = applyRules(stem, rules2, 0);
  stem = applyRules(stem, rules3, 0);
  return tidyEnd(applyRules(stem, rules4, 1));
}

const english = /^[a-z]+$/;

/** The stem under which a term of the index is found in its other forms; undefined when that is the term itself. */
export function findStem(term: string): string | undefined {
  if (!english.test(term)) return undefined;
  const stem = stemWord(term);
  return stem === term ? undefined : stem;
}
