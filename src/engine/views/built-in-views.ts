import type { OrphanDefinition } from '../db/queries/links.ts';
import { SlipboxError } from '../errors.ts';
import { type Clock, startOfDay, today } from './calendar.ts';
import { parseNoteField } from './note-fields.ts';
import type { ViewValues } from './parameters.ts';
import type { ViewDefinition, ViewParameter } from './view-definition.ts';
import type { ViewPlan } from './view-plan.ts';

interface BuiltIn {
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly ViewParameter[];
  plan(values: ViewValues, clock: Clock): ViewPlan;
}

const orphanDefinitions: readonly OrphanDefinition[] = ['no-incoming', 'no-links', 'isolated'];

const days = (fallback: number, description: string): ViewParameter => ({
  name: 'days',
  type: 'number',
  required: false,
  default: String(fallback),
  description,
});

const table: readonly BuiltIn[] = [
  {
    name: 'today',
    description: 'Notes created or modified today, newest change first',
    parameters: [],
    plan: (_, clock) => ({
      kind: 'period',
      from: startOfDay(today(clock), clock.timeZone),
      to: startOfDay(today(clock) + 1, clock.timeZone),
      created: true,
      descending: true,
    }),
  },
  {
    name: 'recent',
    description: 'Notes modified in the last days, newest change first',
    parameters: [days(7, 'How many days back')],
    plan: (values, clock) => ({
      kind: 'period',
      from: startOfDay(today(clock) - getCount(values, 'days', 0, mostDays), clock.timeZone),
      created: false,
      descending: true,
    }),
  },
  {
    name: 'kanban',
    description: 'Notes by status: one group per column, then by priority, newest change first',
    parameters: [
      {
        name: 'status',
        type: 'list',
        required: false,
        default: 'todo,in-progress,done',
        description: 'Columns, in order',
      },
      {
        name: 'by',
        type: 'string',
        required: false,
        default: 'status',
        description: 'Property with the column',
      },
    ],
    plan: (values, clock) => ({
      kind: 'notes',
      selection: { by: 'everything' },
      order: [
        { field: 'data.priority', descending: false },
        { field: 'modified', descending: true },
      ],
      group: {
        field: parseNoteField(getText(values, 'by')) ?? `data.${getText(values, 'by')}`,
        columns: getList(values, 'status'),
      },
      columns: [
        { name: 'status', field: 'data.status' },
        { name: 'priority', field: 'data.priority' },
      ],
      timeZone: clock.timeZone,
    }),
  },
  {
    name: 'untagged',
    description: 'Notes without tags, newest first',
    parameters: [],
    plan: (_, { timeZone }) => ({
      kind: 'notes',
      selection: { by: 'untagged' },
      order: [{ field: 'created', descending: true }],
      timeZone,
    }),
  },
  {
    name: 'orphans',
    description: 'Notes that no other note links to, newest first',
    parameters: [
      {
        name: 'definition',
        type: 'string',
        required: false,
        default: 'no-incoming',
        description: 'no-incoming | no-links (nor links to any) | isolated (nor has tags or a category)',
        choices: orphanDefinitions,
      },
    ],
    plan: (values, { timeZone }) => ({
      kind: 'notes',
      selection: { by: 'orphans', definition: getText(values, 'definition') as OrphanDefinition },
      order: [{ field: 'created', descending: true }],
      timeZone,
    }),
  },
  {
    name: 'broken-links',
    description: 'Links to a note, heading or block that is not there, with the closest name there is',
    parameters: [],
    plan: () => ({ kind: 'broken-links' }),
  },
  {
    name: 'stale',
    description: 'Notes not modified for long, oldest change first',
    parameters: [days(180, 'Not modified for how many days')],
    plan: (values, clock) => ({
      kind: 'period',
      to: startOfDay(today(clock) - getCount(values, 'days', 0, mostDays), clock.timeZone),
      created: false,
      descending: false,
    }),
  },
  {
    name: 'tags',
    description: 'Every tag with the number of notes that carry it, most used first',
    parameters: [],
    plan: () => ({ kind: 'tags' }),
  },
  {
    name: 'random',
    description: 'Some notes at random; the same ones again for the same seed',
    parameters: [
      { name: 'count', type: 'number', required: false, default: '5', description: 'How many' },
      { name: 'seed', type: 'string', required: false, description: 'Any text' },
    ],
    plan: (values) => ({
      kind: 'random',
      count: getCount(values, 'count', 1, 1_000),
      seed: getText(values, 'seed'),
    }),
  },
];

const mostDays = 100_000;

export const builtInViews: readonly ViewDefinition[] = table.map(({ name, description, parameters }) => ({
  name,
  origin: 'built-in',
  description,
  parameters,
  body: { kind: 'built-in' },
}));

export function planBuiltIn(name: string, values: ViewValues, clock: Clock): ViewPlan {
  return table.find((view) => view.name === name)!.plan(values, clock);
}

function getText(values: ViewValues, name: string): string {
  const value = values.get(name);
  return value === undefined || value.type === 'list' ? '' : value.text;
}

function getList(values: ViewValues, name: string): readonly string[] {
  const value = values.get(name);
  return value?.type === 'list' ? value.items : [];
}

function getCount(values: ViewValues, name: string, least: number, most: number): number {
  const number = Number(getText(values, name));
  if (Number.isInteger(number) && number >= least && number <= most) return number;
  throw new SlipboxError(
    'INVALID_PARAMS',
    `Invalid ${name}: ${number} (expected a whole number from ${least} to ${most})`,
    {
      details: { parameter: `params.${name}`, minimum: least, maximum: most },
    },
  );
}
