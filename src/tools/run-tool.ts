import type { Engine } from '../engine/index.ts';
import type { ToolCall } from './define-tool.ts';
import type { ServedTool } from './registry.ts';
import { validateInput } from './validate.ts';

/** Validates the arguments and runs the tool. Throws SlipboxError for the surface to render. */
export async function runTool(
  served: ServedTool,
  engine: Engine,
  args: unknown,
  call: ToolCall,
): Promise<Record<string, unknown>> {
  const input: Record<string, unknown> = validateInput(served.input, args);
  const { maxBytes } = input;
  const budget = typeof maxBytes === 'number' ? { ...call.budget, bytes: maxBytes } : call.budget;
  return served.tool.run(engine, input, { ...call, budget });
}
