import type { TObject } from 'typebox';
import { type GtdSettings, SlipboxError } from '../engine/index.ts';
import { contentManagerAppendContent } from './claudesidian/append-content.ts';
import { contentManagerCreateContent } from './claudesidian/create-content.ts';
import { vaultManagerCreateFolder } from './claudesidian/create-folder.ts';
import { memoryManagerCreateSession } from './claudesidian/create-session.ts';
import { vaultManagerDeleteNote } from './claudesidian/delete-note.ts';
import { vaultManagerEditFolder } from './claudesidian/edit-folder.ts';
import { vaultManagerListDirectory } from './claudesidian/list-directory.ts';
import { memoryManagerListSessions } from './claudesidian/list-sessions.ts';
import { memoryManagerLoadSession } from './claudesidian/load-session.ts';
import { vaultManagerMoveNote } from './claudesidian/move-note.ts';
import { contentManagerPrependContent } from './claudesidian/prepend-content.ts';
import { contentManagerReadContent } from './claudesidian/read-content.ts';
import { contentManagerReplaceContent } from './claudesidian/replace-content.ts';
import { vaultLibrarianSearchContent } from './claudesidian/search-content.ts';
import { vaultLibrarianSearchMemory } from './claudesidian/search-memory.ts';
import { contentManagerSetProperty } from './claudesidian/set-property.ts';
import type { Dialect, Tool } from './define-tool.ts';
import { directgtdGetChildren } from './directgtd/get-children.ts';
import { directgtdGetItem } from './directgtd/get-item.ts';
import { directgtdGetRootItems } from './directgtd/get-root-items.ts';
import { directgtdListDue } from './directgtd/list-due.ts';
import { directgtdListTags } from './directgtd/list-tags.ts';
import { directgtdSearchItems } from './directgtd/search-items.ts';
import { flintFindBrokenLinks } from './flint/find-broken-links.ts';
import { flintGetBacklinks } from './flint/get-backlinks.ts';
import { flintGetChildren } from './flint/get-children.ts';
import { flintGetDescendants } from './flint/get-descendants.ts';
import { flintGetNote } from './flint/get-note.ts';
import { flintGetNoteLinks } from './flint/get-note-links.ts';
import { flintGetNoteRelationships } from './flint/get-note-relationships.ts';
import { flintGetNotes } from './flint/get-notes.ts';
import { flintGetParents } from './flint/get-parents.ts';
import { flintGetRelatedNotes } from './flint/get-related-notes.ts';
import { flintListCustomFunctions } from './flint/list-custom-functions.ts';
import { flintListNotes } from './flint/list-notes.ts';
import { flintRunCustomFunction } from './flint/run-custom-function.ts';
import { flintSearchByLinks } from './flint/search-by-links.ts';
import { searchNotesTool } from './flint/search-notes.ts';
import { obsidianListNotes } from './obsidian/list-notes.ts';
import { opennotesCreate } from './opennotes/create.ts';
import { opennotesGet } from './opennotes/get.ts';
import { opennotesList } from './opennotes/list.ts';
import { opennotesNotebooks } from './opennotes/notebooks.ts';
import { opennotesSearch } from './opennotes/search.ts';
import { opennotesViews } from './opennotes/views.ts';
import type { Schema } from './validate.ts';

/** Every tool there is, in the order clients list them. */
export const allTools: readonly Tool[] = [
  opennotesSearch,
  opennotesList,
  opennotesGet,
  opennotesCreate,
  opennotesNotebooks,
  opennotesViews,
  searchNotesTool,
  flintGetNote,
  flintGetNotes,
  flintListNotes,
  flintSearchByLinks,
  flintFindBrokenLinks,
  flintGetNoteLinks,
  flintGetBacklinks,
  flintGetChildren,
  flintGetParents,
  flintGetDescendants,
  flintGetRelatedNotes,
  flintGetNoteRelationships,
  flintListCustomFunctions,
  flintRunCustomFunction,
  contentManagerCreateContent,
  contentManagerAppendContent,
  contentManagerPrependContent,
  contentManagerReplaceContent,
  contentManagerSetProperty,
  contentManagerReadContent,
  vaultManagerCreateFolder,
  vaultManagerMoveNote,
  vaultManagerDeleteNote,
  vaultManagerEditFolder,
  vaultManagerListDirectory,
  vaultLibrarianSearchContent,
  memoryManagerCreateSession,
  memoryManagerListSessions,
  memoryManagerLoadSession,
  vaultLibrarianSearchMemory,
  obsidianListNotes,
  directgtdGetRootItems,
  directgtdGetChildren,
  directgtdGetItem,
  directgtdSearchItems,
  directgtdListDue,
  directgtdListTags,
];

export interface ToolSelection extends GtdSettings {
  /** Dialects to serve, complete; empty or absent: the default set, or whatever `tools` names. */
  readonly dialects?: readonly string[] | undefined;
  /** Names or globs (`*`, `?`) of the tools to serve; empty or absent: all of the chosen dialects. */
  readonly tools?: readonly string[] | undefined;
  readonly advertiseSeedNames?: boolean;
  readonly readOnly: boolean;
  readonly toolPrefix: string;
  readonly defaultPageSize: number;
  /** Whether claudesidian tools demand their `context`; `auto`: when that dialect is chosen by name. */
  readonly context?: 'auto' | 'required' | 'optional';
}

/** A tool under the name and with the texts and defaults the configuration gives it. */
export interface ServedTool {
  readonly tool: Tool;
  readonly name: string;
  readonly description: string;
  /** With our own keywords, for validation; see `publishSchema` for what clients see. */
  readonly input: TObject;
  readonly rename: (text: string) => string;
}

