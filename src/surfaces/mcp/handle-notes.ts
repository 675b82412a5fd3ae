import type { Server } from '@modelcontextprotocol/server';
import type { ServerParts } from './build-server.ts';
import { requestCall } from './request-call.ts';

/** The extension under which skills are served. */
export const skillsExtension = 'io.modelcontextprotocol/skills';

/** Notes as resources, prompts, completions and the skill. What answers is loaded when it is first asked. */
export function handleNotes(server: Server, parts: ServerParts): void {
  const { engine, tools, budget, caller, changes } = parts;
  server.setRequestHandler('resources/list', async ({ params }, context) => {
    const { listResources } = await import('./resources.ts');
    if (changes !== 'bus' && isOldEra(server)) changes?.wantLists();
    return listResources(engine, params?.cursor, budget, requestCall(caller, context));
  });
  server.setRequestHandler('resources/templates/list', async () => {
    const { resourceTemplates } = await import('./resources.ts');
    return { resourceTemplates };
  });
  server.setRequestHandler('resources/read', async ({ params }, context) => {
    const { readResource } = await import('./resources.ts');
    return readResource(engine, params.uri, budget, requestCall(caller, context));
  });
  server.setRequestHandler('prompts/list', async () => {
    const { describePrompts } = await import('./prompts.ts');
    return { prompts: describePrompts(tools) };
  });
  server.setRequestHandler('prompts/get', async ({ params }, context) => {
    const { getPrompt } = await import('./get-prompt.ts');
    return getPrompt(engine, tools, params, budget, requestCall(caller, context));
  });
  server.setRequestHandler('completion/complete', async ({ params }, context) => {
    const { completeArgument } = await import('./completions.ts');
    return completeArgument(engine, tools, params, requestCall(caller, context));
  });
  handleSkills(server);
  if (changes !== undefined && changes !== 'bus') handleSubscriptions(server, changes);
}

function handleSubscriptions(
  server: Server,
  changes: Exclude<ServerParts['changes'], 'bus' | undefined>,
): void {
  changes.connect({
    updated: (uri) => void server.sendResourceUpdated({ uri }).catch(() => undefined),
    listed: () => void server.sendResourceListChanged().catch(() => undefined),
  });
  server.setRequestHandler('resources/subscribe', async ({ params }) => {
    await changes.subscribe(params.uri);
    return {};
  });
  server.setRequestHandler('resources/unsubscribe', ({ params }) => {
    changes.unsubscribe(params.uri);
    return {};
  });
}

function handleSkills(server: Server): void {
  // results of the newer era say how long they hold: until the server is another one
  const lasting = () => (isOldEra(server) ? {} : { ttlMs: 0, cacheScope: 'private' });
  server.setRequestHandler('skills/list', anyParams, async () => {
    const { listSkills } = await import('./skills.ts');
    return { ...(await listSkills()), ...lasting() };
  });
  server.setRequestHandler('skills/get', anyParams, async (params) => {
    const { getSkill } = await import('./skills.ts');
    return { ...(await getSkill((params as { uri?: unknown } | undefined)?.uri)), ...lasting() };
  });
}

const anyParams = {
  params: {
    '~standard': { version: 1 as const, vendor: 'slipbox', validate: (value: unknown) => ({ value }) },
  },
};

function isOldEra(server: Server): boolean {
  return (server.getNegotiatedProtocolVersion() ?? '') < '2026';
}
