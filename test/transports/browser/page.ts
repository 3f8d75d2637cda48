// runs inside the browser: calls a server of another origin as web pages do, and leaves what became of it at its own server
import * as mcp from '@modelcontextprotocol/client';

// the browser's own; the types of this repository are those of Node
declare const location: { readonly href: string };

const server = new URL(location.href).searchParams.get('server') ?? '';

async function overMcp(mode: 'legacy' | { pin: string }): Promise<string> {
  const client = new mcp.Client({ name: 'page', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(new mcp.StreamableHTTPClientTransport(new URL('/mcp', server)));
  try {
    const { tools } = await client.listTools();
    const call = { name: 'svc_execute', arguments: { name: 'svc_flood_zone', arguments: {} } };
    const { isError } = await client.callTool(call);
    return `${tools.map(({ name }) => name).join(' ')}${isError ? ' error' : ''}`;
  } finally {
    await client.close();
  }
}

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(new URL(path, server), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

const attempts: Readonly<Record<string, () => Promise<string>>> = {
  legacy: () => overMcp('legacy'),
  modern: () => overMcp({ pin: '2026-07-28' }),
  rest: async () => {
    const call = { name: 'svc_double', arguments: { number: 2 } };
    const answer = await post('/tools/call', call, { 'x-request-id': 'from-a-page', 'payment-signature': 'none' });
    return `${answer.status} ${answer.headers.get('x-request-id')}`;
  },
  argument: async () => {
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const accept = 'application/json, text/event-stream';
    return String((await post('/mcp', list, { accept, 'mcp-param-city': 'Raleigh' })).status);
  },
  a2a: async () => String((await post('/a2a/v1/message:send', {}, { 'a2a-version': '1.0' })).status),
  document: async () => String((await fetch(new URL('/tools/list?compact=1', server))).status),
};

const outcomes: Record<string, string> = {};
for (const [name, attempt] of Object.entries(attempts)) {
  outcomes[name] = await attempt().catch((error: unknown) => `refused: ${error instanceof Error ? error.name : error}`);
}
await fetch('/outcomes', { method: 'POST', body: JSON.stringify(outcomes) });
