import { spawnSync } from 'node:child_process';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { categories } from '../../../src/catalog/registry.ts';
import { ServiceError } from '../../../src/kernel/errors.ts';
import { shortForm } from '../../../src/short-form/short-form.ts';
import {
  defaultInstructions,
  ExecuteInput,
  SearchInput,
  searchCategories,
  toolList,
} from '../../../src/transports/mcp/surface.ts';
import { serveHttp, stdioEntry } from './clients.ts';
import { challenge, fakeService } from './fake-ports.ts';

describe('the two tools', () => {
  const tools = toolList();
  const [search, execute] = tools;

  it('stay small', () => {
    expect(JSON.stringify({ tools }).length).toBeLessThanOrEqual(6000);
    expect(defaultInstructions.length).toBeLessThanOrEqual(1000);
  });

  it('know the categories of the registry', () => {
    expect([...searchCategories]).toEqual(Object.keys(categories));
  });

  it('publish JSON Schema 2020-12 that compiles and agrees with what is enforced', () => {
    const ajv = new Ajv2020({ strict: true });
    for (const tool of tools) {
      expect(tool.inputSchema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
      ajv.compile(tool.inputSchema);
      if (tool.outputSchema) ajv.compile(tool.outputSchema);
    }
    const inputs: unknown[] = [
      { query: 'flood' },
      { query: '' },
      { query: 'x', limit: 0 },
      { query: 'x', category: 'tax', rail: 'paid' },
      { query: 'x', category: 'nope' },
      { query: 'x', more: 1 },
      {},
    ];
    const published = ajv.compile(search?.inputSchema ?? {});
    for (const input of inputs)
      expect([input, published(input)]).toEqual([input, SearchInput.safeParse(input).success]);
    const calls: unknown[] = [
      { name: 'svc_x' },
      { name: 'svc_x', arguments: { any: { thing: [1] } } },
      { name: 'svc_x', arguments: [] },
      { arguments: {} },
      { name: 'svc_x', payment: {} },
    ];
    const runnable = ajv.compile(execute?.inputSchema ?? {});
    for (const input of calls) expect([input, runnable(input)]).toEqual([input, ExecuteInput.safeParse(input).success]);
  });

  it('let any arguments object through and declare an output that answer, challenge and error fit', () => {
    expect(execute?.inputSchema).toMatchObject({
      properties: { arguments: { type: 'object', additionalProperties: true } },
    });
    expect(execute?.inputSchema).not.toHaveProperty('properties.arguments.properties');
    const fits = new Ajv2020({ strict: true }).compile(execute?.outputSchema ?? false);
    const delivery = shortForm(
      { summary: 'x', sections: [{ id: 'a', title: 'A', note: 'x'.repeat(9000) }] },
      { uri: 'x' },
    );
    expect(delivery.whole.form).toBe('short');
    const bodies = [
      { ok: true, tool: 'svc_x', result: { state: 'found' } },
      { ok: true, tool: 'svc-x', ...delivery },
    ];
    for (const body of [...bodies, challenge, new ServiceError('unknown_tool').toBody()]) expect(fits(body)).toBe(true);
    expect(fits({ ok: 'yes' })).toBe(false);
  });

  it('are annotated truthfully', () => {
    for (const tool of tools) expect(tool.title.length).toBeGreaterThan(5);
    expect(search?.annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false });
    expect(execute?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: false, openWorldHint: true });
    expect(execute?.description).toContain('can never pay by itself');
  });
});

const legacy = [
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
  },
  { jsonrpc: '2.0', id: 2, method: 'tools/list' },
];
const modern = [
  {
    jsonrpc: '2.0',
    id: 2,
    method: 'tools/list',
    params: {
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  },
];

const overStdio = (messages: readonly object[]) =>
  spawnSync(process.execPath, stdioEntry, {
    input: messages.map((message) => `${JSON.stringify(message)}\n`).join(''),
    encoding: 'utf8',
  }).stdout;

async function overHttp(message: object | undefined, headers: Record<string, string>): Promise<string> {
  const server = await serveHttp(fakeService());
  const reply = await fetch(server.url, {
    method: 'POST',
    headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json', ...headers },
    body: JSON.stringify(message),
  });
  const text = await reply.text();
  await server.close();
  return text;
}

describe('tools/list is the same, byte for byte,', () => {
  const bytes = `"tools":${JSON.stringify(toolList())}`;

  it.each([
    ['stdio, 2025-11-25', () => overStdio(legacy)],
    ['stdio, 2026-07-28', () => overStdio(modern)],
    ['HTTP, 2025-11-25', () => overHttp(legacy[1], { 'mcp-protocol-version': '2025-11-25' })],
    [
      'HTTP, 2026-07-28',
      () => overHttp(modern[0], { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' }),
    ],
  ])('over %s', async (_name, list) => {
    expect(await list()).toContain(bytes);
    expect(await list()).toContain(bytes);
  });
});
