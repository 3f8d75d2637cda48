import { createMcpPorts } from '../../src/cli/mcp-ports.ts';
import { createMcpHttpHandler } from '../../src/transports/mcp/http.ts';
import { openService } from '../harness.ts';
import { serveLocally } from '../local-server.ts';

/**
 * Serves the product's own MCP surface on loopback, against the fake upstream world, and prints its address. The service
 * is open by then: the suite gives one request a few seconds.
 */
const { service } = await openService();
const handler = createMcpHttpHandler(createMcpPorts(async () => service));
const { url } = await serveLocally((req, res) => void handler(req, res));
process.stdout.write(`${url}/mcp\n`);
