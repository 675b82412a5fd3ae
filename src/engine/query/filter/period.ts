import { parseInstant, zonedToInstant } from '../../markdown/dates.ts';

/** A span of time in ms since 1970, the end not in it. */
export interface Period {
  from: number;
  to: number;
}

export interface Clock {
  timeZone: string;
  /** ms since 1970. */
  now: number;
}

const dayMs = 86_400_000;
const calendar = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;

export const relativeDays = ['today', 'yesterday', 'this-week', 'this-month'] as const;

/** What a date, written as exactly as one likes, stands for: `2024-06` is the whole month, `10:30` the whole minute. */
export function parsePeriod(text: string, timeZone: string): Period | undefined {
  const match = calendar.exec(text);
  if (match !== null) return calendarPeriod(match, timeZone);
  const from = parseInstant(text, timeZone);
  if (from === undefined) return undefined;
  const time = /[T ]+\d{1,2}:\d{2}(:\d{2}([.,]\d+)?)?/.exec(text);
  return { from, to: from + (time?.[2] ? 1 : time?.[1] ? 1000 : 60_000) };
}

/** When it begins: all that is asked of the dates in notes. */
export function parseStart(text: string, timeZone: string): number | undefined {
  return text.length < 10 ? parsePeriod(text, timeZone)?.from : parseInstant(text, timeZone);
}

function calendarPeriod([, year, month, day]: RegExpExecArray, timeZone: string): Period | undefined {
  const wall = (y: number, m: number, d: number) => new Date(0).setUTCFullYear(y, m, d);
  const [y, m, d] = [Number(year), Number(month ?? 1) - 1, Number(day ?? 1)];
  const from = wall(y, m, d);
  const date = new Date(from);
  if (date.getUTCMonth() !== m || date.getUTCDate() !== d) return undefined;
  const to = day !== undefined ? from + dayMs : month !== undefined ? wall(y, m + 1, 1) : wall(y + 1, 0, 1);
  return { from: zonedToInstant(from, timeZone), to: zonedToInstant(to, timeZone) };
}

/** The words for days around now; weeks begin on Monday. */
export function parseRelativePeriod(text: string, { timeZone, now }: Clock): Period | undefined {
  const startOf = (day: number) => zonedToInstant(day * dayMs, timeZone);
  let today = Math.floor(now / dayMs);
  while (startOf(today) > now) today--;
  while (startOf(today + 1) <= now) today++;
  const days = (first: number, end: number) => ({ from: startOf(first), to: startOf(end) });
  switch (text.toLowerCase()) {
    case 'today':
      return days(today, today + 1);
    case 'yesterday':
      return days(today - 1, today);
    case 'this-week': {
      const monday = today - ((((today + 3) % 7) + 7) % 7);
      return days(monday, monday + 7);
    }
    case 'this-month': {
      const date = new Date(today * dayMs);
      const first = (month: number) => Date.UTC(date.getUTCFullYear(), month, 1) / dayMs;
      return days(first(date.getUTCMonth()), first(date.getUTCMonth() + 1));
    }
    default:
      return undefined;
  }
}
