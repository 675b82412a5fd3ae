import { classOf, codePointAt, isUnspaced } from './char-class.ts';

/** Letters the tokenizer folds further than lower case does. */
const folds: ReadonlyMap<string, string> = new Map(
  [...'µμſsςσϐβϑθϕφϖπϰκϱρϵεẛṡ\u1fbeι'].flatMap((char, at, all) =>
    at % 2 === 0 ? [[char, all[at + 1]!] as const] : [],
  ),
);
const folded = /[µſςϐϑϕϖϰϱϵẛ\u1fbe]/gu;

/** Composed and in lower case, as the index holds it. */
export function foldText(text: string): string {
  const lower = text.toWellFormed().normalize('NFC').toLowerCase().normalize('NFC');
  const simple = lower.replace(folded, (char) => folds.get(char)!);
  // once more: a folded letter may join the mark after it
  return simple === lower ? lower : simple.normalize('NFC');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII
const beyondAscii = /[^\x00-\x7f]/;

export function hasBeyondAscii(text: string): boolean {
  return beyondAscii.test(text);
}

export function isUnspacedAt(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xe00 && (classOf(codePointAt(text, at, unit)) & isUnspaced) !== 0;
}

/** End of the run of unspaced script that starts at `start`. */
export function unspacedEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length && isUnspacedAt(text, at))
    at += codePointAt(text, at, text.charCodeAt(at)) > 0xffff ? 2 : 1;
  return at;
}

/** Overlapping pairs of a run: as a phrase they find it inside longer runs. One character gives none. */
export function splitBigrams(run: string): string[] {
  const chars = [...run];
  return chars.slice(1).map((char, at) => chars[at]! + char);
}

function renderRun(run: string): string {
  let out = ' ';
  let previous = '';
  for (const char of run) {
    if (previous !== '') out += `${previous}${char} `;
    previous = char;
  }
  return `${out}${previous} `;
}

/** Runs of scripts without spaces as bigrams, and their last character alone. */
export function renderUnspaced(text: string): string {
  let out = '';
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (!isUnspacedAt(text, at)) continue;
    const end = unspacedEnd(text, at);
    out += text.slice(from, at) + renderRun(text.slice(at, end));
    from = end;
    at = end - 1;
  }
  return from === 0 ? text : out + text.slice(from);
}
