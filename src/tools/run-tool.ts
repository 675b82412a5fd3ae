import type { Engine, SlipboxError } from '../engine/index.ts';
import type { ToolCall } from './define-tool.ts';
import type { ServedTool } from './registry.ts';
import { validateInput } from './validate.ts';

export interface Answer {
  readonly result: Record<string, unknown>;
  /** Where the text is not the result as JSON: what the caller asked to see. */
  readonly text: string | undefined;
}

/** The result of a call. Throws SlipboxError for the surface to render. */
export async function runTool(
  served: ServedTool,
  engine: Engine,
  args: unknown,
  call: ToolCall,
): Promise<Record<string, unknown>> {
  return (await answerCall(served, engine, args, call)).result;
}

/** Validates the arguments, runs the tool and says what its answer reads like. */
export async function answerCall(
  served: ServedTool,
  engine: Engine,
  args: unknown,
  call: ToolCall,
): Promise<Answer> {
  const { tool } = served;
  let input: Record<string, unknown> = {};
  const run = async () => {
    input = validateInput(served.input, args);
    const { maxBytes } = input;
    const budget = typeof maxBytes === 'number' ? { ...call.budget, bytes: maxBytes } : call.budget;
    return tool.run(engine, input, { ...call, budget });
  };
  const result = await (tool.dialect.around?.({ tool, engine, args, call, run }) ?? run());
  return { result, text: tool.text?.(result, input, engine.config) };
}

/** The text of a failed call, in the words of its dialect. */
export function errorText(served: ServedTool, error: SlipboxError): string {
  const { dialect } = served.tool;
  return dialect.errorText?.(error) ?? JSON.stringify(dialect.renderError(error, served.rename));
}
