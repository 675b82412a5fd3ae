/** What SQL statements can use, as data: the documentation, `slipbox sql --schema` and a test of the real thing read it. */
export interface SqlColumn {
  name: string;
  type: string;
  description: string;
}

export interface SqlTable {
  name: string;
  description: string;
  columns: readonly SqlColumn[];
}

export interface SqlFunction {
  name: string;
  call: string;
  returns: string;
  description: string;
}

const column = (name: string, type: string, description: string): SqlColumn => ({ name, type, description });
const path = column('path', 'VARCHAR', 'Relative to the notebook, `/` between segments');
const line = column('line', 'INTEGER', 'Counted from 1 at the start of the file');

const noteColumns = [
  column('content', 'VARCHAR', 'The whole file, read from disk only when used; at most 10 MB'),
  column(
    'metadata',
    'MAP(VARCHAR, VARCHAR)',
    "Frontmatter, values as text (lists and objects as JSON text): `metadata['status']`, `metadata->>'status'`",
  ),
  column('data', 'JSON', "Frontmatter with its types: `data->>'status'`, `data->'$.nested.key'`"),
  column('title', 'VARCHAR', 'Property `title`, else the first H1, else the file name'),
  column('tags', 'VARCHAR[]', 'From frontmatter and text, each once, without `#`'),
  column(
    'created',
    'TIMESTAMP',
    'UTC; property `created`, `created_at` or `date`, else the birth of the file',
  ),
  column('modified', 'TIMESTAMP', 'UTC; property `modified`, `updated` or `updated_at`, else the mtime'),
  column('words', 'INTEGER', 'Words of the text, without markup and frontmatter'),
  column('size', 'BIGINT', 'Bytes of the file'),
] as const;

export const sqlTables: readonly SqlTable[] = [
  {
    name: 'notes',
    description: 'One row per note.',
    columns: [
      path,
      ...noteColumns,
      column('folder', 'VARCHAR', 'Path of its folder, empty at the top'),
      column('name', 'VARCHAR', 'File name without `.md`'),
      column('aliases', 'VARCHAR[]', 'Property `aliases` or `alias`'),
      column('body', 'VARCHAR', 'The text after the frontmatter, read from disk only when used'),
    ],
  },
  {
    name: 'properties',
    description: 'One row per frontmatter field.',
    columns: [
      path,
      column('key', 'VARCHAR', 'Name of the field'),
      column('value', 'JSON', 'Its value with its type'),
    ],
  },
  {
    name: 'links',
    description: 'One row per link, in the order of the text; links in frontmatter first.',
    columns: [
      column('source', 'VARCHAR', 'Path of the note that holds the link'),
      line,
      column('kind', 'VARCHAR', 'wikilink, embed, markdown, image, reference or autolink'),
      column('raw', 'VARCHAR', 'As written'),
      column('target', 'VARCHAR', 'Destination as written, without heading or block'),
      column('target_path', 'VARCHAR', 'Path of the file it leads to, NULL when there is none'),
      column('heading', 'VARCHAR', 'The part after `#`'),
      column('block', 'VARCHAR', 'The part after `#^`'),
      column('alias', 'VARCHAR', 'The text shown instead of the target'),
      column('external', 'BOOLEAN', 'Leads out of the notebook (a URL)'),
      column('broken', 'BOOLEAN', 'Leads to no file, or to no such heading or block in it'),
    ],
  },
  {
    name: 'tags',
    description: 'One row per occurrence of a tag.',
    columns: [
      path,
      column('tag', 'VARCHAR', 'Without `#`'),
      column('source', 'VARCHAR', 'frontmatter or inline'),
      line,
    ],
  },
  {
    name: 'headings',
    description: 'One row per heading, in the order of the text.',
    columns: [path, line, column('level', 'INTEGER', '1 to 6'), column('text', 'VARCHAR', 'Without markers')],
  },
  {
    name: 'tasks',
    description: 'One row per checkbox item, in the order of the text.',
    columns: [
      path,
      line,
      column('text', 'VARCHAR', 'After the checkbox'),
      column('status', 'VARCHAR', 'The character in the checkbox'),
      column('done', 'BOOLEAN', 'Whether that is an x'),
      column('indent', 'INTEGER', 'Nesting'),
      column('heading', 'VARCHAR', 'The heading it stands under'),
      column('due', 'DATE', 'Due date'),
      column('scheduled', 'DATE', 'Scheduled date'),
      column('start', 'DATE', 'Start date'),
      column('completed', 'DATE', 'Completion date'),
      column('priority', 'VARCHAR', 'lowest, low, medium, high or highest'),
      column('recurrence', 'VARCHAR', 'Recurrence rule as written'),
      column('tags', 'VARCHAR[]', 'Tags in the item'),
    ],
  },
  {
    name: 'files',
    description: 'One row per file, notes and attachments.',
    columns: [path, column('size', 'BIGINT', 'Bytes'), column('modified', 'TIMESTAMP', 'UTC; the mtime')],
  },
];

