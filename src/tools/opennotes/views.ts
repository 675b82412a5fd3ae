import { Type } from 'typebox';
import { listViews, runView, SlipboxError, type ViewList } from '../../engine/index.ts';
import { defineTool, type Style, type ToolCall } from '../define-tool.ts';
import {
  hidden,
  indexOutput,
  limitField,
  maxBytesField,
  notebookField,
  notebookOutput,
  offsetField,
  shortenedOutput,
  stringEnum,
  warningsOutput,
} from '../fields.ts';
import { fitPage, guidanceSchema, paginationSchema } from '../pagination.ts';
import { present } from '../present.ts';
import { describePage, renderTable } from '../render.ts';
import { opennotes } from './dialect.ts';

const viewInfo = Type.Object({
  name: Type.String({ description: 'Name to pass as view' }),
  origin: stringEnum(['built-in', 'notebook', 'global'], { description: 'Where it is defined' }),
  description: Type.Optional(Type.String({ description: 'What it shows' })),
  parameters: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String({ description: 'Name in params' }),
        type: stringEnum(['string', 'list', 'date', 'bool', 'number'], {
          description: 'list: items separated by commas',
        }),
        required: Type.Boolean({ description: 'Whether it must be given' }),
        default: Type.Optional(Type.String({ description: 'Value when it is not' })),
        description: Type.Optional(Type.String({ description: 'What it means' })),
      }),
      { description: 'What it takes' },
    ),
  ),
  ...shortenedOutput,
});

export const opennotesViews = defineTool({
  dialect: opennotes,
  name: 'opennotes_views',
  title: 'Run a view',
  description:
    'Run a named view, or list all of them with their parameters when view is omitted. ' +
    'Built in: today, recent, kanban, untagged, orphans, broken-links, stale, tags, random. ' +
    'Default {defaultPageSize} per page, maximum 1000; for the next page pass nextOffset as offset.',
  effect: 'read',
  idempotent: true,
  input: Type.Object(
    {
      view: Type.Optional(Type.String({ description: 'View name', minLength: 1 })),
      params: Type.Optional(
        Type.Object(
          {},
          { description: 'Its parameters, e.g. status: "todo,done"', additionalProperties: Type.Unknown() },
        ),
      ),
      notebook: notebookField,
      limit: limitField,
      offset: offsetField,
      list: Type.Optional(Type.Boolean({ description: 'List the views', hidden: true })),
      maxBytes: hidden(maxBytesField),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    views: Type.Optional(Type.Array(viewInfo, { description: 'The views, when none was named' })),
    view: Type.Optional(
      Type.Object(
        {
          name: Type.String({ description: 'Name' }),
          description: Type.String({ description: 'What it shows' }),
          params: Type.Optional(
            Type.Object({}, { description: 'Values used', additionalProperties: Type.String() }),
          ),
        },
        { description: 'The view that was run' },
      ),
    ),
    results: Type.Optional(
      Type.Array(Type.Object({}, { additionalProperties: Type.Unknown() }), {
        description: 'The rows of this page',
      }),
    ),
    groups: Type.Optional(
      Type.Array(
        Type.Object({
          key: Type.Union([Type.String(), Type.Null()], { description: 'As in group of each row' }),
          count: Type.Integer({ description: 'Rows in it, on all pages' }),
        }),
        { description: 'The groups of a grouped view, in order' },
      ),
    ),
    notebook: notebookOutput,
    pagination: Type.Optional(paginationSchema),
    index: indexOutput,
    warnings: warningsOutput,
    ...shortenedOutput,
    _guidance: guidanceSchema,
  }),
  cli: {
    command: 'view',
    positional: ['view'],
    aliases: { n: 'limit', p: 'params' },
    pairs: ['params'],
    flags: { params: 'param' },
  },
  async run(engine, { view, params = {}, list, maxBytes: _, ...input }, call) {
    if (view === undefined) {
      const stray = Object.keys(params)[0];
      if (stray !== undefined) throw invalid('params', 'params belong to a view: name it in view');
      return fitViews(await listViews(engine, input, call), input.offset, call);
    }
    if (list) throw invalid('list', 'list shows all views: leave out view, or list');
    const request = { view, params: { ...params }, ...input };
    const { rows, total, ...rest } = await runView(engine, request, call);
    const { notebook, view: shown, index, warnings, groups } = rest;
    const page = { rows, total, offset: input.offset, limit: input.limit };
    // groups last: they are what gives way when there are too many
    const metadata = { notebook, view: shown, ...present({ index, warnings, groups }) };
    const fitted = fitPage(page, metadata, call.budget);
    return { ...fitted.rest, results: fitted.rows, pagination: fitted.pagination, ...fitted.guidance };
  },
  render({ views, results, groups }, style) {
    if (views !== undefined) return renderTable(views.flatMap((view) => describeView(view, style)));
    const rows = (results ?? []) as Row[];
    if (groups === undefined) return renderTable(rows.map((row) => toCells(row, style)));
    return groups
      .map(({ key, count }) => {
        const own = rows.filter((row) => (row.group ?? null) === key);
        return [
          style.bold(`${key ?? '(none)'} (${count})`),
          ...renderTable(own.map((row) => toCells(row, style)))
            .split('\n')
            .filter((line) => line !== '')
            .map((line) => `  ${line}`),
        ].join('\n');
      })
      .join('\n');
  },
  notice: ({ pagination, views }) =>
    pagination === undefined ? '' : describePage(pagination, views === undefined ? 'result' : 'view'),
});

function invalid(parameter: string, message: string): SlipboxError {
  return new SlipboxError('INVALID_PARAMS', `Invalid ${parameter}: ${message}`, { details: { parameter } });
}

/** All views at once; pages only when the budget forces them. */
function fitViews(list: ViewList, offset: number, call: ToolCall) {
  const rows = list.views.slice(offset);
  const page = { rows, total: list.views.length, offset, limit: Math.max(1, rows.length) };
  const { notebook, warnings } = list;
  const fitted = fitPage(page, { notebook, ...present({ warnings }) }, call.budget);
  const isAll = offset === 0 && !fitted.pagination.hasMore;
  return {
    views: fitted.rows,
    ...fitted.rest,
    ...(isAll ? {} : { pagination: fitted.pagination, ...fitted.guidance }),
  };
}

type Row = Record<string, unknown>;

function describeView(
  view: {
    name: string;
    origin: string;
    description?: string;
    parameters?: { name: string; default?: string }[];
  },
  style: Style,
): string[][] {
  const takes = (view.parameters ?? []).map((one) => `${one.name}${one.default ? `=${one.default}` : ''}`);
  return [[view.name, style.dim(view.origin), view.description ?? '', style.dim(takes.join(' '))]];
}

/** Notes as the list shows them, anything else by its fields. */
function toCells(row: Row, style: Style): string[] {
  const { path, title, modified, tags } = row;
  if (typeof path === 'string' && typeof title === 'string' && typeof modified === 'string') {
    const shown = (Array.isArray(tags) ? tags : []).map((tag) => `#${tag}`).join(' ');
    return [path, title, style.dim(modified.slice(0, 10)), style.dim(shown)];
  }
  return Object.entries(row)
    .filter(([key]) => key !== 'group')
    .map(([, value]) => (typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)));
}
