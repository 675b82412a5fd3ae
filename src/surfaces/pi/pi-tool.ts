import { isAbsolute, relative, resolve } from 'node:path';
import type { AgentToolResult, ExtensionAPI, ToolDefinition } from '@earendil-works/pi-coding-agent';
import type { TSchema } from 'typebox';
import { owner, SlipboxError, toSlipboxError } from '../../engine/index.ts';
import type { ToolCall } from '../../tools/define-tool.ts';
import { publishSchema, type ServedTool } from '../../tools/registry.ts';
import { type Answer, errorText } from '../../tools/run-tool.ts';
import { lowerToMaximum, publishParameters, withoutMentionSigns } from './arguments.ts';
import type { Backend, Result } from './backend.ts';
import type { Details } from './details.ts';
import type { Host } from './host.ts';
import { renderCall } from './render-call.ts';
import { renderResult } from './render-result.ts';
import type { Session } from './session.ts';
import { mostBytes } from './settings.ts';

export interface ToolParts {
  readonly session: Session;
  readonly host: Host;
}

/** One tool as pi registers it. Fields that only newer versions know are ignored by older ones. */
export function piTool(served: ServedTool, parts: ToolParts): Parameters<ExtensionAPI['registerTool']>[0] {
  const { tool, name, description } = served;
  const definition: ToolDefinition<TSchema, Details> & Record<string, unknown> = {
    name,
    label: tool.title,
    description,
    promptSnippet: description.split(/(?<=[.:])\s/)[0]!.replace(/[.:]$/, ''),
    promptGuidelines: [`Prefer ${name} over shell commands to ${lowerFirst(tool.title)}.`],
    parameters: publishParameters(served) as TSchema,
    outputSchema: publishSchema(tool.output),
    annotations: {
      readOnlyHint: tool.effect === 'read',
      destructiveHint: tool.effect === 'destructive',
      idempotentHint: tool.idempotent ?? false,
      openWorldHint: false,
    },
    prepareArguments: (args) => lowerToMaximum(served, args) as never,
    execute: (_id, params, signal, onUpdate, { cwd }) =>
      execute(served, params, { ...parts, signal, onUpdate, cwd }),
    renderCall: (args, theme) => parts.host.drawText(renderCall(served, args, theme)),
    renderResult: (result, options, theme, context) =>
      parts.host.drawText(renderResult(served, result, { ...options, isError: context?.isError }, theme)),
  };
  return definition as Parameters<ExtensionAPI['registerTool']>[0];
}

interface Execution extends ToolParts {
  readonly signal: AbortSignal | undefined;
  readonly onUpdate: ((partial: AgentToolResult<Details>) => void) | undefined;
  readonly cwd: string;
}

async function execute(served: ServedTool, params: unknown, execution: Execution) {
  const { session, cwd } = execution;
  const args = withoutMentionSigns(params);
  if (typeof args.maxBytes === 'number') args.maxBytes = Math.min(args.maxBytes, mostBytes);
  const call: ToolCall = {
    caller: owner,
    signal: execution.signal ?? new AbortController().signal,
    progress: reportProgress(served.name, execution.onUpdate),
    budget: session.settings.budget,
  };
  try {
    if (call.signal.aborted) throw new SlipboxError('CANCELLED', 'The call was cancelled');
    const backend = session.backend(cwd);
    const run = () => backend.run(served, args, call);
    const answer = await (served.tool.effect === 'read'
      ? run()
      : execution.host.queueChange(await findChanged(backend, args, call), run));
    return toPiResult(served.name, answer);
  } catch (thrown) {
    // a returned isError would be lost in pi before 1.0; the message of what is thrown reaches the model in all versions
    throw new Error(errorText(served, toSlipboxError(thrown)));
  }
}

function toPiResult(
  tool: string,
  { result, text = JSON.stringify(result) }: Answer,
): AgentToolResult<Details> & { structuredContent: Result } {
  const pagination = result.pagination as { returned?: number; total?: number } | undefined;
  const { returned, total } = pagination ?? {};
  const counts = returned === undefined || total === undefined ? {} : { counts: { returned, total } };
  return {
    content: [{ type: 'text', text }],
    details: { tool, ...counts, result },
    structuredContent: result,
  };
}

const progressPause = 100;

function reportProgress(tool: string, onUpdate: Execution['onUpdate']): ToolCall['progress'] {
  if (onUpdate === undefined) return () => undefined;
  let last = Number.NEGATIVE_INFINITY;
  return (progress) => {
    if (performance.now() - last < progressPause) return;
    last = performance.now();
    onUpdate({ content: [{ type: 'text', text: progress.message }], details: { tool, progress } });
  };
}

const longestPath = 1000;

/** The file or folder a change is about, by which pi queues it. Wrong arguments queue by the notebook; the call names them. */
async function findChanged(backend: Backend, args: Result, call: ToolCall): Promise<string> {
  const named = typeof args.notebook === 'string' ? args.notebook : undefined;
  const root = await backend.notebookFolder(named, call);
  const given = Object.entries(args).find(
    ([name, value]) => /path$/i.test(name) && typeof value === 'string',
  );
  const path = resolve(root, String(given?.[1] ?? ''));
  const below = relative(root, path);
  const isInside = !below.startsWith('..') && !isAbsolute(below) && !path.includes('\0');
  return isInside && path.length < longestPath ? path : root;
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
