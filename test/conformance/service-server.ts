import { createMcpPorts } from '../../src/cli/mcp-ports.ts';
import { createMcpHttpHandler } from '../../src/transports/mcp/http.ts';
import { serveLocally } from '../local-server.ts';

/** Serves the product's own MCP surface on loopback, against the fake upstream world, and prints its address. */
const ports = createMcpPorts(async () => {
  const { openService } = await import('../harness.ts');
  return (await openService()).service;
});
const handler = createMcpHttpHandler(ports);
const { url } = await serveLocally((req, res) => void handler(req, res));
process.stdout.write(`${url}/mcp\n`);
