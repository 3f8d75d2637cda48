import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMcpPorts } from '../../../src/cli/mcp-ports.ts';
import { hashJson } from '../../../src/kernel/canonical.ts';
import { executeToolName, searchToolName } from '../../../src/kernel/mcp-tools.ts';
import { openService, type TestService } from '../../harness.ts';
import { serveHttp } from './clients.ts';

interface Hit {
  readonly name: string;
  readonly rail: string;
}

describe('the whole house over MCP', () => {
  let test: TestService;
  let server: Awaited<ReturnType<typeof serveHttp>>;
  let client: Client;
  beforeAll(async () => {
    test = await openService();
    server = await serveHttp(createMcpPorts(async () => test.service));
    client = new Client({ name: 'whole', version: '1' }, { versionNegotiation: { mode: 'auto' } });
    await client.connect(new StreamableHTTPClientTransport(server.url));
    await client.listTools();
  });
  afterAll(async () => {
    await client?.close();
    await server?.close();
    await test?.close();
  });
  const execute = (name: string, args: object) =>
    client.callTool({ name: 'svc_execute', arguments: { name, arguments: args } });

  it('finds a tool by plain words and runs it with the same answer as the pipeline', async () => {
    const found = await client.callTool({ name: 'svc_search_tools', arguments: { query: 'flood zone of an address' } });
    const hits = (found.structuredContent as { hits: Hit[] }).hits;
    expect(hits[0]?.name).toBe('svc_flood_zone');
    const tool = test.service.registry.freeTool('svc_flood_zone');
    const args = tool?.examples[0]?.arguments ?? {};
    const answer = (await execute('svc_flood_zone', args)).structuredContent as { ok: boolean; result: unknown };
    expect(answer).toMatchObject({ ok: true, tool: 'svc_flood_zone', result: { state: 'found' } });
    expect(hashJson(answer.result)).toBe(hashJson(await test.call('svc_flood_zone', args)));
  });

  it('helps with a wrong name and with wrong arguments', async () => {
    const near = await execute('svc_flod_zone', {});
    expect(near).toMatchObject({ isError: true, structuredContent: { code: 'unknown_tool', charged: false } });
    expect(JSON.stringify(near.structuredContent)).toContain('svc_flood_zone');
    // over MCP the search runs wherever it is named; elsewhere its name is explained
    for (const name of [searchToolName, executeToolName, searchToolName.replaceAll('_', '-')]) {
      await expect(test.call(name, {})).rejects.toMatchObject({
        code: 'unknown_tool',
        detail: expect.stringContaining('shown by the MCP server itself'),
      });
    }
    const bad = await execute('svc_flood_zone', { adress: 'x' });
    expect(bad).toMatchObject({ isError: true, structuredContent: { code: 'invalid_arguments' } });
    expect(bad.structuredContent).toHaveProperty('example.address');
  });

  it('opens every source card and every place that it lists', async () => {
    const read = async (uri: string) => {
      const [content] = (await client.readResource({ uri })).contents;
      return content && 'text' in content ? content.text : '';
    };
    for (const list of ['place-records://sources', 'place-records://coverage']) {
      const { rows, count } = JSON.parse(await read(list)) as { rows: [string][]; count: number };
      expect(rows).toHaveLength(count);
      expect(count).toBeGreaterThan(0);
      for (const [id] of rows) expect(JSON.stringify(JSON.parse(await read(`${list}/${id}`)))).toContain(id);
    }
    expect(await read('skill://place-records/SKILL.md')).toMatch(/^---\nname: place-records\n/);
  });

  it('completes places for a prompt', async () => {
    const ref = { type: 'ref/prompt' as const, name: 'homebuyer_due_diligence' };
    const { completion } = await client.complete({ ref, argument: { name: 'place', value: 'Ral' } });
    expect(completion.values).toContain('Raleigh, NC');
  });
});
