import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { describeTools } from '../src/surfaces/mcp/describe-tools.ts';
import { instructionsFor } from '../src/surfaces/mcp/instructions.ts';
import { allTools, selectTools, type ToolSelection } from '../src/tools/registry.ts';

// What a client puts into the context of its model before anything is asked: name, description and input schema of each tool.

const settings = {
  readOnly: false,
  toolPrefix: 'opennotes_',
  defaultPageSize: 50,
  // as on a machine with a task database, where most is served
  gtdDb: import.meta.filename,
} as ToolSelection;

interface Cost {
  name: string;
  words: number;
  schema: number;
}

function costs(selection: Partial<ToolSelection>): Cost[] {
  return describeTools(selectTools({ ...settings, ...selection })).map(
    ({ name, description, inputSchema }) => {
      const all = encode(JSON.stringify({ name, description, inputSchema })).length;
      const words = encode(JSON.stringify({ name, description })).length;
      return { name, words, schema: all - words };
    },
  );
}

const total = (all: readonly Cost[]) => all.reduce((sum, { words, schema }) => sum + words + schema, 0);

function table(all: readonly Cost[], most: number): string {
  const rows = all
    .toSorted((a, b) => b.words + b.schema - (a.words + a.schema))
    .map(
      ({ name, words, schema }) =>
        `${String(words + schema).padStart(6)}  ${name} (text ${words}, schema ${schema})`,
    );
  return [`${total(all)} tokens of ${most} allowed`, ...rows].join('\n');
}

const dialects = [...new Set(allTools.map((tool) => tool.dialect.name))];

test.each<[string, Partial<ToolSelection>, number]>([
  ['the default set', {}, 5000],
  ['opennotes alone', { dialects: ['opennotes'] }, 1500],
  ['the whole surface', { dialects }, 9000],
])('%s keeps to its tokens', (_name, selection, most) => {
  const all = costs(selection);
  expect(all.length).toBeGreaterThan(5);
  expect(total(all) <= most, table(all, most)).toBe(true);
});

test('what the server says of itself is short, and names only tools it serves', () => {
  for (const selection of [
    {},
    { readOnly: true },
    { dialects: ['obsidian'] },
    ...dialects.map((name) => ({ dialects: [name] })),
  ]) {
    const tools = selectTools({ ...settings, ...selection });
    const text = instructionsFor(tools);
    expect(encode(text).length, text).toBeLessThan(200);
    const served = new Set(tools.map(({ name }) => name));
    const others = allTools.filter(({ name }) => !served.has(name));
    for (const { name } of others) expect(text.split(/[^\w]+/), text).not.toContain(name);
  }
});
