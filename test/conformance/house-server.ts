import { createServer } from 'node:http';
import { createMcpHttpHandler } from '../../src/transports/mcp/http.ts';
import { fakeHouse } from '../transports/mcp/fake-ports.ts';

/** Serves the product's own MCP surface on loopback and prints its address. */
const handler = createMcpHttpHandler(fakeHouse());
const server = createServer((req, res) => void handler(req, res));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/mcp\n`);
});
