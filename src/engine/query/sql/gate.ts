import { compileNoteGlob } from './glob-match.ts';
import { invalidSql } from './sql-error.ts';

/** The parser's tree of a statement; only what the gate looks at. */
export interface SyntaxNode {
  readonly [key: string]: unknown;
}

/** Functions in FROM that read nothing but their arguments and the notebook. */
const tableFunctions = new Set([
  'read_markdown',
  'unnest',
  'range',
  'generate_series',
  'json_each',
  'json_tree',
  'repeat',
  'repeat_row',
]);

const otherFunctions = new Set([
  'write_log',
  'parse_duckdb_log_message',
  'sleep_ms',
  'getenv',
  'getvariable',
  'current_query',
  'current_setting',
  'json_serialize_sql',
  'json_serialize_plan',
  'json_deserialize_sql',
  'json_execute_serialized_sql',
  'query',
  'query_table',
  'nextval',
  'currval',
  'setseed',
]);

export interface Uses {
  /** Tables, of ours and others, by name. */
  tables: Set<string>;
  texts: boolean;
  order: boolean;
}

/** They tell of settings and of folders of this computer. */
const systemTables = /^(?:pg|duckdb|pragma|sqlite)_/;

/** Refuses what a SELECT could reach besides the notebook, and says what of ours it uses. */
export function checkSyntax(tree: unknown): Uses {
  const used: Uses = { tables: new Set(), texts: false, order: false };
  const waiting: unknown[] = [tree];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (typeof node !== 'object' || node === null) continue;
    if (!Array.isArray(node)) checkNode(node as SyntaxNode, used);
    for (const value of Object.values(node)) if (typeof value === 'object') waiting.push(value);
  }
  return used;
}

function checkNode(node: SyntaxNode, used: Uses): void {
  if (node.type === 'BASE_TABLE') {
    const table = String(node.table_name).toLowerCase();
    if (systemTables.test(table)) throw invalidSql(`the table ${table} is not available`);
    used.tables.add(table);
  }
  if (node.class === 'STAR' || isText(node)) used.texts = true;
  if (node.type === 'ORDER_MODIFIER' && (node.orders as unknown[]).length > 0) used.order = true;
  if (node.type === 'TABLE_FUNCTION') {
    const call = node.function as SyntaxNode;
    const name = String(call.function_name).toLowerCase();
    if (!tableFunctions.has(name))
      throw invalidSql(
        `the function ${name} is not available in FROM`,
        `Available: the tables of the notebook, ${[...tableFunctions].join(', ')}`,
      );
    if (name === 'read_markdown') {
      used.tables.add('notes');
      checkGlobs((call.children as SyntaxNode[] | undefined)?.[0]);
    }
  } else if (typeof node.function_name === 'string') {
    const name = node.function_name.toLowerCase();
    if (otherFunctions.has(name) || name.startsWith('slipbox_'))
      throw invalidSql(`the function ${name} is not available`);
  }
}

const textColumns = new Set(['content', 'body']);

function isText(node: SyntaxNode): boolean {
  const { column_names: names } = node as { column_names?: string[] };
  return names !== undefined && textColumns.has(String(names.at(-1)).toLowerCase());
}

/** Globs that are written out are looked at before anything runs; others when they are known. */
function checkGlobs(argument: SyntaxNode | undefined): void {
  if (argument === undefined) return;
  const { value, children } = argument as { value?: { value?: unknown }; children?: SyntaxNode[] };
  if (typeof value?.value === 'string') compileNoteGlob(value.value);
  for (const child of children ?? []) checkGlobs(child);
}
