import { hostZone } from '../clock.ts';

const dayMs = 86_400_000;
const maxCached = 20_000;

const instant =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?[ ]?(Z|z|[+-]\d{2}(?::?\d{2})?)?)?$/;
const fixedOffset = /^(?:UTC|GMT|Etc\/UTC|Etc\/GMT|Z)?(?:([+-])(\d{2})(?::?(\d{2}))?)?$/;

interface Zone {
  fixed: number | undefined;
  formatter: Intl.DateTimeFormat | undefined;
  /** Offset in ms by day; asking Intl takes microseconds, and making a formatter takes a hundred times that. */
  days: Map<number, number>;
}

const zones = new Map<string, Zone>();

function parseOffset(sign: string, hours: string, minutes: string | undefined): number {
  const size = (Number(hours) * 60 + Number(minutes ?? 0)) * 60_000;
  return sign === '-' ? -size : size;
}

function getZone(timeZone: string): Zone {
  const known = zones.get(timeZone);
  if (known !== undefined) return known;
  const zone: Zone = { fixed: undefined, formatter: undefined, days: new Map() };
  const match = fixedOffset.exec(timeZone);
  if (match !== null) zone.fixed = match[1] === undefined ? 0 : parseOffset(match[1], match[2]!, match[3]);
  else {
    try {
      zone.formatter = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    } catch {
      zone.fixed = 0;
    }
  }
  if (zones.size >= 100) zones.clear();
  zones.set(timeZone, zone);
  return zone;
}

function askOffset(formatter: Intl.DateTimeFormat, ms: number): number {
  const match = /GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/.exec(formatter.format(ms));
  if (match?.[1] === undefined) return 0;
  const seconds = Number(match[4] ?? 0) * 1000;
  return parseOffset(match[1], match[2]!, match[3]) + (match[1] === '-' ? -seconds : seconds);
}

/** What the zone is ahead of UTC at an instant. */
function offsetAt(zone: Zone, ms: number): number {
  if (zone.formatter === undefined) return zone.fixed ?? 0;
  const day = Math.floor(ms / dayMs);
  const known = zone.days.get(day);
  if (known !== undefined) return Number.isNaN(known) ? askOffset(zone.formatter, ms) : known;
  const first = askOffset(zone.formatter, day * dayMs);
  const steady = first === askOffset(zone.formatter, (day + 1) * dayMs - 1);
  if (zone.days.size >= maxCached) zone.days.clear();
  zone.days.set(day, steady ? first : Number.NaN);
  return steady ? first : askOffset(zone.formatter, ms);
}

/** The computer's own zone is known to Date itself; Intl needs 20 ms before it answers for the first time. */
function hostToInstant(wallMs: number): number {
  const wall = new Date(wallMs);
  const local = new Date(2000, 0, 1);
  local.setFullYear(wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate());
  local.setHours(wall.getUTCHours(), wall.getUTCMinutes(), wall.getUTCSeconds(), wall.getUTCMilliseconds());
  return local.getTime();
}

/** A wall-clock time in a zone: the earlier of two, and the one after the gap where there is none. */
export function zonedToInstant(wallMs: number, timeZone: string): number {
  if (timeZone === hostZone) return hostToInstant(wallMs);
  const zone = getZone(timeZone);
  if (zone.fixed !== undefined) return wallMs - zone.fixed;
  const before = offsetAt(zone, wallMs - dayMs);
  const after = offsetAt(zone, wallMs + dayMs);
  const early = wallMs - before;
  if (before === after || offsetAt(zone, early) === before) return early;
  const late = wallMs - after;
  return offsetAt(zone, late) === after ? late : early;
}

/** A date or time in ISO form as ms since 1970; without a zone it is read in `timeZone`. Undefined when it is none. */
export function parseInstant(source: string, timeZone: string): number | undefined {
  const match = source.length <= 50 ? instant.exec(source.trim()) : null;
  if (match === null) return undefined;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone] = match;
  const wall = new Date(0);
  wall.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (wall.getUTCMonth() !== Number(month) - 1 || wall.getUTCDate() !== Number(day)) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return undefined;
  const time = (Number(hour) * 60 + Number(minute)) * 60_000 + Number(second) * 1000;
  const ms = wall.getTime() + time + Number(fraction.padEnd(3, '0').slice(0, 3));
  if (zone === undefined) return zonedToInstant(ms, timeZone);
  if (zone === 'Z' || zone === 'z') return ms;
  return ms - parseOffset(zone[0]!, zone.slice(1, 3), zone.slice(3).replace(':', ''));
}
