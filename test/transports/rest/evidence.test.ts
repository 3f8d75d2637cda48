import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHttp } from '../../../src/cli/http-server.ts';
import type { Answer } from '../../../src/kernel/answer.ts';
import { EvidenceSchema } from '../../../src/kernel/evidence.ts';
import { openService, type TestService } from '../../harness.ts';

let service: TestService;
let running: Awaited<ReturnType<typeof startHttp>>;
let answer: Answer;
let reference: string;

beforeAll(async () => {
  service = await openService();
  running = await startHttp(service.service, { port: 0 });
  const reply = await fetch(`${running.url}/tools/call`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'svc_metro_permits', arguments: { latitude: 35.7789, longitude: -78.6413 } }),
  });
  ({ result: answer } = (await reply.json()) as { result: Answer });
  reference = answer.citations.c1?.evidence ?? '';
});
afterAll(async () => {
  await running.stop();
  await service.close();
});

const get = (path: string, accept?: string) =>
  fetch(`${running.url}${path}`, accept === undefined ? {} : { headers: { accept } });

describe('GET /evidence/<reference>', () => {
  it('gives one citation as JSON: what was queried, when, status and hash, and the values as mapped', async () => {
    const reply = await get(`/evidence/${reference}`);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/json']);
    const evidence = EvidenceSchema.parse(await reply.json());
    expect(Object.keys(evidence.citations)).toEqual(['c1']);
    expect(evidence.requests).toEqual([
      {
        source: 'Raleigh building permits',
        sourceCard: 'raleigh-permits',
        method: 'GET',
        url: expect.stringContaining('/Building_Permits/FeatureServer/0/query?'),
        at: '2026-11-21T12:00:00.000Z',
        outcome: 'answered',
        status: 200,
        bodyHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
    const [, permits] = Object.entries(answer.facts ?? {}).find(([name]) => name === 'permits') ?? [];
    expect(evidence.citations.c1?.facts.map(({ value }) => value)).toEqual(
      (permits as { citation: string }[]).map(({ citation: _key, ...permit }) => permit),
    );
  });

  it('gives the whole answer under the id alone', async () => {
    const evidence = EvidenceSchema.parse(await (await get(`/evidence/${reference.split('-')[0]}`)).json());
    expect(Object.keys(evidence.citations).sort()).toEqual(Object.keys(answer.citations).sort());
  });

  it('is a page for a browser, with nothing that runs', async () => {
    const byAccept = await get(`/evidence/${reference}`, 'text/html,application/xhtml+xml,*/*;q=0.8');
    const byName = await get(`/evidence/${reference}.html`);
    expect(byAccept.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(byAccept.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(byAccept.headers.get('x-robots-tag')).toContain('noindex');
    const page = await byAccept.text();
    expect(await byName.text()).toBe(page);
    for (const part of ['Raleigh building permits', 'BLDNR-014231-2026', 'SHA-256', `/evidence/${reference}.json`])
      expect(page).toContain(part);
    expect(page).not.toMatch(/<script/i);
  });

  it.each(['222222222222-1', `${'x'.repeat(12)}`, 'nothing', '%2e%2e%2f'])(
    'says of %s that nothing is stored',
    async (unknown) => {
      const reply = await get(`/evidence/${unknown}`, 'text/html');
      expect([reply.status, reply.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
      expect(await reply.json()).toMatchObject({ code: 'not_found', charged: false });
    },
  );

  it('has no other citation under a number that the answer does not have', async () => {
    expect((await get(`/evidence/${reference.split('-')[0]}-99`)).status).toBe(404);
  });
});

it('the MCP resource place-records://evidence/{id} is the same', async () => {
  const client = new McpClient({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${running.url}/mcp`)) as never);
  const { contents } = await client.readResource({ uri: `place-records://evidence/${reference}` });
  const [content] = contents as { mimeType?: string; text?: string }[];
  expect(content?.mimeType).toBe('application/json');
  expect(content?.text).toBe(await (await get(`/evidence/${reference}`)).text());
  await expect(client.readResource({ uri: 'place-records://evidence/222222222222-1' })).rejects.toThrow();
  await client.close();
});
