import { createA2aHandler } from '../../../src/transports/a2a/handler.ts';
import type { TaskStore } from '../../../src/transports/a2a/ports.ts';
import { runningTestClock } from '../../clock.ts';
import { serveLocally } from '../../local-server.ts';
import { agentCard } from './card.ts';

/**
 * The A2A transport as the official kit (a2aproject/a2a-tck) wants to meet it: its messages are plain text whose id says
 * what should happen, so text is turned into a call before the handler sees it. `npx tsx test/transports/a2a/tck-agent.ts PORT`
 */
const port = Number(process.argv[2] ?? 9999);
const url = `http://127.0.0.1:${port}`;
const rows = new Map<string, { contextId: string; updatedAt: number; record: string }>();
const tasks: TaskStore = {
  get: async (id) => rows.get(id)?.record,
  put: async ({ id, ...row }) => void rows.set(id, row),
  list: async (contextId) =>
    [...rows.values()]
      .filter((row) => row.contextId === contextId)
      .sort((a, b) => b.updatedAt - a.updatedAt)
      .map((row) => row.record),
};
const quiet = () => undefined;
const handler = createA2aHandler({
  log: { debug: quiet, info: quiet, warn: quiet, error: (fields) => console.error(fields) },
  tasks,
  clock: runningTestClock(),
  isPaid: () => false,
  callFree: async (name, args) => {
    await new Promise((resolve) => setTimeout(resolve, name.includes('stream') ? 300 : 20));
    return { summary: `answered ${name}`, args };
  },
});

// biome-ignore lint/suspicious/noExplicitAny: whatever the kit sends
function asCall(body: any): unknown {
  const message = body?.message ?? body?.params?.message;
  const id = String(message?.messageId ?? '');
  if (!Array.isArray(message?.parts) || message.parts.length === 0 || id.startsWith('tck-input-required')) return body;
  if (!message.parts.every((part: { text?: unknown }) => typeof part?.text === 'string')) return body;
  message.parts = [{ data: { svcTool: id.startsWith('tck-stream') ? 'svc_stream' : 'svc_tck', arguments: {} } }];
  return body;
}

await serveLocally(async (request, response) => {
  const called = new URL(request.url ?? '', url);
  if (called.pathname === '/.well-known/agent-card.json') {
    const headers = { 'content-type': 'application/json', 'cache-control': 'public, max-age=300', etag: '"1"' };
    return void response.writeHead(200, headers).end(JSON.stringify(agentCard(url)));
  }
  let text = '';
  for await (const chunk of request) text += chunk;
  const abort = new AbortController();
  response.on('close', () => !response.writableFinished && abort.abort());
  let body: unknown;
  try {
    body = text ? JSON.parse(text) : undefined;
  } catch {
    const refused = { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } };
    return void response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(refused));
  }
  const reply = await handler.handle({
    method: request.method ?? '',
    path: called.pathname.slice('/a2a/v1'.length) || '/',
    query: called.searchParams,
    headers: request.headers,
    body: asCall(body),
    signal: abort.signal,
    requestId: 'tck',
    baseUrl: url,
  });
  response.writeHead(reply.status, reply.headers);
  if (!(Symbol.asyncIterator in reply.body)) return void response.end(JSON.stringify(reply.body));
  for await (const piece of reply.body) response.write(piece);
  response.end();
}, port);
