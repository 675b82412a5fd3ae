import { parameterTypes } from '../views/view-definition.ts';
import { parseArgument } from './bind-arguments.ts';
import { type FunctionParameter, type FunctionPlace, invalidFunction } from './function-definition.ts';

// A function says what it does in the comment lines it begins with, the same in both languages:
//   -- description: Notes with a tag, newest first
//   -- param tag string Tag, without #
//   -- param days number = 30 How far back

const markers = { sql: '--', js: '//' } as const;
const parameter =
  /^([A-Za-z_][\w-]{0,63})\s+([a-z]+)(?:\s*=\s*("(?:[^"\\]|\\.)*"|[^\s"]\S*))?(?:\s+(?:[-–:]\s+)?([^\s=].*))?$/;
const howTo = 'Write: param NAME TYPE [= DEFAULT] [DESCRIPTION]; a default with spaces goes in double quotes';
const mostParameters = 32;
const longestText = 1_000;

export interface FunctionHeader {
  readonly description: string;
  readonly parameters: readonly FunctionParameter[];
}

export function parseHeader(place: FunctionPlace, source: string): FunctionHeader {
  const description: string[] = [];
  const parameters: FunctionParameter[] = [];
  for (const { text, line } of headerLines(source, markers[place.language])) {
    const said = /^description:\s*(.*)$/i.exec(text);
    if (said !== null) description.push(said[1]!);
    if (!/^param\s/.test(text)) continue;
    const fail = (problem: string) => invalidFunction(place, problem, { line, hint: howTo });
    const parsed = parseParameter(text.slice(5).trim(), fail);
    if (parameters.some(({ name }) => name === parsed.name)) throw fail(`${parsed.name} is declared twice`);
    if (parameters.push(parsed) > mostParameters) throw fail(`more than ${mostParameters} parameters`);
  }
  return { description: description.join(' ').trim().slice(0, longestText), parameters };
}

function* headerLines(source: string, marker: string): Generator<{ text: string; line: number }> {
  let line = 0;
  let at = 0;
  while (at < source.length) {
    const next = source.indexOf('\n', at);
    const end = next === -1 ? source.length : next;
    const text = source.slice(at, end).trim();
    line++;
    at = end + 1;
    if (text === '') continue;
    if (!text.startsWith(marker)) return;
    yield { text: text.slice(marker.length).trim(), line };
  }
}

function parseParameter(text: string, fail: (problem: string) => Error): FunctionParameter {
  const [, name = '', typeName = '', fallback, description] = parameter.exec(text) ?? [];
  if (name === '') throw fail(`not a parameter: ${text.slice(0, 80)}`);
  const type = parameterTypes.find((one) => one === typeName);
  if (type === undefined)
    throw fail(`unknown type ${typeName.slice(0, 40)} (expected ${parameterTypes.join(', ')})`);
  const parsed = {
    name,
    type,
    required: fallback === undefined,
    ...(description === undefined ? {} : { description: description.slice(0, longestText) }),
  };
  if (fallback === undefined) return parsed;
  const value = parseArgument(parsed, parseDefault(fallback, type, fail));
  if (value === undefined) throw fail(`${fallback.slice(0, 80)} is no ${type}`);
  return { ...parsed, default: value };
}

function parseDefault(text: string, type: FunctionParameter['type'], fail: (problem: string) => Error) {
  if (text.startsWith('"')) {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      throw fail(`not a text in double quotes: ${text.slice(0, 80)}`);
    }
  }
  if (type === 'number') return text.trim() === '' ? undefined : Number(text);
  return type === 'bool' && /^(?:true|false)$/.test(text) ? text === 'true' : text;
}
