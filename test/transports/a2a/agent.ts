import { openTaskStore, type TaskRows } from '../../../src/store/task-store.ts';
import { createA2aHandler } from '../../../src/transports/a2a/handler.ts';
import { runningTestClock } from '../../clock.ts';
import { serveLocally } from '../../local-server.ts';
import type { Shop } from '../../pipeline/shop.ts';
import { agentCard } from './card.ts';

export interface Agent {
  readonly url: string;
  close(): Promise<void>;
}

/** The A2A transport in front of a shop: plain HTTP, nothing of Express. */
export async function openAgent(shop: Shop, storing = (rows: TaskRows) => rows): Promise<Agent> {
  const clock = runningTestClock();
  const tasks = storing(openTaskStore({ databaseUrl: undefined, dataDir: shop.dataDir, clock }));
  const write = (fields: object, message: string) => void shop.logged.push(JSON.stringify({ ...fields, message }));
  const handler = createA2aHandler({
    log: { debug: write, info: write, warn: write, error: write },
    tasks,
    clock,
    isPaid: (name) => shop.registry.paidTool(name) !== undefined,
    callFree: (name, args, options) => shop.free.call(name, args, options),
    callPaid: (call) => shop.paid.call({ ...call, transport: 'a2a' }),
    suggest: async () => [{ name: 'svc_promoted', summary: 'Says what it was told to say', example: { say: 'one' } }],
  });
  let url = '';
  const server = await serveLocally(async (request, response) => {
    const abort = new AbortController();
    response.on('close', () => !response.writableFinished && abort.abort());
    const called = new URL(request.url ?? '', url);
    if (called.pathname === '/.well-known/agent-card.json') {
      return void response.setHeader('content-type', 'application/json').end(JSON.stringify(agentCard(url)));
    }
    let text = '';
    for await (const chunk of request) text += chunk;
    const reply = await handler.handle({
      method: request.method ?? '',
      path: called.pathname.slice('/a2a/v1'.length) || '/',
      query: called.searchParams,
      headers: request.headers,
      body: text ? JSON.parse(text) : undefined,
      signal: abort.signal,
      requestId: 'r1',
      baseUrl: shop.url,
    });
    response.writeHead(reply.status, reply.headers);
    if (!(Symbol.asyncIterator in reply.body)) return void response.end(JSON.stringify(reply.body));
    for await (const piece of reply.body) response.write(piece);
    response.end();
  });
  url = server.url;
  return {
    url,
    async close() {
      await server.close();
      await tasks.close();
    },
  };
}
