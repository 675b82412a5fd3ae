/** More attributes than this and it is taken as text: keeps hostile input linear. */
const maxAttributes = 100;

function isLetter(unit: number): boolean {
  const lower = unit | 32;
  return lower >= 97 && lower <= 122;
}

function isNameChar(unit: number): boolean {
  return (
    isLetter(unit) || (unit >= 48 && unit <= 57) || unit === 45 || unit === 46 || unit === 58 || unit === 95
  );
}

function skipSpace(text: string, from: number, end: number): number {
  let at = from;
  while (at < end) {
    const unit = text.charCodeAt(at);
    if (unit !== 32 && unit !== 9 && unit !== 10 && unit !== 13) break;
    at++;
  }
  return at;
}

/** Position after the attribute value that starts at `from`, or -1. */
function skipValue(text: string, from: number, end: number): number {
  const quote = text.charCodeAt(from);
  if (from < end && (quote === 34 || quote === 39)) {
    const close = text.indexOf(quote === 34 ? '"' : "'", from + 1);
    return close < 0 || close >= end ? -1 : close + 1;
  }
  let at = from;
  while (at < end) {
    const unit = text.charCodeAt(at);
    if (unit <= 32 || unit === 34 || unit === 39 || unit === 60 || unit === 61 || unit === 62 || unit === 96)
      break;
    at++;
  }
  return at === from ? -1 : at;
}

/** Position after the open or closing tag that starts at `start` (a `<`), or -1 when it is none. */
export function findTagEnd(text: string, start: number, end: number): number {
  const closing = text.charCodeAt(start + 1) === 47;
  let at = closing ? start + 2 : start + 1;
  if (at >= end || !isLetter(text.charCodeAt(at))) return -1;
  while (
    at < end &&
    isNameChar(text.charCodeAt(at)) &&
    text.charCodeAt(at) !== 58 &&
    text.charCodeAt(at) !== 46 &&
    text.charCodeAt(at) !== 95
  )
    at++;
  for (let attributes = 0; attributes <= maxAttributes; attributes++) {
    const from = at;
    at = skipSpace(text, at, end);
    if (at >= end) return -1;
    const unit = text.charCodeAt(at);
    if (unit === 62) return at + 1;
    if (closing) return -1;
    if (unit === 47) return text.charCodeAt(at + 1) === 62 && at + 1 < end ? at + 2 : -1;
    if (at === from || !(isLetter(unit) || unit === 95 || unit === 58)) return -1;
    while (at < end && isNameChar(text.charCodeAt(at))) at++;
    const equals = skipSpace(text, at, end);
    if (equals < end && text.charCodeAt(equals) === 61) {
      at = skipValue(text, skipSpace(text, equals + 1, end), end);
      if (at < 0) return -1;
    }
  }
  return -1;
}
