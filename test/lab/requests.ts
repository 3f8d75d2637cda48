import fc from 'fast-check';
import { mutated, strange } from '../strange.ts';
import type { House } from './bench.ts';
import type { Declared, Operation, Reply } from './declared.ts';
import { given } from './given.ts';
import { type Draw, type LabContext, type Scenario, type Try, tries } from './scenario.ts';

type Fields = Readonly<Record<string, unknown>>;
type Tool = House['test']['service']['registry']['tools'][number];

const json = 'application/json';
const accept = 'application/json, text/event-stream';

/** What carries a call: mostly as it should be, sometimes with a body or headers that no one declared. */
interface Wire {
  readonly headers: Readonly<Record<string, string>>;
  /** In place of the call. */
  readonly body?: string;
}

const wire: fc.Arbitrary<Wire> = fc.oneof(
  { weight: 12, arbitrary: fc.constant<Wire>({ headers: { 'content-type': json } }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('text/plain', 'application/json; charset=utf-16', 'multipart/form-data', 'application/a2a+json')
      .map((type) => ({ headers: { 'content-type': type } })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('gzip', 'br', 'deflate', 'zstd')
      .map((coding) => ({ headers: { 'content-type': json, 'content-encoding': coding } })),
  },
  {
    weight: 2,
    arbitrary: fc
      .oneof(
        fc.string({ unit: 'binary' }),
        fc.json(),
        fc.constantFrom('', '{', '[]', 'null', '{"a":1e999}', `${'['.repeat(9_000)}`, `{"x":"${'y'.repeat(70_000)}"}`),
      )
      .map((body) => ({ headers: { 'content-type': json }, body })),
  },
);

/** Arguments of a tool: of its schema, of its examples, of its examples with something wrong. */
function argumentsFor(draw: Draw, { inputJsonSchema, examples }: Tool): Fields {
  const known = Object.keys((inputJsonSchema as { properties?: object }).properties ?? { name: 1 });
  const written = fc.constantFrom(...examples.map((example) => example.arguments as Fields), {});
  const described = given(inputJsonSchema, inputJsonSchema);
  return draw(
    fc.oneof(
      { weight: 2, arbitrary: written },
      { weight: 3, arbitrary: written.chain((example) => mutated(example, known.length > 0 ? known : ['none'])) },
      { weight: 3, arbitrary: described as fc.Arbitrary<Fields> },
    ),
  );
}

async function send(url: string, init: RequestInit): Promise<Reply> {
  const reply = await fetch(url, { ...init, signal: AbortSignal.timeout(30_000) });
  return { status: reply.status, type: reply.headers.get('content-type') ?? '', text: await reply.text() };
}

const post = (url: string, call: unknown, { headers, body }: Wire) =>
  send(url, { method: 'POST', headers: { accept, ...headers }, body: body ?? JSON.stringify(call) });

/** Faults of this service that may be answered: a store, a facilitator or a provider that does not answer. */
const declaredFaults = new Set([502, 503]);
/** An answer of 5xx that is none of these, in the reply or, where a protocol answers 200 to all, in what it carries. */
function faultIn({ status, text }: Reply, isCarried = false): string | undefined {
  const named = [...(isCarried ? text : '').matchAll(/\\?"status\\?":\s*(5\d\d)\b/g)].map(([, code]) => Number(code));
  const found = [status, ...named].find((code) => code >= 500 && !declaredFaults.has(code));
  if (found !== undefined) return `a fault ${found}: ${text.slice(0, 300)}`;
  return isCarried && /"code":\s*-32603|internal_error/.test(text)
    ? `an internal error: ${text.slice(0, 300)}`
    : undefined;
}

/** The service and what it declares, asked for once. */
async function opened(ctx: LabContext): Promise<House & { readonly declared: Declared }> {
  const house = await ctx.bench.house();
  return { ...house, declared: await ctx.bench.declared() };
}

const toolsOf = ({ test }: House) => test.service.registry.tools.filter(({ examples }) => examples.length > 0);
const nameOf = (tool: Tool) => (tool.kind === 'free' ? tool.name : tool.slug);
const told = (what: string, sent: unknown, found: string | undefined) =>
  found === undefined ? undefined : `${what} ${JSON.stringify(sent).slice(0, 400)}: ${found}`;

/** Reference to the schema of what a tool answers, a free one inside its wrapper. */
const answerOf = (tool: Tool) =>
  `#/components/schemas/${tool.kind === 'free' ? `${tool.name}.answer` : `${tool.slug}.result`}`;

/** Why the body in which a protocol answers a call is not what the tool declares. */
const misfitOf = (declared: Declared, tool: Tool, body: Fields) =>
  declared.misfit(answerOf(tool), tool.kind === 'free' ? body : body.result);

function oneOperation(house: House & { declared: Declared }): Try {
  const { declared, url } = house;
  const others = declared.operations.filter(
    ({ path }) => !['/tools/call', '/mcp'].includes(path) && !path.startsWith('/a2a'),
  );
  const request = async (draw: Draw, { path, method, parameters, body }: Operation, sent: Wire) => {
    const value = (schema: unknown) => String(draw(fc.oneof(given(schema, declared.document), strange)));
    const query = new URLSearchParams();
    let target = path;
    for (const { name, in: place, schema } of parameters) {
      if (place === 'query' && draw(fc.boolean())) query.set(name, value(schema).slice(0, 2_000));
      if (place === 'path')
        target = target.replace(
          `{${name}}`,
          encodeURIComponent(
            value(schema)
              .slice(0, 500)
              .replace(/\p{Cs}/gu, '?'),
          ) || 'x',
        );
    }
    const call = draw(body ? given(body, declared.document) : fc.constant(undefined));
    const hasBody = method !== 'GET' && method !== 'DELETE';
    const reply = await send(`${url}${target}?${query}`, {
      method,
      headers: hasBody ? { accept, ...sent.headers } : {},
      ...(hasBody && { body: sent.body ?? JSON.stringify(call ?? {}) }),
    });
    return told(
      `${method} ${target}?${query}`,
      call ?? sent.body ?? '',
      faultIn(reply) ?? declared.undeclared(path, method, reply),
    );
  };
  return (draw) => request(draw, draw(fc.constantFrom(...others)), draw(wire));
}

/** One call of a tool over REST. */
export function callOf(house: House & { declared: Declared }): Try {
  const { declared, url } = house;
  const tools = toolsOf(house);
  return async (draw) => {
    const tool = draw(fc.constantFrom(...tools));
    const sent = draw(wire);
    const call = argumentsFor(draw, tool);
    const path = tool.kind === 'free' ? '/tools/call' : `/api/${tool.slug}`;
    const reply = await post(url + path, tool.kind === 'free' ? { name: tool.name, arguments: call } : call, sent);
    const success = sent.body === undefined ? answerOf(tool) : undefined;
    return told(`POST ${path}`, sent.body ?? call, faultIn(reply) ?? declared.undeclared(path, 'POST', reply, success));
  };
}

const methods = [
  'initialize',
  'ping',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
  'notifications/cancelled',
  'skills/list',
  'constructor',
];

/** The message of a reply of MCP, which comes as JSON or as one event. */
const messageIn = (text: string): Fields | undefined =>
  text === '' ? undefined : JSON.parse(text.replace(/^event: message\ndata: /, ''));

/** Why a message is no answer of the protocol, or what a tool answered is not what it declares. */
function misfitOfMcp(declared: Declared, text: string, tool: Tool | undefined): string | undefined {
  const message = messageIn(text);
  if (!message) return undefined;
  const { jsonrpc, result, error } = message as {
    jsonrpc?: string;
    result?: Fields;
    error?: { code?: unknown; message?: unknown };
  };
  if (jsonrpc !== '2.0' || (result === undefined) === (error === undefined))
    return `no answer of JSON-RPC: ${text.slice(0, 300)}`;
  if (error)
    return Number.isInteger(error.code) && typeof error.message === 'string'
      ? undefined
      : `no error: ${text.slice(0, 300)}`;
  const { isError, structuredContent } = result as { isError?: boolean; structuredContent?: unknown };
  if (!tool || isError === true || structuredContent === undefined) return undefined;
  return misfitOf(declared, tool, structuredContent as Fields);
}

function oneMcp(house: House & { declared: Declared }): Try {
  const { declared, url } = house;
  const tools = toolsOf(house);
  return async (draw) => {
    const sent = draw(wire);
    const tool = draw(fc.integer({ min: 0, max: 2 })) > 0 ? draw(fc.constantFrom(...tools)) : undefined;
    const params = tool
      ? { name: 'svc_execute', arguments: { name: nameOf(tool), arguments: argumentsFor(draw, tool) } }
      : draw(
          fc.oneof(
            strange,
            fc.dictionary(fc.constantFrom('name', 'uri', 'cursor', 'ref', 'argument', 'arguments', '_meta'), strange),
          ),
        );
    const call = { jsonrpc: '2.0', id: 1, method: tool ? 'tools/call' : draw(fc.constantFrom(...methods)), params };
    const reply = await post(`${url}/mcp`, call, sent);
    const found = faultIn(reply, true) ?? declared.undeclared('/mcp', 'POST', reply);
    return told(
      'MCP',
      sent.body ?? call,
      found ?? misfitOfMcp(declared, reply.text, sent.body === undefined ? tool : undefined),
    );
  };
}

interface Sent {
  readonly task?: {
    readonly status?: { readonly state?: string };
    readonly artifacts?: readonly { readonly parts?: readonly { readonly data?: Fields }[] }[];
  };
}

const artifactIn = ({ task }: Sent) =>
  task?.status?.state === 'TASK_STATE_COMPLETED' ? task.artifacts?.[0]?.parts?.[0]?.data : undefined;

function oneA2a(house: House & { declared: Declared }): Try {
  const { declared, url } = house;
  const path = '/a2a/v1/message:send';
  const tools = toolsOf(house);
  return async (draw) => {
    const sent = draw(wire);
    const tool = draw(fc.constantFrom(...tools));
    const data = { svcTool: nameOf(tool), arguments: argumentsFor(draw, tool) };
    const proper = { message: { role: 'ROLE_USER', messageId: 'm', parts: [{ data }] } };
    const isProper = sent.body === undefined && draw(fc.integer({ min: 0, max: 3 })) > 0;
    const call = isProper
      ? proper
      : draw(
          fc.oneof(
            given(declared.bodyOf(path, 'POST'), declared.document),
            mutated(proper.message, ['role', 'parts', 'taskId', 'metadata']).map((message) => ({ message })),
          ),
        );
    const reply = await post(url + path, call, sent);
    const answer = isProper && reply.status === 200 ? artifactIn(JSON.parse(reply.text) as Sent) : undefined;
    const found = faultIn(reply, true) ?? declared.undeclared(path, 'POST', reply);
    return told('A2A', sent.body ?? call, found ?? (answer && misfitOf(declared, tool, answer)));
  };
}

const scenario = (
  name: string,
  what: string,
  perSecond: number,
  make: (house: House & { declared: Declared }) => Try,
): Scenario => ({
  ...{ name, what, share: 4, inMinute: true },
  run: async (ctx) => tries(ctx, { perSecond, atOnce: 4 }, make(await opened(ctx))),
});

const lost = 'Lost: an undeclared status or media type, a body outside its schema, a 5xx but 502 and 503';

export const requests: readonly Scenario[] = [
  scenario(
    'calls over REST',
    `Arguments made of the schemas and examples of every tool, free and unpaid, some in broken bodies. ${lost}`,
    12,
    callOf,
  ),
  scenario(
    'documents and pages',
    `Every other operation of the OpenAPI document with made-up parameters and bodies. ${lost}`,
    25,
    oneOperation,
  ),
  scenario(
    'calls over MCP',
    `The same calls through svc_execute, and every other method with wrong parameters. ${lost}`,
    12,
    oneMcp,
  ),
  scenario('calls over A2A', `The same calls in messages, and messages of another form. ${lost}`, 12, oneA2a),
];
