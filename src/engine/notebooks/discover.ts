import { relative, sep } from 'node:path';
import type { LoadedConfig } from '../config.ts';
import { resolvePath } from '../config-folders.ts';
import { SlipboxError } from '../errors.ts';
import type { Warning } from '../warnings.ts';
import { findFolder, isInside } from './notebook-config.ts';
import {
  type Found,
  findByName,
  type NotebookRef,
  openFolder,
  type Survey,
  surveyNotebooks,
} from './survey.ts';

export type { NotebookRef };

export interface NotebookList {
  readonly notebooks: readonly NotebookRef[];
  /** The one a call without a notebook means; one of `notebooks`. */
  readonly current: NotebookRef | undefined;
  readonly warnings: readonly Warning[];
}

/** Which notebooks there are for whoever asks; undefined: all. */
export type Knows = ((ref: NotebookRef) => boolean) | undefined;

/** Every known notebook once; one that cannot be opened is a warning and hides no other. */
export async function listNotebooks(config: LoadedConfig, knows?: Knows): Promise<NotebookList> {
  const survey = surveyFor(config, knows);
  const current = findCurrent(config, survey);
  return {
    notebooks: listRefs(survey),
    current: current !== undefined && 'ref' in current ? canonical(survey, current.ref) : undefined,
    warnings: listWarnings(survey),
  };
}

/** The notebook a call means: the one it names, else the current one. */
export async function resolveNotebook(
  config: LoadedConfig,
  ref: string | undefined,
  knows?: Knows,
): Promise<NotebookRef> {
  const survey = surveyFor(config, knows);
  const known = listRefs(survey).map(({ name }) => name);
  const found = ref === undefined ? findCurrent(config, survey) : findNamed(config, survey, ref);
  if (found === undefined) {
    const message = ref === undefined ? 'No notebook found in context' : `Notebook not found: ${ref}`;
    throw new SlipboxError('NOTEBOOK_NOT_FOUND', message, { details: { known } });
  }
  if ('problem' in found) throw found.problem;
  return canonical(survey, found.ref);
}

/** To someone who knows only some notebooks the others are as if they were not there, sound or not. */
function surveyFor(config: LoadedConfig, knows: Knows): Survey {
  const { flags, env, registered, cwd, ancestors } = surveyNotebooks(config);
  const policies = Map.groupBy(
    registered.flatMap((found) => ('ref' in found && found.ref.policies ? [found.ref] : [])),
    ({ path }) => path,
  );
  const folders = new Set(
    listFound({ flags, env, registered, cwd, ancestors }).flatMap((found) =>
      'ref' in found ? [found.ref.path] : [],
    ),
  );
  const seen = (found: Found | undefined): Found[] => {
    if (found === undefined) return [];
    if (!('ref' in found)) return knows ? [] : [found];
    if (knows && !knows(found.ref)) return [];
    const { path } = found.ref;
    const rules = policies.get(path)?.flatMap((ref) => ref.policies ?? []);
    const inner = [...folders]
      .filter((folder) => folder !== path && isInside(path, folder))
      .map((folder) => ({ path: relativePath(path, folder), hasPolicy: policies.has(folder) }));
    const known = { ...(rules ? { policies: rules } : {}), ...(inner.length > 0 ? { inner } : {}) };
    return [{ ...found, ref: { ...found.ref, ...known } }];
  };
  return {
    flags: flags.flatMap(seen),
    env: seen(env)[0],
    registered: registered.flatMap(seen),
    cwd: seen(cwd)[0],
    ancestors: ancestors.flatMap(seen),
  };
}

/** The first way that yields something decides, even when what it yields is broken: going on would use a notebook nobody meant. */
function findCurrent(config: LoadedConfig, survey: Survey): Found | undefined {
  const { flags, env, registered, cwd, ancestors } = survey;
  const only = distinct(registered);
  return (
    flags[0] ??
    env ??
    cwd ??
    findByContext(config, [...registered, ...ancestors]) ??
    ancestors[0] ??
    (only.length === 1 ? only[0] : undefined)
  );
}

function findByContext(config: LoadedConfig, candidates: readonly Found[]): Found | undefined {
  const here = tryFolder(config.cwd);
  if (here === undefined) return undefined;
  let best: { found: Found; length: number } | undefined;
  for (const found of candidates) {
    for (const written of found.contexts) {
      const context = tryFolder(resolvePath(written, found.folder, config));
      if (context === undefined || !isInside(context, here)) continue;
      if (best === undefined || context.length > best.length) best = { found, length: context.length };
    }
  }
  return best?.found;
}

function findNamed(config: LoadedConfig, survey: Survey, written: string): Found | undefined {
  if (written === '') return undefined;
  const all = distinct(listFound(survey));
  const named = findByName(all, written);
  if (named !== undefined) return named;
  const path = resolvePath(written, config.cwd, config);
  const real = tryFolder(path);
  const isAt = (folder: string) => (real === undefined ? sameText(folder, path) : folder === real);
  const byPath = all.find((found) => isAt(found.folder) || ('ref' in found && isAt(found.ref.path)));
  if (byPath !== undefined || !config.openNotebooks) return byPath;
  return openFolder(path, config, { source: 'explicit', trusted: false });
}

function listFound({ flags, env, registered, cwd, ancestors }: Survey): Found[] {
  return [...flags, env, ...registered, cwd, ...ancestors].filter((found) => found !== undefined);
}

function listRefs(survey: Survey): NotebookRef[] {
  return distinct(listFound(survey)).flatMap((found) => ('ref' in found ? [found.ref] : []));
}

/** Each notes folder once, as it was found first; `problem` ones by their own folder. */
function distinct(all: readonly Found[]): Found[] {
  const seen = new Set<string>();
  return all.filter((found) => {
    const key = 'ref' in found ? found.ref.path : found.folder;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function canonical(survey: Survey, ref: NotebookRef): NotebookRef {
  return listRefs(survey).find(({ path }) => path === ref.path) ?? ref;
}

function listWarnings(survey: Survey): Warning[] {
  return distinct(listFound(survey)).flatMap((found) => {
    if (!('problem' in found)) return found.warnings;
    const { code, message, details } = found.problem;
    const file = details?.file;
    return [{ path: typeof file === 'string' ? file : found.folder, code, message }];
  });
}

/** A path from a caller may be anything; what cannot be looked at is no known notebook. */
function tryFolder(path: string): string | undefined {
  try {
    return findFolder(path);
  } catch {
    return undefined;
  }
}

function relativePath(from: string, to: string): string {
  return relative(from, to).split(sep).join('/').normalize('NFC');
}

function sameText(one: string, other: string): boolean {
  return one.normalize('NFC') === other.normalize('NFC');
}
