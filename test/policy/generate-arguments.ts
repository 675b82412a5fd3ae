import type { Schema } from '../../src/tools/validate.ts';

/** The same numbers every time: a leak that is found once is found again. */
export function openDice(seed: number): <T>(choices: readonly T[]) => T {
  let state = seed;
  return (choices) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return choices[((mixed ^ (mixed >>> 14)) >>> 0) % choices.length]!;
  };
}

type Roll = ReturnType<typeof openDice>;

const notes = [
  'index',
  'Open/Plan.md',
  'Plan',
  'plan-1',
  'The Plan',
  'leaf',
  'twin',
  'Shared title',
  'nick',
  'Open/Folder/Folder',
  'Secret/zqnamed.md',
  'secret/ZQNAMED',
  'zqnamed',
  'zqtitle of a secret',
  'zqtitle of a secrte',
  'zqalias',
  'zqid-7',
  'zqfile',
  'Open/zqfile.md',
  'Open/Veiled/zqveiled',
  'Open/Veiled/missing.md',
  'zqroot',
  'Secret/none',
  'pln',
];
const words = [
  'garden',
  'gardn',
  'kitchn',
  'preformance',
  'performence',
  'zqword',
  'zqwrod',
  'zqunique',
  'zqheading zqtask',
  '"kitchen meeting"',
  'meeting performance garden',
  'What does the plan say about the garden?',
  'zqveiledword garden',
  'e',
  '#leaf',
];
const filters = [
  'tag=shared',
  'tag=zqtag',
  'tag=zq*',
  'tag~zq',
  'data.zqkey=zqvalue',
  'data.status=todo',
  'has:zqkey',
  'missing:zqkey',
  'path=Secret/**',
  'path=**/zq*',
  'title~zq',
  'title~Twin',
  'links-to=Secret/zqnamed.md',
  'links-to=twin',
  'linked-by=Secret/zqother.md',
  'linked-by=index',
  'has:linked-by',
  'missing:links-to',
  'body~zqword',
  'body~garden',
  'created>2020-01-01',
  'words<5',
];
const folders = [
  '',
  '/',
  'Open',
  'Open/',
  'Secret',
  'Secret/zqfolder',
  'Open/Veiled',
  'Inbox',
  'templates',
  'Nowhere',
];
const paths = [
  ...folders,
  'Open/Plan.md',
  'Open/Plan',
  'Secret/zqnamed.md',
  'Secret/twin',
  'Open/Veiled/new.md',
  'Open/zqfile.md',
  'Open/zqnew.md',
  'Inbox/new.md',
  'Inbox/later.md',
  'index.md',
  'zqroot.md',
  'secret/zqother.md',
];
const globs = ['**', '**/*.md', 'Secret/**', 'Open/**', 'zq*', '**/zq*', 'Open', '*/twin.md'];
const statements = [
  'SELECT path, title, tags, aliases, data FROM notes ORDER BY path',
  'SELECT count(*) AS n, sum(words) AS words, sum(size) AS bytes FROM notes',
  "SELECT string_agg(content, ' ' ORDER BY file_path) AS all FROM read_markdown('**/*.md')",
  "SELECT file_path, content FROM read_markdown('Secret/**') ORDER BY 1",
  "SELECT file_path FROM read_markdown('Open/Veiled/*.md')",
  "SELECT content FROM read_markdown('zqroot.md')",
  'SELECT * FROM links ORDER BY source, line, raw',
  'SELECT count(*) FILTER (broken) AS broken FROM links',
  'SELECT tag, count(*) AS n FROM tags GROUP BY 1 ORDER BY 1',
  'SELECT * FROM properties ORDER BY path, key',
  'SELECT * FROM headings ORDER BY path, line',
  'SELECT path, text, due FROM tasks ORDER BY path, line',
  'SELECT path, size FROM files ORDER BY path',
  "SELECT body FROM notes WHERE body LIKE '%zq%'",
  'SELECT zqword FROM notes',
  "SELECT * FROM notes WHERE path = 'Secret/zqnamed.md'",
  'SELECT approx_count_distinct(path) AS n FROM files',
  'SELECT n.path FROM notes n JOIN links l ON l.target_path = n.path ORDER BY 1',
];

/** Texts for a parameter, by what it is called. */
const pools: Record<string, readonly string[]> = {
  notebook: ['notes'],
  vaultId: ['notes'],
  sql: statements,
  query: words,
  content: words,
  newContent: words,
  oldContent: [...words, 'Money.', 'zqword'],
  filePath: paths,
  path: paths,
  newPath: paths,
  folder: folders,
  parentFolder: folders,
  glob: globs,
  filter: ['*', 'zq*', '*.md'],
  pattern: globs,
  section: ['Budget', 'Part', 'zqheading'],
  template: ['meeting', 'letter', 'zqtemplate', 'zqtemplat', 'zqfile', 'none'],
  title: ['New', 'zqtitle', 'Shared title'],
  view: ['today', 'recent', 'kanban', 'untagged', 'orphans', 'broken-links', 'stale', 'tags', 'zqview'],
  tag: ['shared', 'zqtag', 'leaf', 'zqinline/nested'],
  tags: ['shared', 'zqtag', 'leaf', 'zqinline/nested'],
  domain: ['zqdomain.example'],
  external_domains: ['zqdomain.example', 'example'],
  externalDomains: ['zqdomain.example', 'example'],
  name: ['everything', 'look', 'zqfunction'],
  property: ['status', 'zqkey'],
  paths,
  ifMatch: ['"0"', '0000'],
  sortBy: ['path', 'title', 'modified', 'created'],
  modified_since: ['2020-01-01'],
};

