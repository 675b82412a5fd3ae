import { findNearest } from '../nearest.ts';
import type { ServedTool } from '../registry.ts';
import type { Schema } from '../validate.ts';
import { type Finding, finding, type IssueCode } from './issue.ts';
import { findSchemaFaults, type SchemaFault } from './schema-faults.ts';

const context = '/arguments/context';

/** What is wrong with the arguments of a call, by the schema of its tool. */
export function checkArguments({ input }: ServedTool, args: unknown): Finding[] {
  return findSchemaFaults(input as Schema, args, '/arguments', { nullIsOmitted: true }).map((fault) => {
    const { pointer, message, hint } = fault;
    return finding(codeOf(fault), pointer, message, hint);
  });
}

function codeOf({ kind, pointer }: SchemaFault): IssueCode {
  if (pointer === context && kind === 'missing') return 'CONTEXT_MISSING';
  const isInContext = pointer.startsWith(`${context}/`);
  if (isInContext && (kind === 'missing' || kind === 'blank')) return 'CONTEXT_FIELD_MISSING';
  if (kind === 'pattern' && /\/(?:sessionId|workspaceId)$/.test(pointer)) return 'CONTEXT_ID_INVALID';
  const codes: Record<SchemaFault['kind'], IssueCode> = {
    unknown: 'PARAMETER_UNKNOWN',
    missing: 'PARAMETER_MISSING',
    type: 'PARAMETER_TYPE',
    range: 'PARAMETER_RANGE',
    pattern: 'PARAMETER_RANGE',
    blank: 'PARAMETER_MISSING',
  };
  return codes[kind];
}

const mostRemembered = 1000;
const remembered = new Map<string, Finding>();

/** A wrong name in one example is in many: the nearest is looked for once. */
export function unknownTool(name: string, tools: ReadonlyMap<string, ServedTool>): Finding {
  const known = remembered.get(name);
  if (known !== undefined) return known;
  const nearest = findNearest(name, [...tools.keys()]);
  const hint = nearest === undefined ? 'docs/tools.md lists the tools' : `Did you mean ${nearest}?`;
  const found = finding('TOOL_UNKNOWN', '/tool', `Unknown tool: ${name.slice(0, 100) || '(no name)'}`, hint);
  if (remembered.size < mostRemembered && name.length <= 100) remembered.set(name, found);
  return found;
}
