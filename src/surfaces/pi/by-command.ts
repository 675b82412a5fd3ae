import { type ExecFileException, execFile } from 'node:child_process';
import { isAbsolute, relative, resolve as resolvePath } from 'node:path';
import { type Check, type ErrorCode, errorCodes, SlipboxError } from '../../engine/index.ts';
import type { ToolCall } from '../../tools/define-tool.ts';
import type { ServedTool } from '../../tools/registry.ts';
import { type Schema, validateInput } from '../../tools/validate.ts';
import type { Backend, Result } from './backend.ts';
import { type CommandLine, commandLine, commandWords } from './cli-arguments.ts';
import { type Cli, findCli } from './find-cli.ts';
import type { ExtensionSettings } from './settings.ts';

const mostOutput = 16 * 1024 * 1024;

export interface CommandPlace {
  readonly cliPath: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly settings: ExtensionSettings;
}

/** Answers by running the `slipbox` that the setting `cliPath` names, once a call. */
export function byCommand(place: CommandPlace): Backend {
  const { cliPath, cwd, env, settings } = place;
  const execute = (line: CommandLine, call: ToolCall) =>
    runCli(findCli(cliPath, cwd, env), line, place, call);
  const run = async (line: CommandLine, call: ToolCall) => parseAnswer(await execute(line, call), settings);
  const list = async (call: ToolCall) =>
    (await run({ words: ['notebooks', '--json', '--limit=1000'], input: '' }, call)) as {
      notebooks?: { name: string; path: string }[];
      current?: { path: string } | null;
    };
  return {
    description: `by ${cliPath}`,
    async run(served, args, call) {
      const { tool, input } = served;
      // here too, not only there: a name that is no parameter must not become an option of the command line
      const valid = validateInput(input, args);
      const { notebook, ...rest } = withBudget(served, args, call, settings);
      const chosen = typeof notebook === 'string' ? await knownNotebook(notebook, call) : undefined;
      const line = commandLine(tool, { ...rest, ...(chosen && { notebook: chosen }) });
      const result = await run(line, call);
      return { result, text: tool.text?.(result, valid, settings.configFor(cwd)) };
    },
    check: async (call) =>
      ((await run({ words: ['doctor', '--json'], input: '' }, call)).checks ?? []) as Check[],
    version: async (call) => (await execute({ words: ['--version'], input: '' }, call)).out.trim(),
    notebookFolder: async (named, call) =>
      named === undefined ? ((await list(call)).current?.path ?? cwd) : knownNotebook(named, call),
  };

  /** On a command line `--notebook` opens any folder; a call may name only a known one. */
  async function knownNotebook(named: string, call: ToolCall): Promise<string> {
    if (settings.openNotebooks) return named;
    const notebooks = (await list(call)).notebooks ?? [];
    const isPath = /[/\\]/.test(named);
    const found = notebooks.find(
      ({ name, path }) => name === named || (isPath && isSamePath(path, resolvePath(cwd, named))),
    );
    if (found !== undefined) return found.path;
    throw new SlipboxError('NOTEBOOK_NOT_FOUND', `Notebook not found: ${named}`, {
      details: { known: notebooks.map(({ name }) => name) },
    });
  }
}

function withBudget(
  served: ServedTool,
  args: Result,
  { budget }: ToolCall,
  settings: ExtensionSettings,
): Result {
  const properties = (served.tool.input as Schema).properties ?? {};
  const { maxBytes, limit } = args;
  return {
    ...args,
    ...('maxBytes' in properties && { maxBytes: typeof maxBytes === 'number' ? maxBytes : budget.bytes }),
    ...(properties.limit?.fromSetting === 'defaultPageSize' && { limit: limit ?? settings.defaultPageSize }),
  };
}

interface Output {
  readonly out: string;
  readonly err: string;
  readonly failed: boolean;
  readonly cli: Cli;
}

function runCli(
  cli: Cli,
  { words, input }: CommandLine,
  { cwd, env }: CommandPlace,
  { signal }: ToolCall,
): Promise<Output> {
  return new Promise((resolve, reject) => {
    const options = { cwd, env, signal, maxBuffer: mostOutput, windowsHide: true };
    const done = (error: ExecFileException | null, out: string, err: string) => {
      if (signal.aborted) reject(new SlipboxError('CANCELLED', 'The call was cancelled'));
      else if (error !== null && typeof error.code !== 'number') reject(notRunning(cli, error));
      else resolve({ out, err, failed: error !== null, cli });
    };
    const child = execFile(cli.file, [...cli.args, ...words], options, done);
    // it may end without having read all of it
    child.stdin?.on('error', () => undefined).end(input);
  });
}

function notRunning(cli: Cli, error: ExecFileException): SlipboxError {
  const isDenied = error.code === 'EACCES' || error.code === 'EPERM';
  return new SlipboxError(
    isDenied ? 'PERMISSION_DENIED' : 'CLI_NOT_FOUND',
    `OpenNotes CLI could not be run: ${cli.path} (${error.signal ?? error.code ?? error.message})`,
    { details: { searchedPaths: [cli.args[0] ?? cli.file] }, cause: error },
  );
}

/** The JSON on stdout; an envelope becomes the error it stands for. */
function parseAnswer({ out, err, failed, cli }: Output, settings: ExtensionSettings): Result {
  const answer = parseObject(out);
  if (answer?.error === true) throw toError(answer, settings);
  // `doctor` fails when something is wrong and still says what
  if (answer !== undefined && (!failed || 'checks' in answer)) return answer;
  throw new SlipboxError(
    'CLI_NOT_FOUND',
    `OpenNotes CLI not found: ${cli.path} did not answer as slipbox does: ${(err || out).trim().slice(0, 300)}`,
    { details: { searchedPaths: [cli.args[0] ?? cli.file] } },
  );
}

function parseObject(text: string): Result | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Result)
      : undefined;
  } catch {
    return undefined;
  }
}

function toError({ code, message, hint, details }: Result, { tools }: ExtensionSettings): SlipboxError {
  const known = errorCodes.find((one) => one === code) ?? ('INTERNAL' satisfies ErrorCode);
  // at a terminal a tool is a command; in pi it is a tool again
  const renamed = tools.reduce(
    (text, { tool, name }) => text.replaceAll(`slipbox ${commandWords(tool)[1]}`, name),
    String(hint ?? ''),
  );
  return new SlipboxError(known, String(message), {
    ...(renamed === '' ? {} : { hint: renamed }),
    ...(typeof details === 'object' && details !== null ? { details: details as Result } : {}),
  });
}

function isSamePath(one: string, other: string): boolean {
  return isAbsolute(one) && relative(one, other) === '';
}
