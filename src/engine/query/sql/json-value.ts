import type { DuckDBType, DuckDBValue } from '@duckdb/node-api';
import type { Duck } from './register-functions.ts';

/** Longer texts are cut here already; no answer could carry them. */
const longestText = 1_000_000;
const ellipsis = '…';

type Convert = (value: DuckDBValue, type: DuckDBType) => unknown;

/** Values of DuckDB as JSON has them: numbers where they are exact, dates in ISO 8601, everything else as text. */
export function openConverter(duck: Duck): Convert {
  const text = (value: string) =>
    value.length <= longestText
      ? value
      : value
          .slice(0, longestText)
          .toWellFormed()
          .replace(/\uFFFD$/, '') + ellipsis;

  const convert: Convert = (value, type) => {
    if (value === null) return null;
    if (typeof value === 'boolean') return value;
    if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
    if (typeof value === 'bigint') return wholeNumber(value);
    if (typeof value === 'string') return type.alias === 'JSON' ? parsed(value) : text(value);
    if (value instanceof duck.DuckDBListValue || value instanceof duck.DuckDBArrayValue) {
      const { valueType } = type as { valueType?: DuckDBType };
      return value.items.map((item) => convert(item, valueType ?? duck.ANY));
    }
    if (value instanceof duck.DuckDBStructValue) {
      const types = type as { entryNames?: readonly string[]; entryTypes?: readonly DuckDBType[] };
      return Object.fromEntries(
        Object.entries(value.entries).map(([name, item]) => [
          name,
          convert(item, types.entryTypes?.[types.entryNames?.indexOf(name) ?? -1] ?? duck.ANY),
        ]),
      );
    }
    if (value instanceof duck.DuckDBMapValue) {
      const types = type as { keyType?: DuckDBType; valueType?: DuckDBType };
      return Object.fromEntries(
        value.entries.map(({ key, value: item }) => [
          keyText(convert(key, types.keyType ?? duck.ANY)),
          convert(item, types.valueType ?? duck.ANY),
        ]),
      );
    }
    if (value instanceof duck.DuckDBUnionValue) return convert(value.value, duck.ANY);
    if (value instanceof duck.DuckDBDecimalValue) return decimal(value.toString());
    return text(other(value));
  };

  /** Timestamps of all precisions and with a zone name an instant or a UTC time: all are shown as UTC. */
  function other(value: Exclude<DuckDBValue, null>): string {
    if (value instanceof duck.DuckDBTimestampTZValue)
      return isoInstant(new duck.DuckDBTimestampValue(value.micros).toString());
    if (
      value instanceof duck.DuckDBTimestampValue ||
      value instanceof duck.DuckDBTimestampSecondsValue ||
      value instanceof duck.DuckDBTimestampMillisecondsValue ||
      value instanceof duck.DuckDBTimestampNanosecondsValue
    )
      return isoInstant(value.toString());
    return value.toString();
  }

  function parsed(json: string): unknown {
    if (json.length > longestText) return text(json);
    try {
      return JSON.parse(json);
    } catch {
      return json;
    }
  }

  return convert;
}

function wholeNumber(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

function keyText(key: unknown): string {
  return typeof key === 'string' ? key : JSON.stringify(key);
}

/** A number when its digits survive, else the text. */
function decimal(written: string): number | string {
  const digits = written.replace(/[-.]/g, '').replace(/^0+/, '');
  return digits.length <= 15 ? Number(written) : written;
}

/** `2026-01-28 14:30:00` to `2026-01-28T14:30:00Z`; infinities and years before Christ stay as they are. */
function isoInstant(written: string): string {
  return /^-?\d+-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?$/.test(written)
    ? `${written.replace(' ', 'T')}Z`
    : written;
}

/** Names that occur more than once get numbers, so that no column of a row is lost. */
export function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let number = 1; taken.has(unique); number++) unique = `${name}_${number}`;
    taken.add(unique);
    return unique;
  });
}
