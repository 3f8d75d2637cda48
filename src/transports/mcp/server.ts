import type { CacheHint, Server } from '@modelcontextprotocol/server';
import { iconAddress } from '../../catalog/icon.ts';
import { callTool } from './calls.ts';
import { CheckedServer } from './parameters.ts';
import type { McpPorts } from './ports.ts';
import { registerResourcesAndPrompts } from './resources-and-prompts.ts';
import { registerSkills, skillsCapability } from './skills.ts';
import { defaultInstructions, toolList, viewCapability } from './surface.ts';

// lists change only with a release and are the same for everybody
const fixed: CacheHint = { ttlMs: 3_600_000, cacheScope: 'public' };
const fresh: CacheHint = { ttlMs: 60_000, cacheScope: 'public' };

/**
 * One MCP server instance over the service's ports: two tools, resources, prompts, completions, one skill; no logging, no sampling,
 * no changing lists. The same factory serves both protocol eras, one instance per connection (stdio) or request (HTTP).
 */
export function createMcpServer(ports: McpPorts): Server {
  const server = new CheckedServer(
    {
      name: 'place-records',
      title: 'Place records',
      version: ports.version,
      icons: [{ src: iconAddress, mimeType: 'image/svg+xml', sizes: ['any'] }],
    },
    {
      capabilities: {
        tools: {},
        resources: {},
        prompts: {},
        completions: {},
        extensions: { ...skillsCapability, ...viewCapability },
      },
      instructions: ports.instructions ?? defaultInstructions,
      cacheHints: {
        'server/discover': fixed,
        'tools/list': fixed,
        'prompts/list': fixed,
        'resources/list': fixed,
        'resources/templates/list': fixed,
        'resources/read': fresh,
      },
    },
  );
  server.onfault = (error, requestId) => ports.report?.(error, requestId);
  server.setRequestHandler('tools/list', () => ({ tools: toolList() }));
  server.setRequestHandler('tools/call', ({ params }, ctx) => callTool(ports, params, ctx));
  registerResourcesAndPrompts(server, ports);
  registerSkills(server, ports.resources);
  return server;
}
