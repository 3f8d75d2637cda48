import { setTimeout as sleep } from 'node:timers/promises';
import {
  acceptedContent,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  type InputRequests,
  type InputRequiredResult,
  inputRequired,
  MissingRequiredClientCapabilityError,
  type ServerContext,
} from '@modelcontextprotocol/server';

type ToolAnswer = CallToolResult | InputRequiredResult;
type Run = (ctx: ServerContext, args: Record<string, string>) => Promise<ToolAnswer> | ToolAnswer;

export interface FixtureTool {
  readonly run: Run;
  readonly inputSchema?: { readonly type: 'object'; readonly [key: string]: unknown };
}

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const silence = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';
export const image = { type: 'image', data: pixel, mimeType: 'image/png' } as const;

const say = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] });
const resource = (uri: string, mimeType: string, text: string) =>
  ({ type: 'resource', resource: { uri, mimeType, text } }) as const;

/** Signs the state that a multi-round call hands to the client. */
export const stateCodec = createRequestStateCodec<string>({ key: 'only-for-the-conformance-fixture-server!' });

const form = (message: string, properties: Record<string, unknown>): InputRequests[string] =>
  ({
    method: 'elicitation/create',
    params: { message, requestedSchema: { type: 'object', properties, required: Object.keys(properties) } },
  }) as InputRequests[string];
const sample = (text: string, maxTokens: number): InputRequests[string] => ({
  method: 'sampling/createMessage',
  params: { messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens },
});
const roots: InputRequests[string] = { method: 'roots/list', params: {} };

/** Asks for what is still missing; answers once every key has a response of the right kind. */
async function ask(ctx: ServerContext, requests: InputRequests, done: () => CallToolResult, state?: string) {
  const given = ctx.mcpReq.inputResponses ?? {};
  const answered = Object.entries(requests).every(([key, request]) =>
    request.method === 'elicitation/create' ? acceptedContent(given, key) !== undefined : key in given,
  );
  if (answered && (state === undefined || ctx.mcpReq.requestState() === state)) return done();
  return inputRequired({
    inputRequests: requests,
    ...(state !== undefined && { requestState: await stateCodec.mint(state) }),
  });
}

const declared = (ctx: ServerContext): ClientCapabilities =>
  (ctx.mcpReq.envelope as Record<string, ClientCapabilities> | undefined)?.[CLIENT_CAPABILITIES_META_KEY] ?? {};
const elicited = (ctx: ServerContext, key: string) => JSON.stringify(ctx.mcpReq.inputResponses?.[key]);

async function logThree(ctx: ServerContext): Promise<CallToolResult> {
  for (const line of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
    await ctx.mcpReq.log('info', line);
    await sleep(50);
  }
  return say('three messages logged');
}

async function progressThree(ctx: ServerContext): Promise<CallToolResult> {
  const progressToken = ctx.mcpReq._meta?.progressToken;
  for (const progress of [0, 50, 100]) {
    if (progressToken !== undefined) {
      await ctx.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
    }
    await sleep(50);
  }
  return say('done');
}

const name = { name: { type: 'string' } };
const choices = (values: readonly string[]) => values.map((value) => ({ const: value, title: `Title of ${value}` }));
const values = ['value1', 'value2', 'value3'];
const options = ['option1', 'option2', 'option3'];

const elicitOnce =
  (key: string, message: string, properties: Record<string, unknown>): Run =>
  (ctx) =>
    ask(ctx, { [key]: form(message, properties) }, () => say(`Elicitation completed: ${elicited(ctx, key)}`));

async function multiRound(ctx: ServerContext): Promise<ToolAnswer> {
  const state = ctx.mcpReq.requestState();
  if (state === 'second' && acceptedContent(ctx.mcpReq.inputResponses, 'step2')) return say('both steps answered');
  const second = state === 'first' && acceptedContent(ctx.mcpReq.inputResponses, 'step1') !== undefined;
  return inputRequired({
    inputRequests: second
      ? { step2: form('Step 2: What is your favorite color?', { color: { type: 'string' } }) }
      : { step1: form('Step 1: What is your name?', name) },
    requestState: await stateCodec.mint(second ? 'second' : 'first'),
  });
}

const confirm = { confirm: form('Please confirm', { ok: { type: 'boolean' } }) };
const three = {
  user_name: form('What is your name?', name),
  greeting: sample('Generate a greeting', 50),
  client_roots: roots,
};

