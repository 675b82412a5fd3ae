import { ProtocolError, ProtocolErrorCode, Server, type ServerContext } from '@modelcontextprotocol/server';
import { type Caller, type Engine, type Progress, toSlipboxError } from '../../engine/index.ts';
import type { Budget } from '../../tools/budget.ts';
import { type ServedTool, soleDialect, toolsByName } from '../../tools/registry.ts';
import { answerCall, errorText } from '../../tools/run-tool.ts';
import type { Log } from '../log.ts';
import { describeTools } from './describe-tools.ts';

export interface ServerParts {
  readonly version: string;
  readonly tools: readonly ServedTool[];
  readonly budget: Budget;
  readonly engine: Engine;
  /** Who is at the other end. */
  readonly caller: Caller;
  readonly log: Log;
  readonly logWarnings: (result: Record<string, unknown>) => void;
}

/** One server instance for one connection, in whichever protocol era the client speaks. */
export function buildServer(parts: ServerParts): Server {
  const alone = soleDialect(parts.tools)?.alone;
  const server = new Server(
    { name: alone?.name ?? 'slipbox', version: alone?.version ?? parts.version },
    {
      capabilities: { tools: {} },
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
  server.onerror = (error) => parts.log.debug(error.message);
  return server;
}

async function callTool(parts: ServerParts, served: ServedTool, args: unknown, context: ServerContext) {
  try {
    const call = {
      caller: parts.caller,
      signal: context.mcpReq.signal,
      progress: progressSender(context),
      budget: parts.budget,
    };
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

/** Progress reaches only clients that asked for it; the numbers they see must rise. */
function progressSender(context: ServerContext): (progress: Progress) => void {
  const token = context.mcpReq._meta?.progressToken;
  if (token === undefined) return () => undefined;
  let last = -1;
  return ({ done, total, message }) => {
    if (done <= last) return;
    last = done;
    const params = {
      progressToken: token,
      progress: done,
      message,
      ...(total === undefined ? {} : { total }),
    };
    context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}

function instructionsFor(tools: readonly ServedTool[]): string {
  const names = tools.map(({ name }) => name).join(', ');
  return (
    `Slipbox reads folders of Markdown notes (${names}). Lists are paged and long notes come in windows: ` +
    'follow nextOffset. An error names the next step in its hint.'
  );
}

/** The SDK builds a schema compiler for elicitation, which is not used here; this spares its start-up cost. */
const unusedValidator = {
  getValidator: () => () => {
    throw new Error('Schemas are validated by the tools');
  },
};
