import type { Clock } from './calendar.ts';
import { renderToken } from './date-tokens.ts';
import type { ViewPlace } from './invalid-view.ts';
import type { ViewValue, ViewValues } from './parameters.ts';

/** A view about to be run: what its `{{…}}` stand for. */
export interface Binding {
  readonly place: ViewPlace;
  readonly values: ViewValues;
  readonly clock: Clock;
}

/** Undefined for an optional parameter that was not given. */
export function findPlaceholder({ values, clock }: Binding, name: string): ViewValue | undefined {
  const value = values.get(name);
  if (value !== undefined) return value;
  const text = renderToken(name, clock);
  return text === undefined ? undefined : { type: 'date', text };
}
