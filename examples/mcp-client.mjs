// finds a tool by a question and runs it, with the official MCP client over streamable HTTP
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const base = process.env.BASE_URL ?? 'http://127.0.0.1:8402';
const client = new Client({ name: 'example', version: '1.0.0' });
await client.connect(new StreamableHTTPClientTransport(new URL(`${base}/mcp`)));

const { tools } = await client.listTools();
console.log(`tools: ${tools.map(({ name }) => name).join(', ')}`);

const search = await client.callTool({ name: 'svc_search_tools', arguments: { query: 'is this lot in a flood zone' } });
const [first] = search.structuredContent.hits ?? search.structuredContent.tools ?? [];
console.log(`best hit: ${first.name}`);

const called = await client.callTool({
  name: 'svc_execute',
  arguments: { name: 'svc_flood_zone', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
});
const { result } = called.structuredContent;
console.log(`${result.state}: ${result.summary}`);
await client.close();
