import * as v2 from '@modelcontextprotocol/client';
import { StdioClientTransport as V2Stdio } from '@modelcontextprotocol/client/stdio';
import { Client as V1Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as V1Stdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as V1Http } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createMcpHttpHandler, type McpHttpOptions } from '../../../src/transports/mcp/http.ts';
import type { McpPorts } from '../../../src/transports/mcp/ports.ts';
import { shortLived } from '../../child-process.ts';
import { childScript } from '../../child-script.ts';
import { serveLocally } from '../../local-server.ts';
import { fakeService } from './fake-ports.ts';

export interface CallResult {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: boolean;
  readonly _meta?: Record<string, unknown>;
}

interface ClientCall {
  readonly signal?: AbortSignal;
  onprogress?(progress: { progress: number; total?: number; message?: string }): void;
}

/** What the tests ask of a connection, whichever published client is behind it. */
export interface Connection {
  readonly client: V1Client | v2.Client;
  call(params: { name: string; arguments?: object; _meta?: object }, options?: ClientCall): Promise<CallResult>;
  /** Settles when the server has told somebody that a call was aborted. */
  readonly aborted: Promise<unknown>;
  close(): Promise<void>;
}

export const stdioEntry = [...shortLived, await childScript(new URL('./stdio-entry.ts', import.meta.url))];
const spawned = { command: process.execPath, args: stdioEntry, stderr: 'pipe' as const };

/** The handler on a loopback port. */
export async function serveHttp(
  ports: McpPorts,
  options?: McpHttpOptions,
): Promise<{ url: URL; close(): Promise<void> }> {
  const handler = createMcpHttpHandler(ports, options);
  const server = await serveLocally((req, res) => void handler(req, res));
  return {
    url: new URL('/mcp', server.url),
    async close() {
      await handler.close();
      await server.close();
    },
  };
}

const saysAborted = (stderr: NodeJS.EventEmitter | null) =>
  new Promise<void>((resolve) => {
    stderr?.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('aborted')) resolve();
    });
  });

const info = { name: 'test-client', version: '1.0.0' };
type Mode = NonNullable<v2.VersionNegotiationOptions['mode']>;

function overV1(client: V1Client, aborted: Promise<unknown>, close: () => Promise<void>): Connection {
  return {
    client,
    aborted,
    close,
    call: (params, options) => client.callTool(params as never, undefined, options as never) as Promise<CallResult>,
  };
}

function overV2(client: v2.Client, aborted: Promise<unknown>, close: () => Promise<void>): Connection {
  return {
    client,
    aborted,
    close,
    call: (params, options) => client.callTool(params as never, options as never) as unknown as Promise<CallResult>,
  };
}

async function v1Stdio(): Promise<Connection> {
  const client = new V1Client(info);
  const transport = new V1Stdio(spawned);
  await client.connect(transport);
  return overV1(client, saysAborted(transport.stderr), () => client.close());
}

async function v1Http(): Promise<Connection> {
  const service = fakeService();
  const server = await serveHttp(service);
  const client = new V1Client(info);
  await client.connect(new V1Http(server.url) as never);
  return overV1(client, service.aborted, async () => {
    await client.close();
    await server.close();
  });
}

async function v2Stdio(mode: Mode): Promise<Connection> {
  const client = new v2.Client(info, { versionNegotiation: { mode } });
  const transport = new V2Stdio(spawned);
  const aborted = saysAborted(transport.stderr);
  await client.connect(transport);
  return overV2(client, aborted, () => client.close());
}

async function v2Http(mode: Mode): Promise<Connection> {
  const service = fakeService();
  const server = await serveHttp(service);
  const client = new v2.Client(info, { versionNegotiation: { mode } });
  await client.connect(new v2.StreamableHTTPClientTransport(server.url));
  return overV2(client, service.aborted, async () => {
    await client.close();
    await server.close();
  });
}

const modern = { pin: '2026-07-28' };

/** Every way in which a published client reaches the server. */
export const connections = [
  { name: 'client 1.x, stdio', era: 'legacy', wire: 'stdio', open: v1Stdio },
  { name: 'client 1.x, HTTP', era: 'legacy', wire: 'http', open: v1Http },
  { name: 'client 2.x legacy, stdio', era: 'legacy', wire: 'stdio', open: () => v2Stdio('legacy') },
  { name: 'client 2.x legacy, HTTP', era: 'legacy', wire: 'http', open: () => v2Http('legacy') },
  { name: 'client 2.x auto, stdio', era: 'modern', wire: 'stdio', open: () => v2Stdio('auto') },
  { name: 'client 2.x auto, HTTP', era: 'modern', wire: 'http', open: () => v2Http('auto') },
  { name: 'client 2.x modern, stdio', era: 'modern', wire: 'stdio', open: () => v2Stdio(modern) },
  { name: 'client 2.x modern, HTTP', era: 'modern', wire: 'http', open: () => v2Http(modern) },
] as const;
