/** UTC in whole seconds: `2026-01-28T14:30:00Z`. */
export function renderInstant(ms: number): string {
  const bounded = Number.isFinite(ms)
    ? Math.max(-8.64e15, Math.min(8.64e15, Math.floor(ms / 1000) * 1000))
    : 0;
  return `${new Date(bounded).toISOString().slice(0, -5)}Z`;
}

/** Stands for the zone of this computer. */
export const hostZone = 'host';

/** What tells two settings of the zone apart: its name, or for this computer's zone how far it is from UTC over the years. */
export function markZone(timeZone: string): string {
  if (timeZone !== hostZone) return timeZone;
  const offsets = [1975, 1990, 2005, 2015, 2020, 2025, 2030].flatMap((year) =>
    [0, 6].map((month) => new Date(year, month, 1).getTimezoneOffset()),
  );
  return `${hostZone} ${offsets.join(' ')}`;
}
