import { createHmac } from 'node:crypto';
import {
  type InputRequest,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { capabilitiesOf, type FixtureTool, say } from './fixture-tool.ts';

const ask = (message: string, field: string, type: 'string' | 'boolean' = 'string') =>
  inputRequired.elicit({
    message,
    requestedSchema: {
      type: 'object',
      properties: { [field]: type === 'string' ? { type } : { type } },
      required: [field],
    },
  });

const sample = (text: string, maxTokens: number) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens });

/** Whether what came back for a key can be an answer at all. */
function answerOf({ mcpReq }: ServerContext, key: string): Record<string, unknown> | undefined {
  const answer = mcpReq.inputResponses?.[key];
  return typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : undefined;
}

const sign = (state: string) =>
  `${state}.${createHmac('sha256', 'only for tests').update(state).digest('hex')}`;

function checkState({ mcpReq }: ServerContext, expected: string): void {
  if (mcpReq.requestState<string>() !== sign(expected))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The request state is not what was sent');
}

/** Asks until everything is answered, then says what the answers were. */
function asking(requests: Record<string, InputRequest>, state?: string): FixtureTool {
  return (context) => {
    const keys = Object.keys(requests);
    if (state !== undefined && context.mcpReq.requestState() !== undefined) checkState(context, state);
    if (keys.some((key) => answerOf(context, key) === undefined))
      return inputRequired({
        inputRequests: requests,
        ...(state === undefined ? {} : { requestState: sign(state) }),
      });
    const answers = keys.map((key) => JSON.stringify(answerOf(context, key))).join(' ');
    return say(state === undefined ? answers : `state-ok ${answers}`);
  };
}

export const inputTools: Record<string, FixtureTool> = {
  test_input_required_result_elicitation: asking({ user_name: ask('What is your name?', 'name') }),
  test_streaming_elicitation: asking({ user_name: ask('What is your name?', 'name') }),
  test_input_required_result_sampling: asking({
    capital_question: sample('What is the capital of France?', 100),
  }),
  test_input_required_result_list_roots: asking({ client_roots: inputRequired.listRoots() }),
  test_input_required_result_request_state: asking(
    { confirm: ask('Please confirm', 'ok', 'boolean') },
    'asked',
  ),
  test_input_required_result_tampered_state: asking(
    { confirm: ask('Please confirm', 'ok', 'boolean') },
    'kept',
  ),
  test_input_required_result_multiple_inputs: asking(
    {
      user_name: ask('What is your name?', 'name'),
      greeting: sample('Generate a greeting', 50),
      client_roots: inputRequired.listRoots(),
    },
    'several',
  ),
  test_input_required_result_multi_round(context) {
    if (answerOf(context, 'step2')) {
      checkState(context, 'second');
      return say('Both answered');
    }
    if (answerOf(context, 'step1')) {
      checkState(context, 'first');
      return inputRequired({
        inputRequests: { step2: ask('Step 2: What is your favorite color?', 'color') },
        requestState: sign('second'),
      });
    }
    return inputRequired({
      inputRequests: { step1: ask('Step 1: What is your name?', 'name') },
      requestState: sign('first'),
    });
  },
  test_input_required_result_capabilities(context) {
    const able = capabilitiesOf(context);
    const requests = {
      ...(able.elicitation ? { name: ask('What is your name?', 'name') } : {}),
      ...(able.sampling ? { greeting: sample('Generate a greeting', 50) } : {}),
    };
    return inputRequired({ inputRequests: requests });
  },
};

export const promptInput = asking({ user_context: ask('What context should the prompt use?', 'context') });
