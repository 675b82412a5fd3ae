import { ProtocolError, ProtocolErrorCode, Server, type ServerContext } from '@modelcontextprotocol/server';
import { type Caller, type Engine, toSlipboxError } from '../../engine/index.ts';
import type { Budget } from '../../tools/budget.ts';
import { type ServedTool, soleDialect, toolsByName } from '../../tools/registry.ts';
import { answerCall, errorText } from '../../tools/run-tool.ts';
import type { Log } from '../log.ts';
import { describeTools } from './describe-tools.ts';
import { handleNotes, skillsExtension } from './handle-notes.ts';
import { instructionsFor } from './instructions.ts';
import { requestCall } from './request-call.ts';
import type { Subscriptions } from './subscriptions.ts';

export interface ServerParts {
  readonly version: string;
  readonly tools: readonly ServedTool[];
  readonly budget: Budget;
  readonly engine: Engine;
  /** Who is at the other end. */
  readonly caller: Caller;
  readonly log: Log;
  readonly logWarnings: (result: Record<string, unknown>) => void;
  /**
   * Who tells this connection of changed notes. `bus`: whoever serves it, on behalf of all connections. Absent: nobody, so
   * that clients are not offered to subscribe.
   */
  readonly changes?: Subscriptions | 'bus' | undefined;
}

/** One server instance for one connection, in whichever protocol era the client speaks. */
export function buildServer(parts: ServerParts): Server {
  const alone = soleDialect(parts.tools)?.alone;
  const isTold = parts.changes !== undefined;
  const notes = {
    resources: { subscribe: isTold, listChanged: isTold },
    prompts: {},
    completions: {},
    extensions: { [skillsExtension]: {} },
  };
  const server = new Server(
    { name: alone?.name ?? 'slipbox', version: alone?.version ?? parts.version },
    {
      capabilities: { tools: {}, ...(alone === undefined ? notes : {}) },
      instructions: alone?.instructions ?? instructionsFor(parts.tools),
      jsonSchemaValidator: unusedValidator,
    },
  );
  const byName = toolsByName(parts.tools);
  server.setRequestHandler('tools/list', () => ({ tools: describeTools(parts.tools) }));
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const served = byName.get(params.name);
    if (served === undefined) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name.slice(0, 100)}`);
    }
    return callTool(parts, served, params.arguments, context);
  });
  if (alone === undefined) handleNotes(server, parts);
  server.onerror = (error) => parts.log.debug(error.message);
  return server;
}

async function callTool(parts: ServerParts, served: ServedTool, args: unknown, context: ServerContext) {
  try {
    const call = { ...requestCall(parts.caller, context), budget: parts.budget };
    const { result, text = JSON.stringify(result) } = await answerCall(served, parts.engine, args, call);
    parts.logWarnings(result);
    return { content: [{ type: 'text' as const, text }], structuredContent: result };
  } catch (thrown) {
    const error = toSlipboxError(thrown);
    if (error.code === 'INTERNAL')
      parts.log.error(String(error.cause instanceof Error ? error.cause.stack : error.stack));
    // no structuredContent: it would have to match the output schema, and clients check that
    return { content: [{ type: 'text' as const, text: errorText(served, error) }], isError: true };
  }
}

/** The SDK builds a schema compiler for elicitation, which is not used here; this spares its start-up cost. */
const unusedValidator = {
  getValidator: () => () => {
    throw new Error('Schemas are validated by the tools');
  },
};
