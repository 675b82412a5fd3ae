import type { BuiltInField, Field, Operator } from './condition.ts';

type ValueKind = 'text' | 'date' | 'number';

export interface FieldRules {
  value: ValueKind;
  operators: readonly Operator[];
}

const all: readonly Operator[] = ['=', '!=', '>', '>=', '<', '<=', '~'];
const ordered: readonly Operator[] = ['=', '!=', '>', '>=', '<', '<='];
const equal: readonly Operator[] = ['=', '!='];

export const fieldRules: Record<Field['name'], FieldRules> = {
  path: { value: 'text', operators: all },
  title: { value: 'text', operators: all },
  tag: { value: 'text', operators: all },
  created: { value: 'date', operators: ordered },
  modified: { value: 'date', operators: ordered },
  words: { value: 'number', operators: ordered },
  body: { value: 'text', operators: ['=', '!=', '~'] },
  data: { value: 'text', operators: all },
  'links-to': { value: 'text', operators: equal },
  'linked-by': { value: 'text', operators: equal },
};

/** As an error lists them. */
export const fieldNames: readonly string[] = Object.keys(fieldRules).map((name) =>
  name === 'data' ? 'data.<property>' : name,
);

const otherNames: Record<string, BuiltInField> = { tags: 'tag', 'data.tag': 'tag', 'data.tags': 'tag' };

export interface FieldFault {
  message: string;
  /** Counted from the start of the field. */
  position: number;
}

export function parseField(name: string): Field | FieldFault {
  const label = name.toLowerCase();
  const builtIn = Object.hasOwn(otherNames, label) ? otherNames[label] : label;
  if (builtIn !== undefined && builtIn !== 'data' && Object.hasOwn(fieldRules, builtIn))
    return { name: builtIn as BuiltInField, label };
  if (!label.startsWith('data.')) {
    const isProperty = /^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(name) && label !== 'data';
    const guess = isProperty ? `; a property is written data.${name}` : '';
    return { message: `unknown field ${JSON.stringify(name)}${guess}`, position: 0 };
  }
  const keys = parseKeys(name);
  return Array.isArray(keys) ? { name: 'data', label: renderKeys(keys), keys } : keys;
}

/** The keys after `data.`; one that has a dot or an operator in it stands in double quotes. */
function parseKeys(name: string): string[] | FieldFault {
  const keys: string[] = [];
  for (let at = 'data.'.length; ; ) {
    const quoted = name[at] === '"';
    const close = quoted ? name.indexOf('"', at + 1) : -1;
    const dot = name.indexOf('.', quoted ? close + 1 : at);
    const end = dot === -1 ? name.length : dot;
    const key = quoted ? name.slice(at + 1, close) : name.slice(at, end);
    if (key.trim() === '') return { message: 'a property name is missing', position: at };
    if (quoted && close + 1 !== end)
      return { message: 'a dot or an operator must follow the quoted name', position: close + 1 };
    keys.push(key);
    if (dot === -1) return keys;
    at = dot + 1;
  }
}

function renderKeys(keys: readonly string[]): string {
  const plain = /^[\p{L}\p{N}_-]+$/u;
  return ['data', ...keys.map((key) => (plain.test(key) ? key : `"${key.replaceAll('"', '""')}"`))].join('.');
}
