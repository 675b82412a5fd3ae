import { SlipboxError, toSlipboxError } from '../errors.ts';
import { findNearest } from '../query/nearest-name.ts';
import { listOwnFiles, ownPath, readOwnFile } from '../vault/own-files.ts';
import { decodeText } from '../vault/read-file.ts';
import { summariseWarnings, type Warning, type Warnings } from '../warnings.ts';
import {
  type CustomFunction,
  type FunctionLanguage,
  type FunctionParameter,
  type FunctionPlace,
  invalidFunction,
} from './function-definition.ts';
import { parseHeader } from './parse-header.ts';

const folder = 'functions';
const fileName = /^([A-Za-z][A-Za-z0-9_-]{0,63})\.(sql|js)$/;
const largestFile = 64 * 1024;
const mostListed = 500;
const mostShown = 50;

export interface FunctionInfo extends FunctionPlace {
  readonly description: string;
  readonly parameters: readonly FunctionParameter[];
}

export interface FunctionList {
  readonly rows: FunctionInfo[];
  readonly total: number;
  readonly warnings?: Warnings;
}

/** One page of the functions of a notebook, by name. A file that is no function is a warning; only the page's files are read. */
export function listFunctions(root: string, page: { limit: number; offset: number }): FunctionList {
  const { places, twice, warnings } = findPlaces(root);
  const single = places.filter(({ name }) => !twice.has(name));
  for (const [name, paths] of twice) warnings.push(asWarning(paths[0]!, sameName(name, paths)));
  if (single.length > mostListed)
    warnings.push({
      path: ownPath(folder, ''),
      code: 'CONFIG_INVALID',
      message: `There are ${single.length} functions: only the first ${mostListed} are listed`,
    });
  const listed = single.slice(0, mostListed);
  const rows = listed.slice(page.offset, page.offset + page.limit).map((place) => {
    try {
      const { description, parameters } = readFunction(root, place);
      return { ...place, description, parameters };
    } catch (error) {
      warnings.push(asWarning(place.path, toSlipboxError(error)));
      return { ...place, description: '', parameters: [] };
    }
  });
  const summary = summariseWarnings(warnings);
  return { rows, total: listed.length, ...(summary ? { warnings: summary } : {}) };
}

/** The function of a name, ready to be run; FUNCTION_NOT_FOUND with the names there are. */
export function getFunction(root: string, wanted: string): CustomFunction {
  const { places, twice } = findPlaces(root, { withLeadingOut: true });
  const paths = twice.get(wanted);
  if (paths !== undefined) throw sameName(wanted, paths);
  const place = places.find(({ name }) => name === wanted);
  if (place !== undefined) return readFunction(root, place);
  const names = [...new Set(places.map(({ name }) => name))];
  const nearest = findNearest(wanted, names);
  throw new SlipboxError('FUNCTION_NOT_FOUND', `Function not found: ${wanted.slice(0, 80)}`, {
    hint:
      nearest === undefined
        ? names.length === 0
          ? `Put one in ${ownPath(folder, 'NAME.sql')} or ${ownPath(folder, 'NAME.js')}`
          : `Choose one of ${names.slice(0, 10).join(', ')}`
        : `Did you mean ${nearest}?`,
    details: { ...(nearest === undefined ? {} : { nearest }), available: names.slice(0, mostShown) },
  });
}

interface Places {
  readonly places: FunctionPlace[];
  /** Names that two files have, with the paths of both. */
  readonly twice: Map<string, string[]>;
  readonly warnings: Warning[];
}

function findPlaces(root: string, { withLeadingOut = false } = {}): Places {
  const places: FunctionPlace[] = [];
  const warnings: Warning[] = [];
  for (const { name: file, leadsOut } of listOwnFiles(root, folder)) {
    if (!/\.(?:sql|js)$/.test(file)) continue;
    const path = ownPath(folder, file);
    const [, name, language] = fileName.exec(file) ?? [];
    if (name === undefined) {
      const message = `Not a function: its name is to be a letter, then up to 63 letters, digits, _ or -`;
      warnings.push({ path: path.slice(0, 200), code: 'CONFIG_INVALID', message });
    } else if (leadsOut && !withLeadingOut)
      warnings.push({ path, code: 'SYMLINK_OUT', message: 'A symlink that leads out of its folder' });
    else places.push({ name, language: language as FunctionLanguage, path });
  }
  const paths = Map.groupBy(places, ({ name }) => name);
  const twice = [...paths]
    .filter(([, same]) => same.length > 1)
    .map(([name, same]): [string, string[]] => [name, same.map(({ path }) => path).sort()]);
  places.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { places, twice: new Map(twice), warnings };
}

function readFunction(root: string, place: FunctionPlace): CustomFunction {
  const { bytes, truncated } = readOwnFile(root, folder, `${place.name}.${place.language}`, largestFile);
  if (truncated) throw invalidFunction(place, `it is larger than ${largestFile / 1024} KB`);
  const { text, kind } = decodeText(bytes);
  if (kind !== 'utf8') throw invalidFunction(place, 'it is not UTF-8 text');
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  return { ...place, source, ...parseHeader(place, source) };
}

function sameName(name: string, paths: readonly string[]): SlipboxError {
  return invalidFunction({ name, path: paths.join(' and ') }, 'two files have this name', {
    hint: 'Rename one of them',
  });
}

function asWarning(path: string, { code, message }: SlipboxError): Warning {
  return { path, code, message };
}