/** One choice of arguments that a schema may take; some of them wrong in meaning, none in kind. */
export function generateArguments(schema: Schema, roll: Roll): Record<string, unknown> {
  const chosen: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (name === 'context' || name === 'maxBytes' || field.spells !== undefined) continue;
    const isRequired = schema.required?.includes(name) && field.default === undefined;
    if (name === 'dryRun') chosen[name] = true;
    else if (isRequired || roll([true, false, false])) chosen[name] = generateValue(name, field, roll);
  }
  return chosen;
}

function generateValue(name: string, schema: Schema, roll: Roll): unknown {
  const one = schema.anyOf === undefined ? schema : roll(schema.anyOf);
  if (one.enum !== undefined) return roll(one.enum);
  switch (one.type) {
    case 'boolean':
      return roll([true, false]);
    case 'integer':
    case 'number':
      return roll([one.minimum ?? 0, (one.minimum ?? 0) + 1, Math.min(one.maximum ?? 20, 20)]);
    case 'array': {
      const item = one.items ?? { type: 'string' };
      return [generateValue(name, item, roll), generateValue(name, item, roll)];
    }
    case 'object':
      return name === 'params' || one.properties === undefined || Object.keys(one.properties).length === 0
        ? roll([
            {},
            { status: 'todo,zqstatus' },
            { note: 'Secret/zqnamed.md' },
            { note: 'index' },
            { by: 'zqkey' },
          ])
        : generateArguments(one, roll);
    default:
      if (one.pattern?.includes('session_')) return 'session_1790000000000_abcdefghi';
      if (one.pattern?.includes('ws_')) return 'default';
      if (['and', 'or', 'not'].includes(name)) return roll(filters);
      return roll(pools[name] ?? notes);
  }
}

export const handMade: { tool: string; args: Record<string, unknown> }[] = [
  ...statements.map((sql) => ({ tool: 'opennotes_search', args: { sql } })),
  ...filters.map((filter) => ({ tool: 'opennotes_search', args: { filters: { and: [filter] } } })),
  ...filters.map((filter) => ({ tool: 'opennotes_search', args: { filters: { not: [filter] } } })),
  ...words.flatMap((query) => [
    { tool: 'opennotes_search', args: { query, snippets: true } },
    { tool: 'opennotes_search', args: { query, fuzzy: true } },
    { tool: 'search_notes', args: { query, explain: true } },
  ]),
  ...notes.flatMap((identifier) => [
    { tool: 'opennotes_get', args: { path: identifier } },
    { tool: 'get_note', args: { identifier } },
    { tool: 'get_note_links', args: { identifier } },
    { tool: 'get_backlinks', args: { identifier } },
    { tool: 'get_children', args: { identifier } },
    { tool: 'get_parents', args: { identifier } },
    { tool: 'get_descendants', args: { identifier } },
    { tool: 'get_related_notes', args: { identifier } },
    { tool: 'get_note_relationships', args: { identifier } },
    { tool: 'search_by_links', args: { has_links_to: [identifier] } },
    { tool: 'search_by_links', args: { linked_from: [identifier] } },
  ]),
  { tool: 'get_notes', args: { identifiers: notes } },
  { tool: 'find_broken_links', args: {} },
  { tool: 'search_by_links', args: { broken_links: true } },
  { tool: 'search_by_links', args: { external_domains: ['zqdomain.example'] } },
  { tool: 'list_notes', args: {} },
  { tool: 'obsidian_list_notes', args: {} },
  { tool: 'opennotes_notebooks', args: {} },
  ...globs.flatMap((path) =>
    ['modified', 'title', 'path'].map((sortBy) => ({ tool: 'opennotes_list', args: { path, sortBy } })),
  ),
  ...pools.view!.map((view) => ({ tool: 'opennotes_views', args: { view } })),
  ...['no-incoming', 'no-links', 'isolated'].map((definition) => ({
    tool: 'opennotes_views',
    args: { view: 'orphans', params: { definition } },
  })),
  { tool: 'opennotes_views', args: { view: 'random', params: { seed: 7 } } },
  { tool: 'opennotes_views', args: { view: 'kanban', params: { by: 'zqkey' } } },
  ...folders.flatMap((path) => [
    { tool: 'vaultManager_listDirectory', args: { path } },
    { tool: 'vaultManager_listDirectory', args: { path, depth: 5, filter: '*' } },
  ]),
  ...words.flatMap((query) => [
    { tool: 'vaultLibrarian_searchContent', args: { query } },
    { tool: 'vaultLibrarian_searchContent', args: { query, limit: 1, includeContent: false } },
    { tool: 'vaultLibrarian_searchContent', args: { query, paths: ['Secret', 'Open/Veiled'] } },
  ]),
  ...notes.map((filePath) => ({ tool: 'contentManager_readContent', args: { filePath } })),
  { tool: 'run_custom_function', args: { name: 'everything' } },
  { tool: 'run_custom_function', args: { name: 'look', params: { note: 'index' } } },
  { tool: 'run_custom_function', args: { name: 'look', params: { note: 'Secret/zqnamed.md' } } },
];

