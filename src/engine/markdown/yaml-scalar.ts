const float = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const leadingZero = /^[-+]?0[0-9]/;

/** Number as typed, or the text itself where a number would not show what was typed: `0012`, ids beyond 2^53, `1e999`. */
export function parseNumber(source: string): number | string {
  if (leadingZero.test(source) || !float.test(source)) return source;
  const value = Number(source);
  if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) return source;
  return value === 0 ? 0 : value;
}

/** A plain (unquoted) scalar by the core schema. */
export function parsePlainScalar(source: string): string | number | boolean | null {
  const first = source.charCodeAt(0);
  if ((first >= 48 && first <= 57) || first === 45 || first === 43 || first === 46)
    return parseNumber(source);
  switch (source) {
    case '':
    case '~':
    case 'null':
    case 'Null':
    case 'NULL':
      return null;
    case 'true':
    case 'True':
    case 'TRUE':
      return true;
    case 'false':
    case 'False':
    case 'FALSE':
      return false;
    default:
      return source;
  }
}
