import { hostZone } from '../clock.ts';

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** An instant as a clock on the wall shows it, in the fields that Date calls UTC, and how far that clock is ahead. */
interface WallClock {
  wall: Date;
  offsetMinutes: number;
}

function readClock(ms: number, timeZone: string): WallClock {
  if (timeZone === hostZone) {
    const offsetMinutes = -new Date(ms).getTimezoneOffset();
    return { wall: new Date(ms + offsetMinutes * 60_000), offsetMinutes };
  }
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = new Map(
    formatter.formatToParts(ms).map(({ type, value }) => [type as string, Number(value)]),
  );
  const part = (type: string) => parts.get(type) ?? 0;
  const wallMs = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return { wall: new Date(wallMs), offsetMinutes: Math.round((wallMs - ms) / 60_000) };
}

const pad = (value: number, width = 2) => String(value).padStart(width, '0');
const hour12 = (wall: Date) => wall.getUTCHours() % 12 || 12;
const ordinal = (value: number) =>
  `${value}${(Math.floor(value / 10) % 10 === 1 ? undefined : ['th', 'st', 'nd', 'rd'][value % 10]) ?? 'th'}`;

const tokens: Record<string, (clock: WallClock) => string> = {
  YYYY: ({ wall }) => pad(wall.getUTCFullYear(), 4),
  YY: ({ wall }) => pad(wall.getUTCFullYear() % 100),
  MMMM: ({ wall }) => months[wall.getUTCMonth()]!,
  MMM: ({ wall }) => months[wall.getUTCMonth()]!.slice(0, 3),
  MM: ({ wall }) => pad(wall.getUTCMonth() + 1),
  M: ({ wall }) => String(wall.getUTCMonth() + 1),
  Do: ({ wall }) => ordinal(wall.getUTCDate()),
  DD: ({ wall }) => pad(wall.getUTCDate()),
  D: ({ wall }) => String(wall.getUTCDate()),
  dddd: ({ wall }) => days[wall.getUTCDay()]!,
  ddd: ({ wall }) => days[wall.getUTCDay()]!.slice(0, 3),
  HH: ({ wall }) => pad(wall.getUTCHours()),
  H: ({ wall }) => String(wall.getUTCHours()),
  hh: ({ wall }) => pad(hour12(wall)),
  h: ({ wall }) => String(hour12(wall)),
  mm: ({ wall }) => pad(wall.getUTCMinutes()),
  m: ({ wall }) => String(wall.getUTCMinutes()),
  ss: ({ wall }) => pad(wall.getUTCSeconds()),
  s: ({ wall }) => String(wall.getUTCSeconds()),
  A: ({ wall }) => (wall.getUTCHours() < 12 ? 'AM' : 'PM'),
  a: ({ wall }) => (wall.getUTCHours() < 12 ? 'am' : 'pm'),
  GGGG: ({ wall }) => pad(isoWeek(wall).year, 4),
  WW: ({ wall }) => pad(isoWeek(wall).week),
  W: ({ wall }) => String(isoWeek(wall).week),
  Z: ({ offsetMinutes }) => renderOffset(offsetMinutes),
};

const pattern = /\[([^\][]*)\]|YYYY|YY|MMMM|MMM|MM|M|Do|DD|D|dddd|ddd|HH|H|hh|h|mm|m|ss|s|A|a|GGGG|WW|W|Z/g;

/** Weekly notes are named by these: the year a week belongs to is that of its Thursday. */
function isoWeek(wall: Date): { year: number; week: number } {
  const weekday = (wall.getUTCDay() + 6) % 7;
  const thursday = new Date(
    Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate() - weekday + 3),
  );
  const year = thursday.getUTCFullYear();
  return { year, week: Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / 604_800_000) + 1 };
}

function renderOffset(minutes: number): string {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}

/** An instant in the format people write in Obsidian: `YYYY-MM-DD HH:mm`, `[literal]`. Other letters stay as they are. */
export function renderDate(ms: number, format: string, timeZone: string): string {
  const clock = readClock(ms, timeZone);
  return format.replace(pattern, (token, literal: string | undefined) => literal ?? tokens[token]!(clock));
}
