import { publishSchema, type ServedTool } from '../../tools/registry.ts';

export interface ToolDescription {
  name: string;
  title: string;
  description: string;
  inputSchema: { type: 'object' };
  outputSchema: { type: 'object' };
  annotations: {
    title: string;
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
}

/** The tools as `tools/list` answers them, in a stable order. */
export function describeTools(tools: readonly ServedTool[]): ToolDescription[] {
  return tools.map(({ tool, name, description, input }) => ({
    name,
    title: tool.title,
    description,
    inputSchema: publishSchema(input) as { type: 'object' },
    outputSchema: publishSchema(tool.output) as { type: 'object' },
    annotations: {
      title: tool.title,
      readOnlyHint: tool.effect === 'read',
      destructiveHint: tool.effect === 'destructive',
      idempotentHint: tool.idempotent ?? false,
      openWorldHint: false,
    },
  }));
}
