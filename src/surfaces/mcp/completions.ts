import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { type Call, complete, type Engine, listViews } from '../../engine/index.ts';
import type { ServedTool } from '../../tools/registry.ts';
import { noteTemplate, parsePathValue, renderPathValue } from './note-uri.ts';
import { findPrompt, type PromptSubject } from './prompts.ts';
import { toProtocolError } from './request-call.ts';

const mostValues = 100;

export interface CompletionRequest {
  readonly ref: { type: 'ref/resource'; uri: string } | { type: 'ref/prompt'; name: string };
  readonly argument: { name: string; value: string };
  readonly context?: { arguments?: Record<string, string> | undefined } | undefined;
}

type Subject = PromptSubject | 'notebook' | 'path';

/** Values an argument may have, that begin like or contain what is typed so far, best first. */
export async function completeArgument(
  engine: Engine,
  tools: readonly ServedTool[],
  request: CompletionRequest,
  call: Call,
) {
  const subject = findSubject(request, tools);
  if (subject === undefined) return { completion: { values: [] } };
  try {
    const notebook = request.context?.arguments?.notebook;
    return { completion: await findValues(engine, subject, request.argument.value, notebook, call) };
  } catch (error) {
    throw toProtocolError(error);
  }
}

function findSubject(
  { ref, argument }: CompletionRequest,
  tools: readonly ServedTool[],
): Subject | undefined {
  if (ref.type === 'ref/prompt') {
    const prompt = findPrompt(ref.name, tools);
    if (prompt === undefined) throw unknown(`prompt ${ref.name}`);
    const found = prompt.arguments.find(({ name }) => name === argument.name);
    if (found === undefined) throw unknown(`argument ${argument.name} of prompt ${ref.name}`);
    return found.subject;
  }
  if (ref.uri !== noteTemplate) throw unknown(`resource template ${ref.uri}`);
  if (argument.name === 'path') return 'path';
  if (argument.name === 'notebook') return 'notebook';
  throw unknown(`argument ${argument.name} of ${noteTemplate}`);
}

const unknown = (what: string) =>
  new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown ${what.slice(0, 200)}`);

async function findValues(
  engine: Engine,
  subject: Subject,
  text: string,
  notebook: string | undefined,
  call: Call,
): Promise<{ values: string[]; hasMore: boolean }> {
  const where = notebook === undefined ? {} : { notebook };
  if (subject === 'path') {
    const { values, ...rest } = await findPaths(engine, where, text, call);
    return { values: values.map(renderPathValue), ...rest };
  }
  if (subject === 'note' || subject === 'tag') {
    const what = subject === 'note' ? 'paths' : 'tags';
    return complete(engine, { ...where, what, text, limit: mostValues }, call);
  }
  const names =
    subject === 'view'
      ? (await listViews(engine, where, call)).views.map(({ name }) => name)
      : (await engine.findAll(call)).notebooks.map(({ name }) => name);
  return pick(names, text);
}

/** Typed as it is called, or as a value completed before has it. */
async function findPaths(engine: Engine, where: { notebook?: string }, text: string, call: Call) {
  const ask = (typed: string) =>
    complete(engine, { ...where, what: 'paths', text: typed, limit: mostValues }, call);
  const found = await ask(text);
  const meant = parsePathValue(text);
  return found.values.length > 0 || meant === text ? found : ask(meant);
}

function pick(names: readonly string[], text: string): { values: string[]; hasMore: boolean } {
  const key = text.toLowerCase();
  const found = names.filter((name) => name.toLowerCase().includes(key));
  const begins = (name: string) => (name.toLowerCase().startsWith(key) ? 0 : 1);
  const sorted = found.sort((a, b) => begins(a) - begins(b));
  return { values: sorted.slice(0, mostValues), hasMore: found.length > mostValues };
}
