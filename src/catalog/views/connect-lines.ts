import { serviceName } from './publication.ts';

const entry = (group: string, server: object) => JSON.stringify({ [group]: { [serviceName]: server } });

/** One line for each program; docs/install.md cites where their forms are documented. Claude Desktop's file starts servers itself. */
export const connectLines = (mcpUrl: string) => [
  {
    host: 'Claude Code',
    where: 'In a terminal',
    text: `claude mcp add --transport http ${serviceName} ${mcpUrl}`,
  },
  {
    host: 'Claude Desktop',
    where: 'In claude_desktop_config.json (Settings, Developer, Edit Config); it runs on your own machine',
    text: entry('mcpServers', { command: 'npx', args: ['-y', serviceName] }),
  },
  { host: 'Cursor', where: 'In ~/.cursor/mcp.json', text: entry('mcpServers', { url: mcpUrl }) },
  {
    host: 'VS Code',
    where: 'In mcp.json (MCP: Open User Configuration)',
    text: entry('servers', { type: 'http', url: mcpUrl }),
  },
  { host: 'Any other client', where: 'MCP over streamable HTTP, at this address', text: mcpUrl },
];
