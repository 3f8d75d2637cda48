import { randomUUID } from 'node:crypto';
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node';
import {
  acceptedContent,
  createMcpHandler,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
} from '@modelcontextprotocol/server';
import { guard, type MessageHandler } from '../../src/transports/mcp/http.ts';
import { serveLocally } from '../local-server.ts';
import { fixtureTools, image, stateCodec } from './fixture-tools.ts';

const user = (content: object) => ({ role: 'user' as const, content: content as { type: 'text'; text: string } });
const userText = (text: string) => user({ type: 'text', text });

const prompts: Record<string, (args: Record<string, string>) => ReturnType<typeof user>[]> = {
  test_simple_prompt: () => [userText('This is a simple prompt for testing.')],
  test_prompt_with_arguments: (args) => [userText(`Prompt with arguments: arg1='${args.arg1}', arg2='${args.arg2}'`)],
  test_prompt_with_embedded_resource: (args) => [
    user({
      type: 'resource',
      resource: { uri: args.resourceUri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
    }),
    userText('Please process the embedded resource above.'),
  ],
  test_prompt_with_image: () => [user(image), userText('Please analyze the image above.')],
};
const askingPrompt = 'test_input_required_result_prompt';

function readFixture(uri: string) {
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id) {
    const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return { uri, mimeType: 'application/json', text };
  }
  if (uri === 'test://static-binary') return { uri, mimeType: 'image/png', blob: image.data };
  if (uri !== 'test://static-text') throw new ResourceNotFoundError(uri);
  return { uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' };
}

/** Everything that the scenarios ask for by name, on the SDK's bare server class, as the product uses it. */
function createFixtureServer(): Server {
  const server = new Server(
    { name: 'conformance-fixture', version: '0.0.0' },
    {
      capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {}, logging: {} },
      requestState: { verify: stateCodec.verify },
    },
  );
  server.setRequestHandler('tools/list', () => ({
    tools: Object.entries(fixtureTools).map(([name, tool]) => ({
      name,
      description: `Conformance fixture ${name}`,
      inputSchema: tool.inputSchema ?? { type: 'object' as const },
    })),
  }));
  server.setRequestHandler('tools/call', async ({ params }, ctx) => {
    const tool = Object.hasOwn(fixtureTools, params.name) ? fixtureTools[params.name] : undefined;
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'unknown tool');
    return tool.run(ctx, (params.arguments ?? {}) as Record<string, string>);
  });
  server.setRequestHandler('resources/list', () => ({
    resources: ['static-text', 'static-binary', 'watched-resource'].map((name) => ({
      uri: `test://${name}`,
      name,
      description: `Conformance fixture ${name}`,
    })),
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template', description: 'By id' }],
  }));
  server.setRequestHandler('resources/read', ({ params }) => ({ contents: [readFixture(params.uri)] }));
  server.setRequestHandler('resources/subscribe', () => ({}));
  server.setRequestHandler('resources/unsubscribe', () => ({}));
  server.setRequestHandler('prompts/list', () => ({
    prompts: [...Object.keys(prompts), askingPrompt].map((name) => ({
      name,
      description: `Conformance fixture ${name}`,
    })),
  }));
  server.setRequestHandler('prompts/get', ({ params }, ctx) => {
    if (params.name === askingPrompt) {
      const context = acceptedContent<{ context: string }>(ctx.mcpReq.inputResponses, 'user_context');
      if (context) return { messages: [userText(context.context)] };
      const properties = { context: { type: 'string' as const } };
      return inputRequired({
        inputRequests: {
          user_context: {
            method: 'elicitation/create',
            params: {
              message: 'What context should the prompt use?',
              requestedSchema: { type: 'object', properties, required: ['context'] },
            },
          },
        },
      });
    }
    const build = Object.hasOwn(prompts, params.name) ? prompts[params.name] : undefined;
    if (!build) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'unknown prompt');
    return { messages: build(params.arguments ?? {}) };
  });
  server.setRequestHandler('completion/complete', () => ({ completion: { values: ['paris', 'park'], total: 2 } }));
  return server;
}

const stateless = toNodeHandler(createMcpHandler(createFixtureServer));
const sessions = new Map<string, NodeStreamableHTTPServerTransport>();

async function openSession(): Promise<NodeStreamableHTTPServerTransport> {
  const transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => void sessions.set(id, transport),
    onsessionclosed: (id) => void sessions.delete(id),
  });
  await createFixtureServer().connect(transport);
  return transport;
}

/** Scenarios in which the server asks the client need a session in the older era; the product never asks. */
const serve: MessageHandler = async (req, res, body) => {
  const id = req.headers['mcp-session-id'];
  const modern = req.headers['mcp-protocol-version'] === '2026-07-28';
  const opens = !modern && (body as { method?: unknown } | undefined)?.method === 'initialize';
  if (typeof id === 'string' && !sessions.has(id)) {
    res.writeHead(404, { 'content-type': 'application/json' }).end('{}');
    return;
  }
  const session = opens ? await openSession() : typeof id === 'string' ? sessions.get(id) : undefined;
  if (session) await session.handleRequest(req, res, body);
  else await stateless(req as Parameters<typeof stateless>[0], res, body);
};

const handler = guard(serve);
const { url } = await serveLocally((req, res) => void handler(req, res));
process.stdout.write(`${url}/mcp\n`);