const outside = [
  'Secret/zqnamed.md',
  'Secret/free.md',
  'secret/zqnamed.md',
  'Open/Veiled/zqveiled.md',
  'open/veiled/x.md',
  'Open/zqfile.md',
  'zqroot.md',
];

/** Real changes, in this order. Those outside of what the caller may write must change nothing. */
export const changes: { tool: string; args: Record<string, unknown>; refused?: true }[] = [
  { tool: 'opennotes_create', args: { title: 'Fresh', path: 'Inbox' } },
  { tool: 'opennotes_create', args: { title: 'T', path: 'Inbox', template: 'meeting' } },
  {
    tool: 'contentManager_createContent',
    args: { filePath: 'Open/made.md', content: '# Made\n\n[[Plan]] [[zqnamed]]\n' },
  },
  { tool: 'contentManager_appendContent', args: { filePath: 'Open/Plan.md', content: 'More [[leaf]].' } },
  { tool: 'contentManager_prependContent', args: { filePath: 'Open/Plan.md', content: 'Less.' } },
  {
    tool: 'contentManager_replaceContent',
    args: { filePath: 'Open/Plan.md', oldContent: 'Money.', newContent: 'Coins.' },
  },
  {
    tool: 'contentManager_setProperty',
    args: { filePath: 'Open/Plan.md', property: 'status', value: 'done' },
  },
  { tool: 'vaultManager_createFolder', args: { path: 'Open/Empty' } },
  { tool: 'vaultManager_moveNote', args: { path: 'Open/Deep/leaf.md', newPath: 'Inbox/leaf.md' } },
  { tool: 'vaultManager_moveNote', args: { path: 'Inbox/leaf.md', newPath: 'Open/Deep/petal.md' } },
  { tool: 'vaultManager_editFolder', args: { path: 'Open/Deep', newPath: 'Open/Deeper' } },
  { tool: 'vaultManager_deleteNote', args: { path: 'Open/Deeper/twin.md' } },
  { tool: 'vaultManager_moveNote', args: { path: 'index.md', newPath: 'Inbox/index.md' }, refused: true },
  { tool: 'vaultManager_deleteNote', args: { path: 'index.md' }, refused: true },
  { tool: 'contentManager_appendContent', args: { filePath: 'index.md', content: 'x' }, refused: true },
  { tool: 'opennotes_create', args: { title: 'New', path: 'top.md' }, refused: true },
  { tool: 'opennotes_create', args: { title: 'zqother', path: 'Secret' }, refused: true },
  { tool: 'opennotes_create', args: { title: 'New', path: 'Secret/zqnamed.md/x' }, refused: true },
  { tool: 'opennotes_create', args: { title: 'T', path: 'Inbox', template: 'zqtemplate' }, refused: true },
  ...outside.flatMap((path) =>
    [
      { tool: 'opennotes_create', args: { title: 'New', path } },
      { tool: 'contentManager_createContent', args: { filePath: path, content: 'x' } },
      { tool: 'contentManager_appendContent', args: { filePath: path, content: 'x' } },
      { tool: 'contentManager_prependContent', args: { filePath: path, content: 'x' } },
      {
        tool: 'contentManager_replaceContent',
        args: { filePath: path, oldContent: 'garden', newContent: 'x', all: true },
      },
      { tool: 'contentManager_setProperty', args: { filePath: path, property: 'a', value: 'b' } },
      { tool: 'contentManager_readContent', args: { filePath: path } },
      { tool: 'vaultManager_createFolder', args: { path: path.replace('.md', '') } },
      { tool: 'vaultManager_moveNote', args: { path, newPath: 'Inbox/stolen.md' } },
      { tool: 'vaultManager_moveNote', args: { path: 'Open/Plan.md', newPath: path, overwrite: true } },
      { tool: 'vaultManager_deleteNote', args: { path } },
    ].map((change) => ({ ...change, refused: true as const })),
  ),
  { tool: 'vaultManager_editFolder', args: { path: 'Secret', newPath: 'Open/Found' }, refused: true },
  { tool: 'vaultManager_editFolder', args: { path: 'Open/Veiled', newPath: 'Open/Unveiled' }, refused: true },
  { tool: 'vaultManager_editFolder', args: { path: 'Open/Deeper', newPath: 'Secret/Deeper' }, refused: true },
  {
    tool: 'vaultManager_editFolder',
    args: { path: 'Open/Folder', newPath: 'templates/Folder' },
    refused: true,
  },
  { tool: 'vaultManager_createFolder', args: { path: 'Secret' }, refused: true },
  { tool: 'vaultManager_createFolder', args: { path: 'Elsewhere' }, refused: true },
];