/** The tools that the conformance scenarios call by name; none of them is part of the product. */
export const fixtureTools: Readonly<Record<string, FixtureTool>> = {
  test_simple_text: { run: () => say('This is a simple text response for testing.') },
  test_image_content: { run: () => ({ content: [image] }) },
  test_audio_content: { run: () => ({ content: [{ type: 'audio', data: silence, mimeType: 'audio/wav' }] }) },
  test_embedded_resource: {
    run: () => ({
      content: [resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
    }),
  },
  test_multiple_content_types: {
    run: () => ({
      content: [
        { type: 'text', text: 'Multiple content types test:' },
        image,
        resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
      ],
    }),
  },
  test_tool_with_logging: { run: logThree },
  test_logging_tool: { run: logThree },
  test_tool_with_progress: { run: progressThree },
  test_error_handling: {
    run: () => ({ ...say('This tool intentionally returns an error for testing'), isError: true }),
  },
  test_sampling: {
    inputSchema: { type: 'object', properties: { prompt: { type: 'string' } }, required: ['prompt'] },
    run: (ctx, { prompt }) =>
      ask(ctx, { reply: sample(prompt ?? '', 100) }, () => say(`LLM response: ${elicited(ctx, 'reply')}`)),
  },
  test_elicitation: {
    inputSchema: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
    run: (ctx, { message }) =>
      ask(ctx, { user: form(message ?? '', { username: { type: 'string' }, email: { type: 'string' } }) }, () =>
        say(`User response: ${elicited(ctx, 'user')}`),
      ),
  },
  test_elicitation_sep1034_defaults: {
    run: elicitOnce('profile', 'Your profile', {
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    }),
  },
  test_elicitation_sep1330_enums: {
    run: elicitOnce('choice', 'Your choice', {
      untitledSingle: { type: 'string', enum: options },
      titledSingle: { type: 'string', oneOf: choices(values) },
      legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['One', 'Two', 'Three'] },
      untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
      titledMulti: { type: 'array', items: { anyOf: choices(values) } },
    }),
  },
  test_missing_capability: {
    run: (ctx) => {
      if (declared(ctx).sampling) return say('sampling is declared');
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
    },
  },
  test_streaming_elicitation: { run: elicitOnce('answer', 'One word', { word: { type: 'string' } }) },
  test_input_required_result_elicitation: {
    run: (ctx) =>
      ask(ctx, { user_name: form('What is your name?', name) }, () =>
        say(`Hello, ${acceptedContent<{ name: string }>(ctx.mcpReq.inputResponses, 'user_name')?.name}!`),
      ),
  },
  test_input_required_result_sampling: {
    run: (ctx) =>
      ask(ctx, { capital_question: sample('What is the capital of France?', 100) }, () =>
        say(elicited(ctx, 'capital_question')),
      ),
  },
  test_input_required_result_list_roots: {
    run: (ctx) => ask(ctx, { client_roots: roots }, () => say(elicited(ctx, 'client_roots'))),
  },
  test_input_required_result_request_state: {
    run: (ctx) => ask(ctx, confirm, () => say('state-ok'), 'confirming'),
  },
  test_input_required_result_tampered_state: { run: (ctx) => ask(ctx, confirm, () => say('untouched'), 'untouched') },
  test_input_required_result_multiple_inputs: { run: (ctx) => ask(ctx, three, () => say('all answered'), 'three') },
  test_input_required_result_multi_round: { run: multiRound },
  test_input_required_result_capabilities: {
    run: (ctx) => {
      const can = declared(ctx);
      return ask(
        ctx,
        {
          ...(can.elicitation && { user_name: form('What is your name?', name) }),
          ...(can.sampling && { greeting: sample('Generate a greeting', 50) }),
        },
        () => say('queried only for what the client can do'),
      );
    },
  },
  json_schema_2020_12_tool: {
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: { $anchor: 'addressDef', type: 'object', properties: { street: { type: 'string' } } },
      },
      properties: {
        name: { type: 'string' },
        address: { $ref: '#/$defs/address' },
        contactMethod: { type: 'string', enum: ['phone', 'email'] },
        phone: { type: 'string' },
        email: { type: 'string' },
      },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: ['phone'] },
      else: { required: ['email'] },
      additionalProperties: false,
    },
    run: () => say('valid'),
  },
};