export function selectTools(selection: ToolSelection): ServedTool[] {
  const known = new Set(allTools.map((tool) => tool.dialect.name));
  const unknown = selection.dialects?.find((name) => !known.has(name));
  if (unknown !== undefined) {
    throw new SlipboxError('INVALID_PARAMS', `Unknown dialect: ${unknown}`, {
      hint: `Choose from ${[...known].join(', ')}`,
      details: { parameter: 'dialects', allowed: [...known] },
    });
  }
  const { dialects, tools } = selection;
  const served = allTools
    .filter((tool) =>
      dialects?.length ? dialects.includes(tool.dialect.name) : tools?.length || tool.byDefault !== false,
    )
    .map((tool) => serveTool(tool, { ...selection, context: demandOf(selection) }));
  const chosen = served.filter(({ tool, name }) => isChosen(selection.tools, [name, tool.name]));
  if (chosen.length === 0) {
    throw new SlipboxError('INVALID_PARAMS', `No tool matches ${selection.tools?.join(', ')}`, {
      hint: `Choose from ${served.map(({ name }) => name).join(', ')}`,
      details: { parameter: 'tools', allowed: served.map(({ name }) => name) },
    });
  }
  const allowed = selection.readOnly ? chosen.filter(({ tool }) => tool.effect === 'read') : chosen;
  const available = allowed.filter(({ tool }) => tool.isAvailable?.(selection) ?? true);
  // whoever chose nothing else is told by the call what is missing
  const offered = available.length > 0 ? available : allowed;
  return selection.advertiseSeedNames ? offered.flatMap(underBothNames) : offered;
}

function demandOf({ context = 'auto', dialects }: ToolSelection): 'required' | 'optional' {
  if (context !== 'auto') return context;
  return dialects?.includes('claudesidian') ? 'required' : 'optional';
}

function underBothNames(served: ServedTool): ServedTool[] {
  const { seedName } = served.tool;
  return seedName === undefined ? [served] : [served, { ...served, name: seedName }];
}

/** The tools by every name a call may use. */
export function toolsByName(tools: readonly ServedTool[]): Map<string, ServedTool> {
  const others = tools.flatMap((served) => {
    const { seedName, aliases = [] } = served.tool;
    const names = seedName === undefined ? aliases : [seedName, ...aliases];
    return names.map((name): [string, ServedTool] => [name, served]);
  });
  // a tool's own name wins over another one's alias
  return new Map([...others, ...tools.map((served): [string, ServedTool] => [served.name, served])]);
}

/** The dialect of all these tools; undefined when there are several. */
export function soleDialect(tools: readonly ServedTool[]): Dialect | undefined {
  const [first, ...others] = new Set(tools.map(({ tool }) => tool.dialect));
  return others.length === 0 ? first : undefined;
}

export function serveTool(
  tool: Tool,
  names: Pick<ToolSelection, 'toolPrefix' | 'defaultPageSize' | 'context'>,
): ServedTool {
  const { prefix, keepsPrefix } = tool.dialect;
  const name =
    prefix === undefined || keepsPrefix ? tool.name : names.toolPrefix + tool.name.slice(prefix.length);
  const rename = (text: string) =>
    text
      .replaceAll('{prefix}', names.toolPrefix)
      .replaceAll('{defaultPageSize}', String(names.defaultPageSize));
  return {
    tool,
    name,
    description: rename(tool.description),
    input: adaptSchema(tool.input as Schema, rename, names) as TObject,
    rename,
  };
}

function adaptSchema(schema: Schema, rename: (text: string) => string, settings: object): Schema {
  const adapted: Schema = { ...schema };
  if (schema.description !== undefined) adapted.description = rename(schema.description);
  if (schema.fromSetting !== undefined) {
    adapted.default = (settings as Record<string, unknown>)[schema.fromSetting];
  }
  if (schema.properties !== undefined) {
    adapted.properties = Object.fromEntries(
      Object.entries(schema.properties).map(([key, value]) => [key, adaptSchema(value, rename, settings)]),
    );
    // a definition calls a field with a default required, so that its type is never undefined; callers may omit it
    adapted.required = (schema.required ?? []).filter(
      (key) => schema.properties?.[key]?.default === undefined,
    );
    for (const [key, { demandedBy }] of Object.entries(schema.properties)) {
      if (demandedBy === undefined || (settings as Record<string, unknown>)[demandedBy] !== 'required')
        continue;
      const { hidden: _, ...shown } = adapted.properties[key]!;
      adapted.properties[key] = shown;
      adapted.required = [...adapted.required, key];
    }
  }
  return adapted;
}

/** What only our validation knows. That unknown parameters are refused is among it: saying so costs every client tokens. */
const ownKeywords = new Set(['blank', 'clamp', 'demandedBy', 'fromSetting', 'hidden', 'spells', 'takesNull']);

/** The schema as clients see it. */
export function publishSchema(schema: object): Record<string, unknown> {
  const publish = (key: string, value: unknown) => {
    const isNoise =
      (key === 'required' && (value as unknown[]).length === 0) ||
      (key === 'additionalProperties' && value === false);
    const isHidden = typeof value === 'object' && value !== null && 'hidden' in value;
    return ownKeywords.has(key) || isNoise || isHidden ? undefined : value;
  };
  return JSON.parse(JSON.stringify(schema, publish)) as Record<string, unknown>;
}

function isChosen(patterns: readonly string[] | undefined, names: readonly string[]): boolean {
  if (!patterns?.length) return true;
  return patterns.some((pattern) => names.some((name) => matchesGlob(pattern, name)));
}

function matchesGlob(pattern: string, name: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 'u').test(name);
}
