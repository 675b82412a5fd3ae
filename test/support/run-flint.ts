import type { Call } from '../../src/engine/call.ts';
import { selectTools, toolsByName } from '../../src/tools/registry.ts';
import { runTool } from '../../src/tools/run-tool.ts';
import { type OpenNotebook, openNotebook } from './open-notebook.ts';

export const budget = { bytes: 51_200, lines: 2000, contentShare: 0.75 };

const byName = toolsByName(
  selectTools({ dialects: ['flint'], readOnly: false, toolPrefix: 'opennotes_', defaultPageSize: 50 }),
);

export interface FlintPage {
  results: Record<string, unknown>[];
  pagination: { total: number; limit: number; offset: number; hasMore: boolean; nextOffset?: number };
}

export type FlintAnswer = FlintPage & Record<string, unknown>;

export interface FlintNotebook extends AsyncDisposable {
  readonly notebook: OpenNotebook;
  /** Calls a tool by any of its names, as a client would. */
  run(tool: string, args?: Record<string, unknown>, call?: Call): Promise<FlintAnswer>;
}

export async function openFlint(files: Record<string, string | Uint8Array>): Promise<FlintNotebook> {
  const notebook = await openNotebook(files);
  return {
    notebook,
    run: async (tool, args = {}, call = notebook.call) => {
      const served = byName.get(tool);
      if (served === undefined) throw new Error(`No such tool: ${tool}`);
      return (await runTool(served, notebook.engine, args, { ...call, budget })) as FlintAnswer;
    },
    [Symbol.asyncDispose]: () => notebook[Symbol.asyncDispose](),
  };
}
