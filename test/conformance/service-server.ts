import { createServer } from 'node:http';
import { createMcpPorts } from '../../src/cli/mcp-ports.ts';
import { createMcpHttpHandler } from '../../src/transports/mcp/http.ts';

/** Serves the product's own MCP surface on loopback, against the fake upstream world, and prints its address. */
const ports = createMcpPorts(async () => {
  const { openService } = await import('../harness.ts');
  return (await openService()).service;
});
const handler = createMcpHttpHandler(ports);
const server = createServer((req, res) => void handler(req, res));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/mcp\n`);
});
