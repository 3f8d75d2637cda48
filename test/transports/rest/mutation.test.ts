import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Service } from '../../../src/main.ts';
import { type RunningServer, startRestServer } from '../../../src/transports/rest/server.ts';
import { openService, type TestService } from '../../harness.ts';
import { mutated } from '../../strange.ts';
import { networks } from './fake-service.ts';

let service: TestService;
let server: RunningServer;

const serve = (inner: Service) =>
  startRestServer(
    {
      registry: inner.registry,
      version: inner.version,
      cards: inner.cards,
      networks,
      log: inner.log,
      callFree: (name, args, options) => inner.call(name, args, options),
      searchCatalog: (query, options) => inner.search(query, options),
      mcpHandler: async (_req, res) => void res.writeHead(404).end(),
      ready: async () => ({ ready: true, checks: {} }),
      rateLimitPerMinute: 0,
    },
    { port: 0, host: '127.0.0.1' },
  );

beforeAll(async () => {
  service = await openService();
  server = await serve(service.service);
});
afterAll(async () => {
  await server.stop();
  await service.close();
});

const post = (path: string, body: string) =>
  fetch(server.url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body });

describe('arguments no one thought of', () => {
  it('are answered or refused by every tool and never break one', async () => {
    const tools = service.service.registry.free.filter((tool) => !tool.writes);
    expect(tools.length).toBeGreaterThan(0);
    for (const tool of tools) {
      const known = Object.keys((tool.inputJsonSchema as { properties?: object }).properties ?? {});
      const args = mutated(tool.examples[0]?.arguments ?? {}, known);
      await fc.assert(
        fc.asyncProperty(args, async (given) => {
          const answer = await post('/tools/call', JSON.stringify({ name: tool.name, arguments: given }));
          const body = (await answer.json()) as Record<string, unknown>;
          expect([200, 400], `${tool.name} ${JSON.stringify(given)} ${JSON.stringify(body)}`).toContain(answer.status);
          if (answer.status === 400) expect(body).toMatchObject({ charged: false, code: 'invalid_arguments' });
        }),
        { numRuns: 8, seed: 20_261_121, endOnFailure: true },
      );
    }
  }, 300_000);

  it('are refused where they are not even a call', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string({ unit: 'binary', minLength: 1 })), async (body) => {
        const answer = await post('/tools/call', body);
        expect([400, 404]).toContain(answer.status);
        expect(await answer.json()).toMatchObject({ charged: false, requestId: expect.any(String) });
      }),
      { numRuns: 150, seed: 7 },
    );
  }, 60_000);

  it('are refused by every paid route before anything else', async () => {
    for (const tool of service.service.registry.paid) {
      const answer = await post(`/api/${tool.slug}`, JSON.stringify({ nonsense: true }));
      const body = (await answer.json()) as { charged: unknown };
      expect([answer.status, body.charged], tool.slug).toEqual([400, false]);
    }
  });
});
