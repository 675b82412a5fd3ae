import { SlipboxError } from '../errors.ts';
import { isJsonObject } from '../notebooks/json-edit.ts';
import { updateJsonFile } from '../notebooks/update-json-file.ts';
import { findNearest } from '../query/nearest-name.ts';
import { builtInViews } from './built-in-views.ts';
import type { Clock } from './calendar.ts';
import { entriesOf, longestName, parseViewName } from './find-views.ts';
import { checkFilter } from './parse-view.ts';
import { planView } from './plan-view.ts';
import { parseQueryText } from './query-language.ts';

/** A view as OpenNotes itself saves it. */
export interface SavedView {
  name: string;
  description?: string;
  query: string;
}

export interface SaveResult {
  view: SavedView;
  /** Whether the notebook had a view of that name, whatever it was. */
  replaced: boolean;
  /** False when it was just this one. */
  changed: boolean;
}

const longestQuery = 10_000;
const longestDescription = 1000;

/** Writes a view into a notebook's configuration. One that could not be run is refused, and nothing is written. */
export async function saveView(
  file: string,
  input: { name: string; query: string; description?: string },
  clock: Clock,
): Promise<SaveResult> {
  const name = checkName(input.name);
  const query = input.query.toWellFormed();
  const description = checkDescription(input.description ?? '');
  await checkQuery(name, query, clock);
  const view: SavedView = { name, ...(description === '' ? {} : { description }), query: query.trim() };
  let replaced = false;
  const changed = await updateJsonFile(file, (current) => {
    const views = checkViews(current.views, file);
    const place = findPlaces(views, name)[0];
    replaced = place !== undefined;
    return { ...current, views: withView(views, place, view) };
  });
  return { view, replaced, changed };
}

/** Takes a view out of a notebook's configuration; VIEW_NOT_FOUND with the closest name when it has none of that name. */
export async function deleteView(file: string, written: string): Promise<{ name: string }> {
  const name = parseViewName(written);
  await updateJsonFile(file, (current) => {
    const views = checkViews(current.views, file);
    // all of them: another spelling of the same name would take its place
    const places = name === undefined ? [] : findPlaces(views, name);
    if (places.length === 0) throw missing(name ?? written, views);
    return { ...current, views: withoutViews(views, places) };
  });
  return { name: name ?? written };
}

function invalid(parameter: string, problem: string, hint?: string): SlipboxError {
  return new SlipboxError('INVALID_PARAMS', `Invalid ${parameter}: ${problem}`, {
    ...(hint === undefined ? {} : { hint }),
    details: { parameter },
  });
}

function isBuiltIn(name: string): boolean {
  return builtInViews.some((view) => view.name === name.toLowerCase());
}

function checkName(written: string): string {
  const name = parseViewName(written.toWellFormed());
  if (name === undefined)
    throw invalid(
      'name',
      `${JSON.stringify(written.slice(0, 80))} (expected 1 to ${longestName} characters on one line)`,
    );
  if (isBuiltIn(name)) throw invalid('name', `${name} is a built-in view`, 'Choose another name');
  return name;
}

function checkDescription(written: string): string {
  const description = written.trim().toWellFormed();
  if (description.length > longestDescription)
    throw invalid('description', `longer than ${longestDescription} characters`);
  return description;
}

async function checkQuery(name: string, query: string, clock: Clock): Promise<void> {
  if (/^[\s|]*$/.test(query))
    throw invalid('query', 'it is empty', 'Give a filter, directives after |, or both');
  if (query.length > longestQuery) throw invalid('query', `longer than ${longestQuery} characters`);
  const place = { view: name, file: undefined };
  const body = parseQueryText(place, 'query', query);
  if (body.filter !== undefined) checkFilter(place, body.filter, []);
  // dates and other values are only looked at when a view is run
  const view = { name, origin: 'notebook', description: '', parameters: [], body } as const;
  await planView(view, { place, values: new Map(), clock });
}

function checkViews(views: unknown, file: string): object {
  if (views === undefined || views === null) return {};
  if (isJsonObject(views) || Array.isArray(views)) return views;
  throw new SlipboxError('CONFIG_INVALID', `Invalid views in ${file}: expected an object of views by name`, {
    details: { file, key: 'views' },
  });
}

/** The places of the views of that name, the one that counts first. */
function findPlaces(views: object, name: string): number[] {
  return entriesOf(views).flatMap(([written], place) => (parseViewName(written) === name ? [place] : []));
}

function withView(views: object, place: number | undefined, view: SavedView): unknown {
  if (Array.isArray(views)) return place === undefined ? [...views, view] : views.with(place, view);
  const key = place === undefined ? view.name : Object.keys(views)[place]!;
  return { ...views, [key]: { ...view } };
}

function withoutViews(views: object, places: readonly number[]): unknown {
  const isKept = (_: unknown, place: number) => !places.includes(place);
  return Array.isArray(views)
    ? views.filter(isKept)
    : Object.fromEntries(Object.entries(views).filter(isKept));
}

function missing(name: string, views: object): SlipboxError {
  if (isBuiltIn(name)) return invalid('name', `${name} is a built-in view and cannot be deleted`);
  const own = entriesOf(views).flatMap(([written]) => parseViewName(written) ?? []);
  const nearest = findNearest(name, own);
  const shown = name.slice(0, 200);
  return new SlipboxError('VIEW_NOT_FOUND', `The notebook defines no view ${shown}`, {
    hint:
      nearest === undefined
        ? 'Only views in the configuration of the notebook can be deleted: {prefix}views shows where each is defined'
        : `Did you mean ${nearest}?`,
    details: { name: shown, available: own, ...(nearest === undefined ? {} : { nearest }) },
  });
}
