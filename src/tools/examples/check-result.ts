import type { ServedTool } from '../registry.ts';
import type { Schema } from '../validate.ts';
import { checkAgainstArguments } from './check-consistency.ts';
import { isErrorCode, isKnownFailure } from './error-catalogue.ts';
import { type Finding, finding, type IssueCode, show } from './issue.ts';
import { nestAsTool } from './nesting.ts';
import { parseJson } from './scan-json.ts';
import { findSchemaFaults, type SchemaFault } from './schema-faults.ts';

type Fields = Record<string, unknown>;
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names that other tools, other times or other people's examples have for a field. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  createdAt: ['created'],
  created: ['createdAt'],
  duration: ['executionTime'],
  oldPath: ['path'],
  files: ['results'],
  matches: ['results'],
  count: ['totalResults', 'total'],
  total: ['totalResults'],
  id: ['sessionId'],
  nudges: ['recommendations'],
};

const codes: Record<SchemaFault['kind'], IssueCode> = {
  unknown: 'RESULT_FIELD_UNKNOWN',
  missing: 'RESULT_FIELD_MISSING',
  type: 'RESULT_TYPE',
  range: 'RESULT_RANGE',
  blank: 'RESULT_RANGE',
  pattern: 'RESULT_RANGE',
};

/** What is wrong with the result of a call: by the schema of its tool, and by what the call was given. */
export function checkResult(served: ServedTool, args: unknown, given: unknown): Finding[] {
  const result = unwrapProtocol(given);
  const { tool } = served;
  if (typeof result === 'string' && (tool.text !== undefined || tool.dialect.errorText !== undefined))
    return [];
  if (!isObject(result))
    return [finding('RESULT_TYPE', '/result', `Expected an object, got ${show(result)}`, 'Give an object')];
  const failed = result.success === false || result.error === true;
  if (failed) return checkFailure(served, result);
  const { result: nested, findings, locate } = nestAsTool(tool.output as Schema, result);
  const success = checkSuccess(tool.output as Schema, nested);
  // an error beside success has been said already
  const { error, ...rest } = nested;
  const checked = 'success' in nested && error !== undefined ? rest : nested;
  const faults = findSchemaFaults(tool.output as Schema, checked, '/result', { nullIsOmitted: false });
  const named = [...nameFaults(faults), ...checkAgainstArguments(served, args, checked)];
  return [...findings, ...success, ...named.map((one) => ({ ...one, pointer: locate(one.pointer) }))];
}

/** The result inside what MCP wraps around it. */
function unwrapProtocol(given: unknown): unknown {
  if (!isObject(given) || !Array.isArray(given.content)) return given;
  if (isObject(given.structuredContent)) return given.structuredContent;
  const [first] = given.content as unknown[];
  if (!isObject(first) || first.type !== 'text' || typeof first.text !== 'string') return given;
  return parseJson(first.text).fault === undefined ? JSON.parse(first.text) : first.text;
}

function checkSuccess(output: Schema, result: Fields): Finding[] {
  if (output.properties?.success === undefined || result.error === undefined) return [];
  const hint = 'Give "success": false with the error, or leave the error out';
  return [finding('RESULT_SUCCESS', '/result/error', 'There is an error although it succeeded', hint)];
}

/** A field that is unknown while the one it stands for is missing is one fault, not two. */
function nameFaults(faults: readonly SchemaFault[]): Finding[] {
  const missing = new Map(faults.filter(({ kind }) => kind === 'missing').map((one) => [one.pointer, one]));
  const found: Finding[] = [];
  for (const { kind, pointer, message, hint } of faults) {
    if (kind === 'missing') continue;
    const cut = pointer.lastIndexOf('/');
    const names = kind === 'unknown' ? (otherNames[pointer.slice(cut + 1)] ?? []) : [];
    const meant = names.find((name) => missing.has(`${pointer.slice(0, cut)}/${name}`));
    if (meant === undefined) found.push(finding(codes[kind], pointer, message, hint));
    else {
      missing.delete(`${pointer.slice(0, cut)}/${meant}`);
      const name = pointer.slice(cut + 1);
      found.push(
        finding('RESULT_FIELD_RENAMED', pointer, `${name} is called ${meant}`, `Rename it to ${meant}`),
      );
    }
  }
  for (const { pointer, message, hint } of missing.values())
    found.push(finding('RESULT_FIELD_MISSING', pointer, message, hint));
  return found;
}

/** A failed call, in the envelope of its dialect. */
function checkFailure({ tool }: ServedTool, result: Fields): Finding[] {
  return tool.dialect.name === 'claudesidian'
    ? checkFlatFailure(tool.output as Schema, result)
    : checkEnvelope(result);
}

const failureFields = new Set([
  'success',
  'error',
  'code',
  'hint',
  'details',
  'workspaceContext',
  'sessionId',
]);

function checkFlatFailure(output: Schema, result: Fields): Finding[] {
  const { error, code } = result;
  const found: Finding[] = [];
  if (typeof error !== 'string' || error === '')
    found.push(
      finding(
        'RESULT_SUCCESS',
        '/result',
        'It failed without saying why',
        'Give "error": "…" with the message',
      ),
    );
  else if (!isKnownFailure(error, code))
    found.push(
      finding(
        'RESULT_ERROR_UNKNOWN',
        '/result/error',
        `No call fails with ${show(error)}`,
        'See docs/examples.md',
      ),
    );
  if (code !== undefined && !isErrorCode(code))
    found.push(finding('RESULT_RANGE', '/result/code', `No such code: ${show(code)}`, 'See docs/errors.md'));
  const flat = output.properties?.data === undefined ? (output.properties ?? {}) : {};
  for (const key of Object.keys(result).filter((one) => !failureFields.has(one) && !Object.hasOwn(flat, one)))
    found.push(
      finding('RESULT_FIELD_UNKNOWN', `/result/${key}`, `Unknown in a failure: ${key}`, 'Leave it out'),
    );
  return found;
}

function checkEnvelope({ error, message, code, hint, details, ...others }: Fields): Finding[] {
  const found: Finding[] = [];
  const wrong = (kind: IssueCode, key: string, why: string, what: string) =>
    found.push(finding(kind, `/result/${key}`, why, what));
  if (typeof message !== 'string' || message === '')
    wrong('RESULT_SUCCESS', 'message', 'It failed without saying why', 'Give "message": "…"');
  if (!isErrorCode(code)) wrong('RESULT_RANGE', 'code', `No such code: ${show(code)}`, 'See docs/errors.md');
  if (hint !== undefined && typeof hint !== 'string')
    wrong('RESULT_TYPE', 'hint', `Expected a string, got ${show(hint)}`, 'Give a string');
  if (details !== undefined && !isObject(details))
    wrong('RESULT_TYPE', 'details', `Expected an object, got ${show(details)}`, 'Give an object');
  for (const key of Object.keys(others))
    wrong('RESULT_FIELD_UNKNOWN', key, `Unknown in a failure: ${key}`, 'Leave it out');
  return found;
}
