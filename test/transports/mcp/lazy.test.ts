import { Client, type InMemoryTransport } from '@modelcontextprotocol/client';
import { InMemoryTransport as ServerSide } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import type { McpPorts } from '../../../src/transports/mcp/ports.ts';
import { createMcpServer } from '../../../src/transports/mcp/server.ts';
import { fakeService } from './fake-ports.ts';

it('lists tools, resources, templates and prompts without asking the service for anything', async () => {
  const touched: string[] = [];
  const watch = <T extends object>(target: T, path: string): T =>
    new Proxy(target, {
      get(object, key, receiver) {
        const value: unknown = Reflect.get(object, key, receiver);
        if (typeof value === 'function') touched.push(`${path}${String(key)}`);
        return typeof value === 'object' && value !== null ? watch(value, `${path}${String(key)}.`) : value;
      },
    });
  const [near, far] = ServerSide.createLinkedPair();
  await createMcpServer(watch<McpPorts>(fakeService(), '')).connect(near);
  const client = new Client({ name: 'lazy', version: '1' });
  await client.connect(far as unknown as InMemoryTransport);
  await client.listTools();
  await client.listResources();
  await client.listResourceTemplates();
  await client.listPrompts();
  expect(touched).toEqual([]);
  await client.readResource({ uri: 'place-records://coverage' });
  expect(touched).toEqual(['resources.jurisdictions']);
  await client.close();
});
