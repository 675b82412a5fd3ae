import { SlipboxError, toSlipboxError } from '../errors.ts';
import { isJsonObject } from '../notebooks/json-edit.ts';
import { findJsonFile } from '../notebooks/json-file.ts';
import { findNearest } from '../query/nearest-name.ts';
import type { Warning } from '../warnings.ts';
import { builtInViews } from './built-in-views.ts';
import { invalidView } from './invalid-view.ts';
import { parseView } from './parse-view.ts';
import type { ViewDefinition } from './view-definition.ts';

/** A configuration file that may define views. */
export interface ViewSource {
  readonly origin: 'notebook' | 'global';
  readonly file: string;
}

/** What a name stands for: a view, or what is wrong with it. */
type Known = { readonly view: ViewDefinition } | { readonly problem: SlipboxError };

export const longestName = 64;

/** A view's name as it is compared; undefined when it cannot be one. */
export function parseViewName(written: string): string | undefined {
  const name = written.trim().normalize('NFC');
  return name !== '' && name.length <= longestName && !/\p{Cc}/u.test(name) ? name : undefined;
}

/** The raw views of a file, each under the name it is written with: an object of them, or a list of those that carry theirs. */
export function entriesOf(views: object): [name: string, raw: unknown][] {
  if (!Array.isArray(views)) return Object.entries(views);
  return views.map((view) => [isJsonObject(view) && typeof view.name === 'string' ? view.name : '', view]);
}

/** Earlier sources win, built-in views come last. Files are read each time: a view written now works now. */
function readViews(sources: readonly ViewSource[]): { known: Map<string, Known>; warnings: Warning[] } {
  const known = new Map<string, Known>();
  const warnings: Warning[] = [];
  for (const { origin, file } of sources) {
    for (const [name, raw] of readEntries(file, warnings)) {
      if (known.has(name)) continue;
      try {
        known.set(name, { view: parseView(name, raw, origin, file) });
      } catch (error) {
        known.set(name, { problem: toSlipboxError(error) });
      }
    }
  }
  for (const view of builtInViews) if (!known.has(view.name)) known.set(view.name, { view });
  return { known, warnings };
}

/** Whatever is wrong with a file hides no other view. */
function readEntries(file: string, warnings: Warning[]): [name: string, raw: unknown][] {
  const warn = (message: string) => {
    warnings.push({ path: file, code: 'CONFIG_INVALID', message });
  };
  let views: unknown;
  try {
    views = findJsonFile(file)?.value.views ?? {};
  } catch (error) {
    warn((error as Error).message);
    return [];
  }
  if (!Array.isArray(views) && !isJsonObject(views)) {
    warn(`Ignored "views" in ${file}: expected an object of views by name`);
    return [];
  }
  return entriesOf(views).flatMap(([written, raw]): [string, unknown][] => {
    const name = parseViewName(written);
    if (name !== undefined) return [[name, raw]];
    const place = { view: written.trim().slice(0, longestName), file };
    warn(invalidView(place, 'name', `expected 1 to ${longestName} characters`).message);
    return [];
  });
}

const origins = ['notebook', 'global', 'built-in'];

/** Every view that can be run: the notebook's own first, by name; built-in ones in their own order. */
export function listViewDefinitions(sources: readonly ViewSource[]): {
  views: ViewDefinition[];
  warnings: Warning[];
} {
  const { known, warnings } = readViews(sources);
  const views: ViewDefinition[] = [];
  for (const one of known.values()) {
    if ('view' in one) views.push(one.view);
    else {
      const file = one.problem.details?.file;
      warnings.push({
        path: typeof file === 'string' ? file : '',
        code: one.problem.code,
        message: one.problem.message,
      });
    }
  }
  views.sort((a, b) => {
    const origin = origins.indexOf(a.origin) - origins.indexOf(b.origin);
    return origin || (a.origin === 'built-in' || a.name === b.name ? 0 : a.name < b.name ? -1 : 1);
  });
  return { views, warnings };
}

/** The view of that name; one that is defined but wrong is an error, and no other stands in for it. */
export function getView(
  sources: readonly ViewSource[],
  written: string,
): { view: ViewDefinition; warnings: Warning[] } {
  const name = written.trim().normalize('NFC');
  const { known, warnings } = readViews(sources);
  const found = known.get(name) ?? known.get(name.toLowerCase());
  if (found === undefined) throw notFound(written, [...known.keys()]);
  if ('problem' in found) throw found.problem;
  return { view: found.view, warnings };
}

function notFound(written: string, names: readonly string[]): SlipboxError {
  const nearest = findNearest(written.trim(), names);
  const list = 'Use {prefix}views to list available views';
  return new SlipboxError('VIEW_NOT_FOUND', `View not found: ${written.slice(0, 200)}`, {
    hint: nearest === undefined ? list : `Did you mean ${nearest}? ${list}`,
    details: { name: written.slice(0, 200), available: names, ...(nearest === undefined ? {} : { nearest }) },
  });
}
