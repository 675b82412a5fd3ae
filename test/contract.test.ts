import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Check } from 'typebox/value';
import { describe, expect, test } from 'vitest';
import { describeTools } from '../src/surfaces/mcp/describe-tools.ts';
import { allTools, serveTool } from '../src/tools/registry.ts';
import { runTool } from '../src/tools/run-tool.ts';
import type { Schema } from '../src/tools/validate.ts';
import { withNotebook } from './e2e/notebook-fixture.ts';

const root = join(import.meta.dirname, '..');
const shipped = { toolPrefix: 'opennotes_', defaultPageSize: 50 };
const served = allTools.map((tool) => serveTool(tool, shipped));
const described = describeTools(served);

/** Arguments that every tool can answer in the fixture notebook. */
const sampleArguments: Record<string, Record<string, unknown>> = {
  opennotes_search: { query: 'task', snippets: true },
  opennotes_list: { limit: 2 },
  opennotes_get: { path: 'projects/alpha.md' },
  opennotes_create: { title: 'A new note' },
  opennotes_notebooks: {},
  opennotes_views: { view: 'recent' },
  search_notes: { query: 'Which task comes first?' },
  get_note: { identifier: 'Project Alpha' },
  get_notes: { identifiers: ['Project Alpha', 'nowhere'] },
  list_notes: {},
  search_by_links: { has_links_to: ['Project Alpha'] },
  find_broken_links: {},
  get_note_links: { identifier: 'tasks/one.md' },
  get_backlinks: { identifier: 'Project Alpha' },
  get_children: { identifier: 'Project Alpha' },
  get_parents: { identifier: 'tasks/two.md' },
  get_descendants: { identifier: 'Project Alpha' },
  get_related_notes: { identifier: 'tasks/one.md' },
  get_note_relationships: { identifier: 'Project Alpha' },
  list_custom_functions: {},
  run_custom_function: { name: 'double', args: { number: 21 } },
  contentManager_createContent: { filePath: 'new/note', content: '# New\n' },
  contentManager_appendContent: { filePath: 'tasks/one', content: 'More.' },
  contentManager_prependContent: { filePath: 'tasks/one', content: 'Before.', section: 'First task' },
  contentManager_replaceContent: { filePath: 'projects/alpha', oldContent: 'Few', newContent: 'Many' },
  contentManager_setProperty: { filePath: 'projects/alpha', property: 'status', value: ['a', 1] },
  contentManager_readContent: { filePath: 'long', limit: 20, includeLineNumbers: true },
  vaultManager_createFolder: { path: 'new/folder' },
  vaultManager_moveNote: { path: 'projects/alpha', newPath: 'archive/alpha', dryRun: true },
  vaultManager_deleteNote: { path: 'projects/alpha' },
  vaultManager_editFolder: { path: 'projects', newPath: 'plans' },
  vaultManager_listDirectory: { depth: 1 },
  vaultLibrarian_searchContent: { query: 'task' },
  memoryManager_createSession: { name: 'A new session' },
  memoryManager_listSessions: {},
  memoryManager_loadSession: { sessionId: 'session_1731004200001_h5k2n7m3p' },
  vaultLibrarian_searchMemory: { query: 'alpha' },
  obsidian_list_notes: {},
  directgtd_get_root_items: {},
  directgtd_get_children: { parent_id: 'work' },
  directgtd_get_item: { item_id: 'site' },
  directgtd_search_items: { query: 'a' },
  directgtd_list_due: {},
  directgtd_list_tags: {},
};

