import type {
  CallToolResult,
  ClientCapabilities,
  InputRequiredResult,
  ServerContext,
} from '@modelcontextprotocol/server';

/** What a fixture may do besides answering. */
export interface Announcer {
  toolsChanged(): void;
  promptsChanged(): void;
}

export type FixtureTool = (
  context: ServerContext,
  args: Record<string, unknown>,
  announce: Announcer,
) => Promise<CallToolResult | InputRequiredResult> | CallToolResult | InputRequiredResult;

export const say = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });

/** What the client of the newer era says it can do, which it says with each request. */
export function capabilitiesOf({ mcpReq }: ServerContext): ClientCapabilities {
  const envelope = (mcpReq.envelope ?? {}) as Record<string, unknown>;
  return (envelope['io.modelcontextprotocol/clientCapabilities'] ?? {}) as ClientCapabilities;
}
