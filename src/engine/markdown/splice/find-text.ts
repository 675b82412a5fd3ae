/** Up to this length the engine's own search is linear enough: it looks at each character at most this often. */
const shortest = 64;

/** Every place where `wanted` stands, from left to right and without overlaps; linear whatever the two texts are. */
export function findText(text: string, wanted: string): number[] {
  if (wanted.length > shortest) return findLongText(text, wanted);
  const found: number[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) found.push(at);
  return found;
}

/** `indexOf` compares a long text anew at each place where it nearly fits: minutes on a file made for that. */
function findLongText(text: string, wanted: string): number[] {
  const { length } = wanted;
  const found: number[] = [];
  const first = text.indexOf(wanted.slice(0, shortest));
  if (first < 0) return found;
  const fallback = buildFallback(wanted);
  let matched = 0;
  for (let at = first; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && wanted.charCodeAt(matched) !== unit) matched = fallback[matched - 1]!;
    if (wanted.charCodeAt(matched) === unit) matched++;
    if (matched < length) continue;
    found.push(at + 1 - length);
    matched = 0;
  }
  return found;
}

/** For each beginning of the text: the length of its longest end that is a beginning too. */
function buildFallback(wanted: string): Int32Array {
  const fallback = new Int32Array(wanted.length);
  for (let at = 1, matched = 0; at < wanted.length; at++) {
    const unit = wanted.charCodeAt(at);
    while (matched > 0 && wanted.charCodeAt(matched) !== unit) matched = fallback[matched - 1]!;
    if (wanted.charCodeAt(matched) === unit) matched++;
    fallback[at] = matched;
  }
  return fallback;
}
