import {
  type GetPromptResult,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { promptInput } from './fixture-inputs.ts';
import type { Announcer } from './fixture-tool.ts';
import { fixtureTools } from './fixture-tools.ts';
import { png } from './samples.ts';

type Handler = (request: { method: string; params?: unknown }, context: ServerContext) => Promise<unknown>;
type Values = Record<string, string>;

/** A server that also has what the suite asks for by name; everything else is answered by the server itself. */
export function withFixtures(server: Server, announce: Announcer): Server {
  const own = handlersOf(server);
  const ours = <T>(method: string, request: unknown, context: ServerContext) =>
    own.get(method)!(request as { method: string }, context) as Promise<T>;

  server.registerCapabilities({ logging: {}, tools: { listChanged: true }, prompts: { listChanged: true } });
  server.setRequestHandler('tools/list', async (request, context) => {
    const { tools } = await ours<{ tools: object[] }>('tools/list', request, context);
    return {
      tools: [...tools, ...Object.keys(fixtureTools).map(describeTool)] as {
        name: string;
        inputSchema: { type: 'object' };
      }[],
    };
  });
  server.setRequestHandler('tools/call', (request, context) => {
    const { name, arguments: args = {} } = request.params;
    const fixture = Object.hasOwn(fixtureTools, name) ? fixtureTools[name] : undefined;
    return fixture ? fixture(context, args, announce) : ours<{ content: [] }>('tools/call', request, context);
  });
  server.setRequestHandler('resources/read', (request, context) => {
    const { uri } = request.params;
    const content = findResource(uri);
    return content
      ? { contents: [{ uri, ...content }] }
      : ours<{ contents: [] }>('resources/read', request, context);
  });
  server.setRequestHandler('resources/subscribe', (request, context) =>
    request.params.uri.startsWith('test://') ? {} : ours<object>('resources/subscribe', request, context),
  );
  server.setRequestHandler('prompts/list', async (request, context) => {
    const { prompts } = await ours<{ prompts: { name: string }[] }>('prompts/list', request, context);
    return { prompts: [...prompts, ...Object.entries(fixturePrompts).map(describePrompt)] };
  });
  server.setRequestHandler('prompts/get', (request, context) => {
    const { name, arguments: values = {} } = request.params;
    if (name === 'test_input_required_result_prompt') return askForPrompt(context);
    const fixture = Object.hasOwn(fixturePrompts, name) ? fixturePrompts[name] : undefined;
    return fixture
      ? { messages: fixture.say(values) }
      : ours<GetPromptResult>('prompts/get', request, context);
  });
  server.setRequestHandler('completion/complete', (request, context) => {
    const { ref } = request.params;
    const isFixture = ref.type === 'ref/prompt' && ref.name in fixturePrompts;
    return isFixture
      ? { completion: { values: ['paris', 'park', 'party'] } }
      : ours<{ completion: { values: string[] } }>('completion/complete', request, context);
  });
  return server;
}

/** The handlers that are set already. The SDK has no way to ask for them, and replacing them all would test nothing of ours. */
function handlersOf(server: Server): Map<string, Handler> {
  const handlers: unknown = Reflect.get(server, '_requestHandlers');
  if (!(handlers instanceof Map)) throw new Error('The SDK keeps its handlers elsewhere now');
  return new Map(handlers as Map<string, Handler>);
}

const describeTool = (name: string) => ({
  name,
  description: `What the suite expects of ${name}`,
  inputSchema: { type: 'object' as const },
});

function findResource(
  uri: string,
): { mimeType: string; text: string } | { mimeType: string; blob: string } | undefined {
  if (uri === 'test://static-text')
    return { mimeType: 'text/plain', text: 'This is the content of the static text resource.' };
  if (uri === 'test://static-binary') return { mimeType: 'image/png', blob: png };
  const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? [];
  if (id === undefined) return undefined;
  return {
    mimeType: 'application/json',
    text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
  };
}

type Message = GetPromptResult['messages'][number];
const user = (content: Message['content']): Message => ({ role: 'user', content });
const text = (words: string) => user({ type: 'text', text: words });

const fixturePrompts: Record<string, { arguments?: string[]; say(values: Values): Message[] }> = {
  test_simple_prompt: { say: () => [text('This is a simple prompt for testing.')] },
  test_prompt_with_arguments: {
    arguments: ['arg1', 'arg2'],
    say: ({ arg1, arg2 }) => [text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  },
  test_prompt_with_embedded_resource: {
    arguments: ['resourceUri'],
    say: ({ resourceUri: uri = '' }) => [
      user({
        type: 'resource',
        resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
      }),
      text('Please process the embedded resource above.'),
    ],
  },
  test_prompt_with_image: {
    say: () => [
      user({ type: 'image', data: png, mimeType: 'image/png' }),
      text('Please analyze the image above.'),
    ],
  },
  test_input_required_result_prompt: { say: () => [] },
};

function describePrompt([name, { arguments: names = [] }]: [string, { arguments?: string[] }]) {
  return {
    name,
    description: `What the suite expects of ${name}`,
    arguments: names.map((argument) => ({ name: argument, required: true })),
  };
}

async function askForPrompt(context: ServerContext): Promise<GetPromptResult | InputRequiredResult> {
  const answer = await promptInput(
    context,
    {},
    { toolsChanged: () => undefined, promptsChanged: () => undefined },
  );
  if ('inputRequests' in answer) return answer as InputRequiredResult;
  if (!('content' in answer)) throw new ProtocolError(ProtocolErrorCode.InternalError, 'No answer');
  return { messages: [text('The context was given.')] };
}
