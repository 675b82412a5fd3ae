import { renderInstant } from '../clock.ts';
import { parseInstant } from '../markdown/dates.ts';

/** Above this a number of seconds would lie beyond the year 5000: it counts milliseconds. */
const leastMilliseconds = 1e11;

/** A stored time as ms since 1970: seconds, or text in ISO form. Undefined when it is neither. */
export function parseStoredTime(stored: unknown, timeZone: string): number | undefined {
  if (typeof stored === 'bigint') return parseStoredTime(Number(stored), timeZone);
  if (typeof stored === 'number') {
    const ms = Math.abs(stored) >= leastMilliseconds ? stored : stored * 1000;
    return Math.abs(ms) <= 8.64e15 ? ms : undefined;
  }
  if (typeof stored !== 'string') return undefined;
  const text = stored.trim();
  return /^[+-]?\d+(?:\.\d+)?$/.test(text)
    ? parseStoredTime(Number(text), timeZone)
    : parseInstant(text, timeZone);
}

/** `2024-01-15T10:30:00Z`; null for none, and what is no time as it stands. */
export function renderStoredTime(stored: unknown, timeZone: string): string | null {
  if (stored === null || stored === undefined) return null;
  const ms = parseStoredTime(stored, timeZone);
  return ms === undefined ? String(stored) : renderInstant(ms);
}
