import { setTimeout as sleep } from 'node:timers/promises';
import { MissingRequiredClientCapabilityError } from '@modelcontextprotocol/server';
import { elicitations } from './fixture-elicitations.ts';
import { inputTools } from './fixture-inputs.ts';
import { capabilitiesOf, type FixtureTool, say } from './fixture-tool.ts';
import { png, wav } from './samples.ts';

const embedded = (uri: string, mimeType: string, text: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text },
});

/** The tools the suite calls by name, each as the scenario that calls it says. */
export const fixtureTools: Record<string, FixtureTool> = {
  test_simple_text: () => say('This is a simple text response for testing.'),
  test_image_content: () => ({ content: [{ type: 'image', data: png, mimeType: 'image/png' }] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({
    content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  }),
  test_multiple_content_types: () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      { type: 'image', data: png, mimeType: 'image/png' },
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  }),
  test_error_handling: () => ({
    ...say('This tool intentionally returns an error for testing'),
    isError: true,
  }),
  async test_tool_with_logging({ mcpReq }) {
    for (const message of ['started', 'processing data', 'completed']) {
      await mcpReq.log('info', `Tool ${message}`);
      await sleep(50);
    }
    return say('logged');
  },
  async test_logging_tool({ mcpReq }) {
    await mcpReq.log('info', 'Nobody asked for this');
    return say('logged');
  },
  async test_tool_with_progress({ mcpReq }) {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined)
        await mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken, progress, total: 100 },
        });
      await sleep(50);
    }
    return say('done');
  },
  async test_sampling({ mcpReq }, { prompt = '' }) {
    const content = { type: 'text' as const, text: String(prompt) };
    const answer = await mcpReq.requestSampling({ messages: [{ role: 'user', content }], maxTokens: 100 });
    return say(`LLM response: ${JSON.stringify(answer.content)}`);
  },
  test_missing_capability(context) {
    if (capabilitiesOf(context).sampling === undefined)
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
    return say('sampling is there');
  },
  test_trigger_tool_change(_context, _args, announce) {
    announce.toolsChanged();
    return say('told');
  },
  test_trigger_prompt_change(_context, _args, announce) {
    announce.promptsChanged();
    return say('told');
  },
  ...elicitations,
  ...inputTools,
};
