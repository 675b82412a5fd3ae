import { expect, test } from 'vitest';
import { opennotesList } from './opennotes/list.ts';
import { allTools, publishSchema, selectTools, serveTool } from './registry.ts';

const settings = { readOnly: false, toolPrefix: 'opennotes_', defaultPageSize: 50 };

test('without a selection every tool is served, in a stable order', () => {
  expect(selectTools(settings).map(({ name }) => name)).toEqual(allTools.map(({ name }) => name));
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
  for (const { name, description } of selectTools({ ...settings, toolPrefix: 'nb_' })) {
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
  expect(JSON.stringify(published)).not.toMatch(/clamp|fromSetting|hidden/);
  expect(published.required).toBeUndefined();
});
