import { recordTrace, SlipboxError, toSlipboxError } from '../../engine/index.ts';
import type { Attempt, Dialect, Tool } from '../define-tool.ts';
import { shortenValue } from '../shorten.ts';
import { findContext } from './context.ts';
import { renderPathFault, shownPath } from './paths.ts';

const longestText = 2_000;
const largestDetails = 8_000;

export const claudesidian: Dialect = {
  name: 'claudesidian',
  prefix: undefined,
  renderError,
  around,
};

/** A failure whose answer carries more than the error: a failed search still says that it found nothing. */
class FailedAnswer extends SlipboxError {
  readonly fields: Record<string, unknown>;

  constructor(error: SlipboxError, fields: Record<string, unknown>) {
    const { code, message, hint, details } = error;
    super(code, message, { hint, ...(details ? { details } : {}), cause: error.cause ?? error });
    this.fields = fields;
  }
}

function renderError(error: SlipboxError, rename: (text: string) => string): Record<string, unknown> {
  return {
    success: false,
    ...(error instanceof FailedAnswer ? error.fields : {}),
    error: shortenValue(error.message, longestText),
    code: error.code,
    hint: shortenValue(rename(error.hint), longestText),
    ...(error.details === undefined ? {} : { details: shortenValue(error.details, largestDetails) }),
  };
}

/** Failures are said in the words of this dialect, and every call that names its session leaves a trace there. */
async function around(attempt: Attempt): Promise<Record<string, unknown>> {
  const started = performance.now();
  try {
    const result = await attempt.run();
    await leaveTrace(attempt, 'ok', result);
    return result;
  } catch (thrown) {
    const error = restate(toSlipboxError(thrown), attempt.tool, attempt.args);
    await leaveTrace(attempt, error.code, {});
    if (attempt.tool.name !== 'vaultLibrarian_searchContent') throw error;
    throw new FailedAnswer(error, {
      query: shortenValue(textOf(attempt.args, 'query') ?? '', longestText),
      results: [],
      totalResults: 0,
      executionTime: Math.round(performance.now() - started),
    });
  }
}

const whatIsRequired: Record<string, string> = {
  filePath: 'File path is required',
  path: 'Path is required',
  newPath: 'Path is required',
  content: 'Content is required',
  query: 'Query parameter is required and cannot be empty',
  name: 'Name is required',
};

/** The same failure in the words of this dialect. */
function restate(error: SlipboxError, tool: Tool, args: unknown): SlipboxError {
  const { code, hint, details } = error;
  const message = restated(error, tool, args);
  // what the engine calls a path is a filePath to some of these tools
  const isRenamed = details?.parameter === 'path' && 'filePath' in tool.input.properties;
  if (message === undefined && !isRenamed) return error;
  const mayOverwrite = code === 'NOTE_EXISTS' && 'overwrite' in tool.input.properties;
  return new SlipboxError(code, message ?? error.message, {
    hint: mayOverwrite ? 'Choose another path, or pass overwrite: true' : hint,
    ...(details ? { details: isRenamed ? { ...details, parameter: 'filePath' } : details } : {}),
    cause: error,
  });
}

function restated({ code, details }: SlipboxError, tool: Tool, args: unknown): string | undefined {
  const path = textOf(args, 'filePath') ?? textOf(args, 'path') ?? '';
  switch (code) {
    case 'INVALID_PARAMS':
      return restateParameter(String(details?.parameter), tool, args);
    case 'NOTE_NOT_FOUND':
      return tool.name.startsWith('contentManager_')
        ? `File not found: ${shownPath(path)}`
        : `Note not found at path: ${shownPath(path)}`;
    case 'PATH_TRAVERSAL':
      return renderPathFault(String(details?.path ?? path), String(details?.reason));
    case 'NOTE_EXISTS':
      return /_(moveNote|editFolder)$/.test(tool.name)
        ? 'Cannot overwrite existing file'
        : `File already exists: ${String(details?.path ?? shownPath(path))}`;
    default:
      return undefined;
  }
}

function restateParameter(parameter: string, tool: Tool, args: unknown): string | undefined {
  const called = parameter === 'path' && 'filePath' in tool.input.properties ? 'filePath' : parameter;
  const value = (args as Record<string, unknown> | null | undefined)?.[called];
  if (parameter === 'limit' && tool.name === 'vaultLibrarian_searchContent') {
    return Number.isInteger(value) ? 'Invalid search limit: must be between 1 and 100' : undefined;
  }
  const isBlank = typeof value === 'string' && value.trim() === '' && parameter !== 'content';
  return value === undefined || value === null || isBlank ? whatIsRequired[called] : undefined;
}

function textOf(args: unknown, key: string): string | undefined {
  const value = (args as Record<string, unknown> | null | undefined)?.[key];
  return typeof value === 'string' ? value : undefined;
}

/** A trace that cannot be written is not the caller's concern. */
async function leaveTrace(
  { tool, engine, args, call }: Attempt,
  outcome: string,
  result: Record<string, unknown>,
): Promise<void> {
  const context = findContext(args);
  if (context === undefined) return;
  const notebook = textOf(args, 'notebook');
  const trace = {
    ...(notebook === undefined ? {} : { notebook }),
    sessionId: context.sessionId,
    workspaceId: context.workspaceId,
    description: context.sessionDescription,
    purpose: context.toolContext,
    tool: tool.name,
    args: args as Record<string, unknown>,
    outcome,
    paths: pathsIn({ ...(args as object), ...result, ...(result.data as object | undefined) }),
  };
  await recordTrace(engine, trace, call).catch(() => undefined);
}

/** Every path a call was about, as its answer spells it. */
function pathsIn({ filePath, path, newPath, paths }: Record<string, unknown>): string[] {
  const given = [filePath, path, newPath, ...(Array.isArray(paths) ? paths : [])];
  return given.filter((one) => typeof one === 'string');
}
