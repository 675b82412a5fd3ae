import { ENGLISH_WORDS } from './english-words.ts';
import type { Random } from './random.ts';
import { between, pick } from './random.ts';

/** Ranks below follow Zipf's law; above, frequencies fall faster but never end, so new text brings new words. */
const HEAD_RANKS = 5000;
const TAIL_EXPONENT = 1.8;
const REMEMBERED_RANKS = 1 << 19;
const QUANTILES = 1 << 20;

const ONSETS =
  'b c d f g h j k l m n p r s t v w br bl cr cl dr fl fr gl gr pl pr sc sh sk sl sp st str th tr ch qu'.split(
    ' ',
  );
const VOWELS = 'a e i o u a e i o u a e i o a e i ea ai ou oo ee ie io'.split(' ');
const CODAS = [...new Array<string>(26).fill(''), ...'n r l s t m d n r l nd nt st ck rt ng p'.split(' ')];
const ENDINGS = [
  ...new Array<string>(14).fill(''),
  ...'s s s ed ed ing ing ly er ers tion al ment ness able ity ous ful'.split(' '),
];

const { quantiles, headShare } = tabulateHead();
const remembered: (string | undefined)[] = new Array(REMEMBERED_RANKS);

function tabulateHead(): { quantiles: Uint16Array; headShare: number } {
  const weights = new Float64Array(HEAD_RANKS);
  let head = 0;
  for (let rank = 0; rank < HEAD_RANKS; rank++) {
    weights[rank] = 1 / (rank + 3.7);
    head += weights[rank]!;
  }
  const tail = 1 / (TAIL_EXPONENT - 1);
  const table = new Uint16Array(QUANTILES);
  let filled = 0;
  let sum = 0;
  for (let rank = 0; rank < HEAD_RANKS; rank++) {
    sum += weights[rank]!;
    const end = Math.round((sum / head) * QUANTILES);
    table.fill(rank, filled, end);
    filled = end;
  }
  return { quantiles: table, headShare: head / (head + tail) };
}

/** A word as running text uses them: few very often, and always some that were never seen before. */
export function drawWord(random: Random): string {
  const u = random();
  return u < headShare ? wordAt(quantiles[((u / headShare) * QUANTILES) | 0]!) : drawRareWord(random);
}

/** A word from beyond the common ones: what a note is about. */
export function drawRareWord(random: Random): string {
  return wordAt(Math.floor(HEAD_RANKS * (1 - random()) ** (-1 / (TAIL_EXPONENT - 1))));
}

export function wordAt(rank: number): string {
  if (rank < ENGLISH_WORDS.length) return ENGLISH_WORDS[rank]!;
  if (rank >= REMEMBERED_RANKS) return inventWord(rank);
  const known = remembered[rank];
  if (known !== undefined) return known;
  const word = inventWord(rank);
  remembered[rank] = word;
  return word;
}

function inventWord(rank: number): string {
  let state = (Math.imul(rank | 0, 0x9e3779b1) ^ Math.floor(rank / 4294967296)) | 0;
  const next = (size: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % size;
  };
  const syllables = 2 + (rank > 30_000 ? 1 : 0) - (next(4) === 0 ? 1 : 0) + (next(5) === 0 ? 1 : 0);
  let word = '';
  for (let index = 0; index < syllables; index++) {
    word += ONSETS[next(ONSETS.length)]! + VOWELS[next(VOWELS.length)]! + CODAS[next(CODAS.length)]!;
  }
  return word + ENDINGS[next(ENDINGS.length)]!;
}

export function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

export function drawHex(random: Random, length: number): string {
  let hex = '';
  while (hex.length < length) hex += ((random() * 0x10000000) | 0).toString(16).padStart(7, '0');
  return hex.slice(0, length);
}

export function drawDate(random: Random): string {
  return isoDate(between(random, 15_700, 20_400));
}

export function isoDate(daysSinceEpoch: number): string {
  return new Date(daysSinceEpoch * 86_400_000).toISOString().slice(0, 10);
}

export function drawIdentifier(random: Random): string {
  const first = drawWord(random);
  const second = drawWord(random);
  switch ((random() * 5) | 0) {
    case 0:
      return `${first}${capitalize(second)}`;
    case 1:
      return `${first}_${second}`;
    case 2:
      return `${capitalize(first)}${capitalize(second)}${capitalize(drawWord(random))}`;
    case 3:
      return `${first}_${second}`.toUpperCase();
    default:
      return `${first}-${second}`;
  }
}

export function drawUrl(random: Random): string {
  const host = `${drawRareWord(random)}.${pick(random, ['com', 'org', 'net', 'io', 'dev', 'example'])}`;
  const path = `${drawWord(random)}/${drawWord(random)}-${drawWord(random)}`;
  const tail =
    random() < 0.4 ? `?id=${between(random, 1, 9_999_999)}` : random() < 0.3 ? `#${drawWord(random)}` : '';
  return `https://${host}/${path}${tail}`;
}

/** What dictionaries lack: figures, hashes, addresses, names of things in code. */
export function drawSpecialToken(random: Random): string {
  const kind = random();
  if (kind < 0.2) return String(between(random, 0, 200));
  if (kind < 0.3) return String(between(random, 1000, 999_999));
  if (kind < 0.36) return `${between(random, 0, 9999)}.${between(random, 0, 99)}`;
  if (kind < 0.4) return `$${between(random, 1, 99)},${String(between(random, 0, 999)).padStart(3, '0')}`;
  if (kind < 0.48) return drawDate(random);
  if (kind < 0.52) return `${between(random, 0, 23)}:${String(between(random, 0, 59)).padStart(2, '0')}`;
  if (kind < 0.6) return drawHex(random, pick(random, [7, 7, 12, 40]));
  if (kind < 0.75) return `\`${drawIdentifier(random)}\``;
  if (kind < 0.8) return `${pick(random, ['ENG', 'OPS', 'DOC', 'BUG'])}-${between(random, 1, 20_000)}`;
  if (kind < 0.84) return `v${between(random, 0, 30)}.${between(random, 0, 40)}.${between(random, 0, 99)}`;
  if (kind < 0.88) return `\`src/${drawWord(random)}/${drawIdentifier(random)}.ts\``;
  if (kind < 0.91) return `${drawRareWord(random)}@${drawRareWord(random)}.example`;
  if (kind < 0.94) return `<${drawUrl(random)}>`;
  return drawUrl(random);
}
