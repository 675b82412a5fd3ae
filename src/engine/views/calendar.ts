import { parsePeriod } from '../query/filter/period.ts';

// Days are counted from 1970-01-01. Calendar arithmetic is done on them and on months, never on instants: a day has 23
// or 25 hours where clocks change.

const dayMs = 86_400_000;

export interface Clock {
  /** ms since 1970. */
  readonly now: number;
  readonly timeZone: string;
}

const starts = new Map<string, number>();
const mostStarts = 20_000;

/** When a day begins in a zone. Grouping by day asks for the same few days many times. */
export function startOfDay(day: number, timeZone: string): number {
  const key = `${timeZone} ${day}`;
  const known = starts.get(key);
  if (known !== undefined) return known;
  const start = parsePeriod(renderDay(day), timeZone)!.from;
  if (starts.size >= mostStarts) starts.clear();
  starts.set(key, start);
  return start;
}

/** The day an instant lies in; asked of `startOfDay` alone, so that both always agree. */
export function dayOf(ms: number, timeZone: string): number {
  const bounded = Math.max((firstDay + 1) * dayMs, Math.min((lastDay - 1) * dayMs, ms));
  let day = Math.floor(bounded / dayMs);
  while (startOfDay(day, timeZone) > bounded) day--;
  while (startOfDay(day + 1, timeZone) <= bounded) day++;
  return day;
}

export function today({ now, timeZone }: Clock): number {
  return dayOf(now, timeZone);
}

/** `2026-01-28`. Years stay within four digits: what is stored could not be compared with anything else. */
export function renderDay(day: number): string {
  const bounded = Math.max(firstDay, Math.min(lastDay, day));
  return new Date(bounded * dayMs).toISOString().slice(0, 10);
}

const firstDay = -719_528;
const lastDay = 2_932_896;

/** Undefined when there is no such day, as 2025-02-29. */
export function parseDay(text: string): number | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return undefined;
  const day = dayFrom(Number(match[1]), Number(match[2]) - 1, Number(match[3]));
  return renderDay(day) === text ? day : undefined;
}

function dayFrom(year: number, month: number, dayOfMonth: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month, dayOfMonth);
  return date.getTime() / dayMs;
}

/** Months since year 0. */
export function monthOf(day: number): number {
  const date = new Date(day * dayMs);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

export function firstOfMonth(month: number): number {
  const year = Math.floor(month / 12);
  return dayFrom(year, month - year * 12, 1);
}

/** 1970-01-01 was a Thursday; weeks begin on Monday. */
export function mondayOf(day: number): number {
  return day - ((((day + 3) % 7) + 7) % 7);
}
