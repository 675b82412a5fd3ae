import { SlipboxError } from '../../errors.ts';
import { type Comparison, type Condition, type Field, type Operator, operators } from './condition.ts';
import { fieldNames, fieldRules, parseField } from './parse-field.ts';
import { type Clock, parsePeriod, parseRelativePeriod, relativeDays } from './period.ts';

const longestValue = 1000;
const longestField = 300;
const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** What other languages write, and what is meant by it here. Read as they stand they would silently find nothing. */
const foreign: Record<string, string> = { '==': '=', '<>': '!=', '!~': 'not with ~' };

/** Where a condition came from: an error names it. */
interface Place {
  parameter: string;
  condition: string;
}

export function parseCondition(condition: string, parameter: string, clock: Clock): Condition {
  const place = { parameter, condition };
  const start = condition.length - condition.trimStart().length;
  if (start === condition.length) return refuse(place, 0, 'the condition is empty', fieldNames);
  const presence = /^(has|missing)\s*:\s*/i.exec(condition.slice(start));
  const fieldStart = start + (presence?.[0].length ?? 0);
  const found = findOperator(place, fieldStart);
  if (presence) {
    if (found) return refuse(place, found.at, `${presence[1]}: takes a field and nothing else`, []);
    const field = getField(place, fieldStart, condition.length);
    return { kind: 'presence', field, present: presence[1]!.toLowerCase() === 'has' };
  }
  if (!found)
    return refuse(place, condition.trimEnd().length, 'an operator is missing', [...operators].sort());
  const field = getField(place, fieldStart, found.at);
  const { operator, at } = found;
  if (!fieldRules[field.name].operators.includes(operator))
    return refuse(
      place,
      at,
      `${field.label} cannot be compared with ${operator}`,
      fieldRules[field.name].operators,
    );
  return readValue(place, field, operator, at + operator.length, clock);
}

/** The first operator that is not inside a quoted property name. */
function findOperator(place: Place, from: number): { operator: Operator; at: number } | undefined {
  const { condition } = place;
  for (let at = from; at < condition.length; at++) {
    if (condition[at] === '"' && condition[at - 1] === '.') {
      const close = condition.indexOf('"', at + 1);
      if (close === -1) return refuse(place, at, 'the quoted property name does not end', []);
      at = close;
      continue;
    }
    const wrong = condition.slice(at, at + 2);
    if (Object.hasOwn(foreign, wrong))
      return refuse(place, at, `there is no operator ${wrong}; use ${foreign[wrong]}`, [...operators].sort());
    const operator = operators.find((one) => condition.startsWith(one, at));
    if (operator) return { operator, at };
  }
  return undefined;
}

function getField(place: Place, start: number, end: number): Field {
  const name = place.condition.slice(start, end).trimEnd();
  if (name === '') return refuse(place, start, 'a field is missing', fieldNames);
  if (name.length > longestField)
    return refuse(place, start, `the field is longer than ${longestField} characters`, fieldNames);
  const field = parseField(name);
  if ('name' in field) return field;
  return refuse(place, start + field.position, field.message, fieldNames);
}

function readValue(place: Place, field: Field, operator: Operator, from: number, clock: Clock): Comparison {
  const rest = place.condition.slice(from);
  const text = rest.trim();
  const at = from + rest.length - rest.trimStart().length;
  if (text === '' || (field.name === 'tag' && /^#*\/*$/.test(text)))
    return refuse(
      place,
      Math.min(at, place.condition.length),
      `${field.label} has no value to compare with`,
      [],
    );
  if (text.length > longestValue && [...text].length > longestValue)
    return refuse(place, at, `the value is longer than ${longestValue} characters`, []);
  const period = parsePeriod(text, clock.timeZone) ?? parseRelativePeriod(text, clock);
  const amount = number.test(text) ? Number(text) : undefined;
  const { value } = fieldRules[field.name];
  if (value === 'date' && period === undefined)
    return refuse(
      place,
      at,
      `${field.label} is compared with a date, not with ${JSON.stringify(text)}`,
      dates,
    );
  if (value === 'number' && amount === undefined)
    return refuse(
      place,
      at,
      `${field.label} is compared with a number, not with ${JSON.stringify(text)}`,
      [],
    );
  return {
    kind: 'comparison',
    field,
    operator,
    text,
    ...(amount === undefined ? {} : { number: amount }),
    ...(period === undefined ? {} : { period }),
  };
}

const dates = ['2024', '2024-06', '2024-06-01', '2024-06-01T10:30:00Z', ...relativeDays];

const hint = `Write field, operator, value, as in data.status=done. Fields: ${fieldNames.join(', ')}, has:<field>, missing:<field>. Operators: = != > >= < <= ~ (contains); * ? ** are wildcards in the value of = and !=`;

function refuse(place: Place, position: number, message: string, allowed: readonly string[]): never {
  const { parameter, condition } = place;
  const shown = condition.length > 200 ? `${condition.slice(0, 200)}…` : condition;
  throw new SlipboxError(
    'INVALID_PARAMS',
    `${parameter}: ${message}, at character ${position + 1} of ${JSON.stringify(shown)}`,
    { hint, details: { parameter, condition: shown, position, ...(allowed.length > 0 ? { allowed } : {}) } },
  );
}

export function refuseNoCondition(parameter: string): never {
  throw new SlipboxError('INVALID_PARAMS', `${parameter}: no condition is given`, {
    hint,
    details: { parameter, allowed: fieldNames },
  });
}

export function refuseNoText(parameter: string): never {
  throw new SlipboxError('INVALID_PARAMS', `${parameter}: a condition is a text`, {
    hint,
    details: { parameter, allowed: fieldNames },
  });
}
