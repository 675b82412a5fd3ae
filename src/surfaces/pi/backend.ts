import type { Check } from '../../engine/index.ts';
import type { ToolCall } from '../../tools/define-tool.ts';
import type { ServedTool } from '../../tools/registry.ts';
import type { Answer } from '../../tools/run-tool.ts';

export type Result = Record<string, unknown>;

/** Who answers: the engine in this process, or a `slipbox` that is run for each call. Failures are SlipboxErrors. */
export interface Backend {
  run(served: ServedTool, args: Result, call: ToolCall): Promise<Answer>;
  /** What `doctor` says. */
  check(call: ToolCall): Promise<Check[]>;
  version(call: ToolCall): Promise<string>;
  /** The folder of the notebook that a call would change. */
  notebookFolder(named: string | undefined, call: ToolCall): Promise<string>;
  /** Who answers, for a person. */
  readonly description: string;
}
