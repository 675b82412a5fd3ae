import { type Engine, recordTrace, toSlipboxError } from '../../engine/index.ts';
import type { ToolCall } from '../define-tool.ts';
import type { ServedTool } from '../registry.ts';
import { runTool } from '../run-tool.ts';
import { type Finding, finding, show } from './issue.ts';
import type { ExampleCall } from './parse-record.ts';
import { planSeeds, type Seeds } from './plan-seeds.ts';

/** A notebook that nobody minds: made for one conversation, and gone after it. */
export interface Scratch {
  readonly engine: Engine;
  readonly call: ToolCall;
  write(path: string, text: string): void;
  makeFolder(path: string): void;
  close(): Promise<void>;
}

export interface Replayed {
  calls: number;
  /** Calls that have nothing to run on: tasks, and other notebooks. */
  skipped: number;
}

type Fields = Record<string, unknown>;
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Values that follow from the call and the notes it implies; the rest depends on time, chance or the notebook. */
const echoed = new Set([
  'filePath',
  'path',
  'newPath',
  'query',
  'name',
  'workspaceId',
  'existed',
  'appendedLength',
  'prependedLength',
  'totalLength',
]);

/** Runs the calls of a conversation one after the other and adds to `found` where the answers are not as the example says. */
export async function replayRecord(
  calls: readonly ExampleCall[],
  tools: ReadonlyMap<string, ServedTool>,
  scratch: Scratch,
  replayed: Replayed,
  found: Finding[][],
): Promise<void> {
  await plant(planSeeds(calls), scratch);
  for (const [index, { tool, args, result }] of calls.entries()) {
    const served = tools.get(tool)!;
    const given = args.fault === undefined ? args.value : {};
    if (!canReplay(served, given)) {
      replayed.skipped++;
      continue;
    }
    replayed.calls++;
    const real = await runOnce(served, given, scratch);
    if (result?.fault === undefined && isObject(result?.value))
      found[index]!.push(...compare(result.value, real));
  }
}

async function plant(
  { notes, folders, sessions }: Seeds,
  { engine, call, ...scratch }: Scratch,
): Promise<void> {
  for (const folder of folders) scratch.makeFolder(folder);
  for (const [path, text] of notes) scratch.write(path, text);
  for (const sessionId of sessions)
    await recordTrace(engine, { sessionId, tool: 'example', args: {}, outcome: 'ok', paths: [] }, call);
}

function canReplay({ tool }: ServedTool, args: unknown): boolean {
  const { notebook, vaultId } = (args ?? {}) as Fields;
  return tool.dialect.name !== 'directgtd' && notebook === undefined && vaultId === undefined;
}

async function runOnce(served: ServedTool, args: unknown, { engine, call }: Scratch): Promise<Fields> {
  try {
    return await runTool(served, engine, args, call);
  } catch (thrown) {
    return served.tool.dialect.renderError(toSlipboxError(thrown), served.rename);
  }
}

function compare(example: Fields, real: Fields): Finding[] {
  const failed = (result: Fields) => result.success === false || result.error === true;
  if (failed(example) !== failed(real)) {
    const said = failed(real) ? `it fails: ${show(real.message ?? real.error)}` : 'it succeeds';
    const hint = 'Correct the result, or have an earlier call do what this one needs';
    return [finding('REPLAY_OUTCOME', '/result', `When run, ${said}`, hint)];
  }
  if (!failed(example)) return compareFields(example, real, '/result', 0);
  const key = typeof example.error === 'string' ? 'error' : 'code';
  return example[key] === real[key] ? [] : [otherValue(`/result/${key}`, example[key], real[key])];
}

const deepest = 3;

function compareFields(example: Fields, real: Fields, pointer: string, depth: number): Finding[] {
  return Object.entries(example).flatMap(([key, value]) => {
    const at = `${pointer}/${key}`;
    const other = real[key];
    // what an answer may leave out says nothing by its absence
    if (other === undefined) return isExpected(key, value) ? [noSuchField(at)] : [];
    if (kindOf(value) !== kindOf(other))
      return [finding('REPLAY_SHAPE', at, `When run, it is ${show(other)}`, `Give ${show(other)}`)];
    if (isObject(value)) return depth < deepest ? compareFields(value, other as Fields, at, depth + 1) : [];
    return echoed.has(key) && value !== other && isPlanned(key, example)
      ? [otherValue(at, value, other)]
      : [];
  });
}

/** How long a note was before a property of it was set is nowhere said. */
function isPlanned(key: string, { appendedLength, prependedLength, replacements }: Fields): boolean {
  return (
    key !== 'totalLength' || [appendedLength, prependedLength, replacements].some((one) => one !== undefined)
  );
}

function isExpected(key: string, value: unknown): boolean {
  return echoed.has(key) || key === 'data' || (key === 'workspaceContext' && isObject(value));
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

function noSuchField(pointer: string): Finding {
  return finding('REPLAY_SHAPE', pointer, 'When run, there is no such field', 'Leave it out');
}

function otherValue(pointer: string, example: unknown, real: unknown): Finding {
  const message = `The example says ${show(example)}; when run, it is ${show(real)}`;
  return finding('REPLAY_FIELD', pointer, message, `Give ${show(real)}`);
}