/** What `read_markdown` gives; `notes` with the path under another name, and without what only `notes` has. */
export const readMarkdownColumns: readonly SqlColumn[] = [
  column('file_path', 'VARCHAR', path.description),
  ...noteColumns,
];

/** Accepted for statements written for other readers of Markdown; they change nothing here. */
export const readMarkdownOptions = [
  'include_filepath',
  'include_filepaths',
  'include_content',
  'include_metadata',
  'include_stats',
  'extract_metadata',
  'normalize_content',
  'content_as_varchar',
  'maximum_file_size',
  'filename',
  'flavor',
] as const;

/** What `slipbox sql --schema` shows. */
export function describeSql(): { tables: readonly SqlTable[]; functions: readonly SqlFunction[] } {
  const reader = {
    name: 'read_markdown(glob)',
    description: 'One row per note.',
    columns: readMarkdownColumns,
  };
  return { tables: [...sqlTables, reader], functions: sqlFunctions };
}

export const sqlFunctions: readonly SqlFunction[] = [
  {
    name: 'read_markdown',
    call: "read_markdown('**/*.md', include_filepath := true)",
    returns: 'table',
    description:
      'The notes whose path matches a glob, or one of a list of globs, from the root of the notebook: `*` and `?` inside a segment, `**` across folders, `[a-z]`, `{a,b}`. Options are accepted and change nothing.',
  },
  {
    name: 'md_list',
    call: "md_list(data, 'key')",
    returns: 'VARCHAR[]',
    description:
      'A property as a list of texts: a single value is a list of one, a missing one an empty list.',
  },
  {
    name: 'md_stats',
    call: 'md_stats(content)',
    returns:
      'STRUCT(word_count BIGINT, char_count BIGINT, line_count BIGINT, heading_count BIGINT, code_block_count BIGINT, link_count BIGINT, reading_time_minutes DOUBLE)',
    description: 'Figures about a Markdown text. Reading time is at 200 words a minute.',
  },
  {
    name: 'md_extract_links',
    call: 'md_extract_links(content)',
    returns: 'STRUCT("text" VARCHAR, url VARCHAR, title VARCHAR, is_reference BOOLEAN, line_number BIGINT)[]',
    description: 'Links of a text, wikilinks included, images and embeds not.',
  },
  {
    name: 'md_extract_images',
    call: 'md_extract_images(content)',
    returns: 'STRUCT(alt_text VARCHAR, url VARCHAR, title VARCHAR, line_number BIGINT)[]',
    description: 'Images and embeds of a text.',
  },
  {
    name: 'md_extract_headers',
    call: 'md_extract_headers(content)',
    returns: 'STRUCT("level" INTEGER, "text" VARCHAR, line_number BIGINT)[]',
    description: 'Headings of a text.',
  },
  {
    name: 'md_extract_code_blocks',
    call: 'md_extract_code_blocks(content)',
    returns: 'STRUCT("language" VARCHAR, code VARCHAR, line_number BIGINT)[]',
    description: 'Fenced code blocks of a text.',
  },
  {
    name: 'md_extract_metadata',
    call: 'md_extract_metadata(content)',
    returns: 'MAP(VARCHAR, VARCHAR)',
    description: 'Frontmatter of a text.',
  },
  {
    name: 'md_to_text',
    call: 'md_to_text(content)',
    returns: 'VARCHAR',
    description: 'A text without frontmatter and markup.',
  },
];
