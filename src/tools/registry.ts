import type { TObject } from 'typebox';
import { SlipboxError } from '../engine/index.ts';
import type { Tool } from './define-tool.ts';
import { opennotesGet } from './opennotes/get.ts';
import { opennotesList } from './opennotes/list.ts';
import { opennotesNotebooks } from './opennotes/notebooks.ts';
import type { Schema } from './validate.ts';

/** Every tool there is, in the order clients list them. */
export const allTools: readonly Tool[] = [opennotesList, opennotesGet, opennotesNotebooks];

export interface ToolSelection {
  /** Dialects to serve; empty or absent: all. */
  readonly dialects?: readonly string[] | undefined;
  /** Names or globs (`*`, `?`) of the tools to serve; empty or absent: all. */
  readonly tools?: readonly string[] | undefined;
  readonly readOnly: boolean;
  readonly toolPrefix: string;
  readonly defaultPageSize: number;
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
  const served = allTools
    .filter((tool) => !selection.dialects?.length || selection.dialects.includes(tool.dialect.name))
    .map((tool) => serveTool(tool, selection));
  const chosen = served.filter(({ tool, name }) => isChosen(selection.tools, [name, tool.name]));
  if (chosen.length === 0) {
    throw new SlipboxError('INVALID_PARAMS', `No tool matches ${selection.tools?.join(', ')}`, {
      hint: `Choose from ${served.map(({ name }) => name).join(', ')}`,
      details: { parameter: 'tools', allowed: served.map(({ name }) => name) },
    });
  }
  return selection.readOnly ? chosen.filter(({ tool }) => tool.effect === 'read') : chosen;
}

export function serveTool(
  tool: Tool,
  names: Pick<ToolSelection, 'toolPrefix' | 'defaultPageSize'>,
): ServedTool {
  const { prefix } = tool.dialect;
  const name = prefix === undefined ? tool.name : names.toolPrefix + tool.name.slice(prefix.length);
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
  }
  return adapted;
}

/** What only our validation knows. That unknown parameters are refused is among it: saying so costs every client tokens. */
const ownKeywords = new Set(['clamp', 'fromSetting', 'hidden']);

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
