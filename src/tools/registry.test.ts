import { expect, test } from 'vitest';
import type { Tool } from './define-tool.ts';
import { opennotesList } from './opennotes/list.ts';
import {
  allTools,
  publishSchema,
  selectTools,
  serveTool,
  soleDialect,
  type ToolSelection,
  toolsByName,
} from './registry.ts';

const settings = { readOnly: false, toolPrefix: 'opennotes_', defaultPageSize: 50 };

const namesOf = (selection: Partial<ToolSelection>) =>
  selectTools({ ...settings, ...selection }).map(({ name }) => name);

test('without a selection the default set is served, in a stable order', () => {
  const isDefault = ({ byDefault, isAvailable }: Tool) => byDefault !== false && isAvailable === undefined;
  expect(namesOf({})).toEqual(allTools.filter(isDefault).map(({ name }) => name));
});

test('what is not in the default set is served when its dialect or its name is chosen', () => {
  expect(namesOf({})).not.toContain('obsidian_list_notes');
  expect(namesOf({ dialects: ['obsidian'] })).toEqual(['obsidian_list_notes']);
  expect(namesOf({ tools: ['obsidian_*'] })).toEqual(['obsidian_list_notes']);
  expect(namesOf({ dialects: ['opennotes'] })).not.toContain('obsidian_list_notes');
});

test('tools whose data is missing are left out, unless nothing else was chosen', () => {
  const gtd = (names: string[]) => names.filter((name) => name.startsWith('directgtd_')).length;
  expect(gtd(namesOf({}))).toBe(0);
  expect(gtd(namesOf({ dialects: ['opennotes', 'directgtd'] }))).toBe(0);
  expect(gtd(namesOf({ gtdDb: '/nowhere/gtd.sqlite' }))).toBe(6);
  expect(gtd(namesOf({ dialects: ['directgtd'] }))).toBe(6);
});

test('the seed name of a tool can be called always and is listed only on request', () => {
  const seed = 'ObsidianMcp::Tools::ListNotes';
  const served = selectTools({ ...settings, dialects: ['obsidian'] });
  expect(served.map(({ name }) => name)).not.toContain(seed);
  expect(toolsByName(served).get(seed)?.tool).toBe(served[0]?.tool);
  expect(namesOf({ dialects: ['obsidian'], advertiseSeedNames: true })).toEqual([
    'obsidian_list_notes',
    seed,
  ]);
});

test('the other names of a tool can be called and are never listed', () => {
  const served = selectTools({ ...settings, dialects: ['flint'], advertiseSeedNames: true });
  const byName = toolsByName(served);
  for (const { tool, name } of served) {
    for (const alias of tool.aliases ?? []) {
      expect(byName.get(alias)?.name, alias).toBe(name);
      expect(served.map((one) => one.name)).not.toContain(alias);
    }
  }
  expect(byName.get('getBacklinks')?.name).toBe('get_backlinks');
  expect(byName.get('findBrokenLinks')?.name).toBe('find_broken_links');
});

test('several dialects have no sole one', () => {
  expect(soleDialect(selectTools({ ...settings, dialects: ['directgtd'] }))?.name).toBe('directgtd');
  expect(soleDialect(selectTools({ ...settings, dialects: ['directgtd', 'obsidian'], gtdDb: '/x' }))).toBe(
    undefined,
  );
});

test('tools are chosen by name or pattern', () => {
  const names = (tools: string[]) => selectTools({ ...settings, tools }).map(({ name }) => name);
  expect(names(['opennotes_get'])).toEqual(['opennotes_get']);
  expect(names(['*_l?st', '*_get'])).toEqual(['opennotes_list', 'opennotes_get']);
});

test('a pattern no tool matches is an error that names the tools', () => {
  expect(() => selectTools({ ...settings, tools: ['nope.*'] })).toThrow('No tool matches nope.*');
});

test('an unknown dialect is an error', () => {
  expect(() => selectTools({ ...settings, dialects: ['klingon'] })).toThrow('Unknown dialect: klingon');
});

test('read-only leaves only tools that read', () => {
  expect(selectTools({ ...settings, readOnly: true }).every(({ tool }) => tool.effect === 'read')).toBe(true);
});

test('the prefix is replaced in names and descriptions', () => {
  for (const { name, description } of selectTools({
    ...settings,
    toolPrefix: 'nb_',
    dialects: ['opennotes'],
  })) {
    expect(name).toMatch(/^nb_/);
    expect(description).not.toMatch(/opennotes_|\{prefix\}/);
  }
});

test('the page size setting becomes the published default', () => {
  const { input, description } = serveTool(opennotesList, { toolPrefix: 'x_', defaultPageSize: 20 });
  expect(description).toContain('Default 20 per page');
  expect(publishSchema(input)).toMatchObject({
    properties: { limit: { default: 20 } },
  });
});

test('the published schema has none of our own keywords and requires nothing that has a default', () => {
  const { input } = serveTool(opennotesList, settings);
  const published = publishSchema(input);
  expect(JSON.stringify(published)).not.toMatch(/clamp|fromSetting|hidden|spells/);
  expect(published.required).toBeUndefined();
});

test('a parameter that a setting demands is required and shown then, and only accepted otherwise', () => {
  const name = 'contentManager_createContent';
  const contextOf = (selection: Partial<ToolSelection>) => {
    const { input } = selectTools({ ...settings, ...selection }).find((one) => one.name === name)!;
    const { properties, required } = publishSchema(input) as { properties: object; required: string[] };
    return { isShown: 'context' in properties, isRequired: required.includes('context') };
  };
  const demanded = { isShown: true, isRequired: true };
  const accepted = { isShown: false, isRequired: false };
  expect(contextOf({})).toEqual(accepted);
  expect(contextOf({ tools: ['contentManager_*'] })).toEqual(accepted);
  expect(contextOf({ dialects: ['claudesidian'] })).toEqual(demanded);
  expect(contextOf({ dialects: ['opennotes', 'claudesidian'] })).toEqual(demanded);
  expect(contextOf({ dialects: ['claudesidian'], context: 'optional' })).toEqual(accepted);
  expect(contextOf({ context: 'required' })).toEqual(demanded);
});
