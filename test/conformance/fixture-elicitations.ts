import type { ServerContext } from '@modelcontextprotocol/server';
import { type FixtureTool, say } from './fixture-tool.ts';

type Schema = Parameters<ServerContext['mcpReq']['elicitInput']>[0] extends infer Params
  ? Params extends { requestedSchema: infer Requested }
    ? Requested
    : never
  : never;

const elicit =
  (message: string, requestedSchema: Schema): FixtureTool =>
  async ({ mcpReq }, args) => {
    const text = typeof args.message === 'string' ? args.message : message;
    // not by elicitInput: it checks the answer with a schema compiler that our server leaves out
    const params = { mode: 'form' as const, message: text, requestedSchema };
    const { action, content } = await mcpReq.send({ method: 'elicitation/create', params });
    return say(`Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`);
  };

const options = ['option1', 'option2', 'option3'];
const titled = [1, 2, 3].map((number) => ({ const: `value${number}`, title: `Choice ${number}` }));

export const elicitations: Record<string, FixtureTool> = {
  test_elicitation: elicit('Please answer', {
    type: 'object',
    properties: { response: { type: 'string' } },
    required: ['response'],
  }),
  test_elicitation_sep1034_defaults: elicit('Please look these over', {
    type: 'object',
    properties: {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    },
  }),
  test_elicitation_sep1330_enums: elicit('Please choose', {
    type: 'object',
    properties: {
      untitledSingle: { type: 'string', enum: options },
      titledSingle: { type: 'string', oneOf: titled },
      legacyEnum: {
        type: 'string',
        enum: ['opt1', 'opt2', 'opt3'],
        enumNames: ['Option One', 'Option Two', 'Option Three'],
      },
      untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
      titledMulti: { type: 'array', items: { anyOf: titled } },
    },
  }),
};
