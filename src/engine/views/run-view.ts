import type { Call } from '../call.ts';
import type { SummaryRow } from '../db/queries/notes.ts';
import type { IndexStatus, NotebookIndex } from '../indexer/notebook-index.ts';
import { sameStat, statKey } from '../vault/stat-key.ts';
import { statInside } from '../vault/walk.ts';
import { summariseWarnings, type Warning, type Warnings } from '../warnings.ts';
import type { ViewPage, ViewQuestion, ViewRow } from './answer-view.ts';
import type { Clock } from './calendar.ts';
import { getView, listViewDefinitions, type ViewSource } from './find-views.ts';
import type { ViewGroup } from './group-notes.ts';
import { bindParameters, type ViewValues } from './parameters.ts';
import type { Binding } from './placeholder-value.ts';
import { planView } from './plan-view.ts';
import { runSqlView } from './run-sql-view.ts';
import type { ViewDefinition, ViewParameter } from './view-definition.ts';

export interface ViewInfo {
  name: string;
  origin: ViewDefinition['origin'];
  description: string;
  parameters?: Omit<ViewParameter, 'choices'>[];
}

export interface ViewRequest {
  view: string;
  params: Readonly<Record<string, unknown>>;
  limit: number;
  offset: number;
}

export interface ViewSettings {
  readonly sources: readonly ViewSource[];
  readonly clock: Clock;
  readonly sqlTimeout: number;
}

export interface ViewResult {
  view: { name: string; description: string; params?: Record<string, string> };
  rows: ViewRow[];
  total: number;
  groups?: ViewGroup[];
  index?: IndexStatus;
  warnings?: Warnings;
}

export function listViews(sources: readonly ViewSource[]): { views: ViewInfo[]; warnings?: Warnings } {
  const { views, warnings } = listViewDefinitions(sources);
  const summary = summariseWarnings(warnings);
  return {
    views: views.map(({ name, origin, description, parameters }) => ({
      name,
      origin,
      description,
      ...(parameters.length > 0 ? { parameters: parameters.map(({ choices: _, ...rest }) => rest) } : {}),
    })),
    ...(summary ? { warnings: summary } : {}),
  };
}

/** One page of a view's rows. The notes about to be shown are compared with the disk once more. */
export async function runView(
  index: NotebookIndex,
  request: ViewRequest,
  settings: ViewSettings,
  call: Call,
): Promise<ViewResult> {
  const { view, warnings: found } = getView(settings.sources, request.view);
  const params = withSeed(view, request.params);
  const values = bindParameters(view.name, view.parameters, params, settings.clock);
  const place = { view: view.name, file: view.file ?? '' };
  const binding: Binding = { place, values, clock: settings.clock };
  const { body } = view;
  const page =
    body.kind === 'sql'
      ? await runSqlView(index, body, binding, { ...request, timeoutMs: settings.sqlTimeout }, call)
      : await runPlan(index, { plan: await planView({ ...view, body }, binding), ...pageOf(request) }, call);
  const summary = summariseWarnings([...found, ...page.warnings]);
  return {
    view: { name: view.name, description: view.description, ...renderValues(values) },
    rows: page.rows,
    total: page.total,
    ...(page.groups ? { groups: page.groups } : {}),
    ...(page.index ? { index: page.index } : {}),
    ...(summary ? { warnings: summary } : {}),
  };
}

const pageOf = ({ limit, offset }: ViewRequest) => ({ limit, offset });

/** Without a seed one is made up, and told: the next page is one of the same notes. */
function withSeed({ name, body }: ViewDefinition, params: ViewRequest['params']): ViewRequest['params'] {
  if (name !== 'random' || body.kind !== 'built-in' || (params.seed ?? null) !== null) return params;
  return { ...params, seed: String(Math.floor(Math.random() * 1e9)) };
}

function renderValues(values: ViewValues): { params?: Record<string, string> } {
  if (values.size === 0) return {};
  const texts = [...values].map(([name, value]) => [
    name,
    value.type === 'list' ? value.items.join(',') : value.text,
  ]);
  return { params: Object.fromEntries(texts) as Record<string, string> };
}

export interface RunPage extends Pick<ViewPage, 'rows' | 'total' | 'groups'> {
  index: IndexStatus | undefined;
  warnings: Warning[];
}

async function runPlan(index: NotebookIndex, input: ViewQuestion['input'], call: Call): Promise<RunPage> {
  for (let attempt = 0; ; attempt++) {
    const answer = await index.askThread<ViewQuestion>(call, 'view', input);
    const { rows, notes, total, groups } = answer.value;
    const outdated = attempt < 2 ? notes.filter((note) => isOutdated(index.root, note)) : [];
    if (outdated.length > 0) {
      await index.reconcile(outdated.map((note) => note.disk));
      continue;
    }
    const warnings = [...notes.flatMap(noteWarning), ...answer.warnings];
    return { rows, total, index: answer.index, warnings, ...(groups ? { groups } : {}) };
  }
}

function isOutdated(root: string, note: SummaryRow): boolean {
  const stats = statInside(root, note.disk);
  return !stats?.isFile() || !sameStat(note, statKey(stats));
}

function noteWarning({ path, warningCode, warning }: SummaryRow): Warning[] {
  if (warning === null) return [];
  return [{ path, code: (warningCode ?? 'INTERNAL') as Warning['code'], message: warning }];
}
