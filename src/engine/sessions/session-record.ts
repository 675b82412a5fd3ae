// One session is one file of JSON lines: what it is called and bound to, then a trace of each call. The files come with the
// notebook, so they are read as something that anyone may have written.

export interface Session {
  readonly sessionId: string;
  readonly name: string;
  readonly description?: string;
  readonly sessionGoal?: string;
  readonly workspaceId: string;
  /** Ms since 1970. */
  readonly createdAt: number;
}

/** One call of a tool. */
export interface Trace {
  /** Ms since 1970. */
  readonly time: number;
  readonly tool: string;
  /** `ok`, or the code of the error. */
  readonly outcome: string;
  /** Notes and folders the call was about. */
  readonly paths: readonly string[];
  /** What it was given, without the texts of notes. */
  readonly args: Readonly<Record<string, unknown>>;
  /** What the caller said it was for. */
  readonly purpose?: string;
}

export interface SessionLine extends Session {
  readonly type: 'session';
  /** Traces that were given up so that the session stays small. */
  readonly dropped?: number;
}

export interface TraceLine extends Trace {
  readonly type: 'trace';
}

/** One write of this size is never mixed with one of another process. */
export const longestLine = 4096;

const bodies = new Set(['content', 'oldContent', 'newContent', 'value', 'data', 'context']);
const longestTexts = [300, 100, 30, 0];
const mostItems = 20;

/** Arguments of a call as they are kept: no bodies, and nothing long. */
export function withoutBodies(args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(args).filter(([key, value]) => !bodies.has(key) && value != null));
}

/** A record as a line that keeps within `longestLine`: the longest texts in it give way. */
export function renderLine(record: SessionLine | TraceLine): string {
  // a name is never cut: the answer of createSession has shown it
  const { name, ...rest } = record as SessionLine;
  for (const longest of longestTexts) {
    const line = `${JSON.stringify({ ...(shorten(rest, longest, 0) as object), ...(name === undefined ? {} : { name }) })}\n`;
    if (Buffer.byteLength(line) <= longestLine) return line;
  }
  const { time, tool, outcome } = record as TraceLine;
  const least = record.type === 'trace' ? { time, tool: cut(tool, 100), outcome, paths: [], args: {} } : {};
  return `${JSON.stringify({ ...least, type: record.type, ...pickIds(record) })}\n`;
}

function pickIds(record: SessionLine | TraceLine): object {
  if (record.type === 'trace') return {};
  const { sessionId, workspaceId, createdAt, name } = record;
  return { sessionId, workspaceId: cut(workspaceId, 100), createdAt, name: cut(name, 100) };
}

const keptWhole = new Set(['type', 'sessionId', 'workspaceId', 'outcome', 'tool']);

function shorten(value: unknown, longest: number, depth: number): unknown {
  if (typeof value === 'string') return cut(value, longest);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 3) return undefined;
  if (Array.isArray(value))
    return value.slice(0, mostItems).map((item) => shorten(item, longest, depth + 1) ?? null);
  const entries = Object.entries(value).slice(0, mostItems);
  return Object.fromEntries(
    entries.map(([key, item]) => [
      cut(key, 60),
      depth === 0 && keptWhole.has(key) && typeof item === 'string'
        ? cut(item, 200)
        : shorten(item, longest, depth + 1),
    ]),
  );
}

export function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** What a line says; undefined when it is no record of ours, such as the end of a write that was cut off. */
export function parseLine(line: string): SessionLine | TraceLine | undefined {
  if (line === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!isRecord(value)) return undefined;
  if (value.type === 'trace') return parseTrace(value);
  return value.type === 'session' ? parseSession(value) : undefined;
}

function parseTrace(value: Record<string, unknown>): TraceLine | undefined {
  const { time, tool, outcome, paths, args } = value;
  if (!isTime(time) || typeof tool !== 'string' || typeof outcome !== 'string') return undefined;
  return {
    type: 'trace',
    time,
    tool: cut(tool, 200),
    outcome: cut(outcome, 200),
    paths: Array.isArray(paths) ? paths.filter((path) => typeof path === 'string') : [],
    args: isRecord(args) ? args : {},
    ...texts(value, ['purpose']),
  };
}

function parseSession(value: Record<string, unknown>): SessionLine | undefined {
  const { sessionId, name, workspaceId, createdAt, dropped } = value;
  if (typeof sessionId !== 'string' || typeof name !== 'string' || typeof workspaceId !== 'string')
    return undefined;
  if (!isTime(createdAt)) return undefined;
  return {
    type: 'session',
    sessionId,
    name,
    workspaceId,
    createdAt,
    ...texts(value, ['description', 'sessionGoal']),
    ...(Number.isSafeInteger(dropped) ? { dropped: dropped as number } : {}),
  };
}

function texts<Key extends string>(
  value: Record<string, unknown>,
  keys: readonly Key[],
): { [K in Key]?: string } {
  const given = keys.filter((key) => typeof value[key] === 'string');
  return Object.fromEntries(given.map((key) => [key, value[key]])) as { [K in Key]?: string };
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= 8.64e15;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
