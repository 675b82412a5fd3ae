import { planBuiltIn } from './built-in-views.ts';
import type { Binding } from './placeholder-value.ts';
import type { FilterBody, ViewDefinition } from './view-definition.ts';
import type { ViewPlan } from './view-plan.ts';

/** What the reader thread is to do for a view that is no SQL. */
export async function planView(
  view: ViewDefinition & { body: Exclude<ViewDefinition['body'], { kind: 'sql' }> },
  binding: Binding,
): Promise<ViewPlan> {
  if (view.body.kind === 'built-in') return planBuiltIn(view.name, binding.values, binding.clock);
  const { filter, order, group, limit, offset, columns } = view.body;
  const { timeZone } = binding.clock;
  return {
    kind: 'notes',
    selection: await bindSelection(filter, binding),
    order,
    ...(group === undefined ? {} : { group: { field: group } }),
    ...(limit === undefined ? {} : { limit }),
    ...(offset === undefined ? {} : { offset }),
    ...(columns === undefined ? {} : { columns, columnsOnly: true }),
    timeZone,
  };
}

async function bindSelection(
  filter: FilterBody['filter'],
  binding: Binding,
): Promise<Extract<ViewPlan, { kind: 'notes' }>['selection']> {
  if (filter === undefined) return { by: 'everything' };
  // loaded on first use: most views need no filter
  const { bindFilter } = await import('./bind-filter.ts');
  const bound = bindFilter(filter, binding);
  if (bound === undefined) return { by: 'everything' };
  return { by: 'filter', filter: bound, timeZone: binding.clock.timeZone };
}