describe.each(described.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  const definition = allTools.find((candidate) => candidate.name === name)!;

  test('has a portable name that says the same as its file', () => {
    expect(name).toMatch(/^[A-Za-z0-9_]{1,40}$/);
    const { prefix = '' } = definition.dialect;
    const own = name.slice(name.startsWith(prefix) ? prefix.length : 0);
    // contentManager_readContent: who does it, then what it does
    const file = /^[a-z]+[A-Z][A-Za-z]*_/.test(own) ? kebab(own.slice(own.indexOf('_') + 1)) : kebab(own);
    expect(existsSync(join(root, 'src/tools', definition.dialect.name, `${file}.ts`))).toBe(true);
  });

  test('describes itself and every field', () => {
    expect(tool.title.length).toBeGreaterThan(3);
    expect(tool.description.length).toBeGreaterThan(30);
    expect(tool.description).not.toMatch(/[{}]/);
    for (const [path, field] of fieldsOf(definition.input as Schema))
      expect(field.spells ?? field.description, path).toBeTruthy();
    for (const [path, field] of fieldsOf(definition.output as Schema))
      expect(field.description, path).toBeTruthy();
  });

  test('publishes schemas that every client understands', () => {
    for (const schema of [tool.inputSchema, tool.outputSchema]) {
      expect(schema.type).toBe('object');
      expect(Object.keys(schema)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(anyOf|oneOf|allOf)$/)]),
      );
      expect(JSON.stringify(schema)).not.toMatch(
        /"(\$ref|const|patternProperties|blank|clamp|demandedBy|fromSetting|hidden|takesNull)":/,
      );
    }
    for (const [path, field] of fieldsOf(tool.inputSchema as Schema)) {
      if (field.enum !== undefined) expect(field.type, path).toBe('string');
    }
  });

  test('gives all four hints', () => {
    const { title, ...hints } = tool.annotations;
    expect(title).toBe(tool.title);
    expect(Object.keys(hints).sort()).toEqual([
      'destructiveHint',
      'idempotentHint',
      'openWorldHint',
      'readOnlyHint',
    ]);
    expect(Object.values(hints).every((hint) => typeof hint === 'boolean')).toBe(true);
    expect(hints.readOnlyHint && hints.destructiveHint).toBe(false);
  });

  test('says default, maximum and how to get the next page when it is a list', () => {
    const { limit } = (tool.inputSchema as Schema).properties ?? {};
    if (limit === undefined) return;
    expect(tool.description).toContain(limit.default === undefined ? 'Without limit' : String(limit.default));
    expect(tool.description).toContain(String(limit.maximum));
    expect(tool.description).toMatch(/(next page|hasMore).*nextOffset as offset/);
  });

  test('costs few tokens', () => {
    const { description, inputSchema } = tool;
    expect(JSON.stringify({ name, description, inputSchema }).length / 4).toBeLessThan(400);
  });

  test('answers as its output schema says', async () => {
    await withNotebook(async ({ engine, call }) => {
      const tool = served.find((candidate) => candidate.name === name)!;
      const result = await runTool(tool, engine, sampleArguments[name], call);
      expect(Check(definition.output, result)).toBe(true);
      for (const key of Object.keys(result)) expect(definition.output.properties).toHaveProperty(key);
      expect(definition.render(result, { bold: String, dim: String })).not.toBe('');
    });
  });

  test('is what its snapshot says (UPDATE_SNAPS=1 rewrites it)', () => {
    const file = join(root, 'test/toolsnaps', `${name}.json`);
    const text = `${JSON.stringify(tool, null, 2)}\n`;
    if (process.env.UPDATE_SNAPS === '1') writeFileSync(file, text);
    expect(existsSync(file) ? readFileSync(file, 'utf8') : 'no snapshot').toBe(text);
  });
});

test('every snapshot belongs to a tool', () => {
  const names = readdirSync(join(root, 'test/toolsnaps')).map((file) => file.replace(/\.json$/, ''));
  expect(names.sort()).toEqual(described.map(({ name }) => name).sort());
});

function kebab(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replaceAll('_', '-');
}

/** Every named field of a schema, also inside objects, lists and alternatives. */
function fieldsOf(schema: Schema, path = ''): [string, Schema][] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, field]): [string, Schema][] => [
    [`${path}${name}`, field],
    ...fieldsOf(field, `${path}${name}.`),
  ]);
  const nested = [schema.items, ...(schema.anyOf ?? [])].filter((inner) => inner !== undefined);
  return [...own, ...nested.flatMap((inner) => fieldsOf(inner, path))];
}
