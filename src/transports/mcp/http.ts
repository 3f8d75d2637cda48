import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { type GuardOptions, guard, type NodeHandler } from './http-guard.ts';
import { type McpPorts, refusalOf } from './ports.ts';
import { createMcpServer } from './server.ts';

export type McpHttpOptions = GuardOptions;

/** Answers one HTTP request to the MCP endpoint. */
type McpHttpHandler = NodeHandler & {
  close(): Promise<void>;
};

/**
 * The MCP endpoint over HTTP for both protocol eras, stateless, free of any framework: mount it for every method at
 * `/mcp`, in front of body parsers. Checks Host and Origin, bounds the body, and answers every refusal as JSON.
 * Cross-origin headers are the mounting server's business.
 */
export function createMcpHttpHandler(ports: McpPorts, options: McpHttpOptions = {}): McpHttpHandler {
  const onerror = (error: Error) => ports.refused?.(refusalOf('http', error));
  const handler = createMcpHandler(() => createMcpServer(ports), { onerror });
  const serve = toNodeHandler(handler, { onerror });
  const onfault = (error: Error) => ports.report?.(error, 'http');
  // IncomingMessage spells its optional members with undefined
  const handle = guard((req, res, body) => serve(req as Parameters<typeof serve>[0], res, body), options, onfault);
  return Object.assign(handle, { close: () => handler.close() });
}
