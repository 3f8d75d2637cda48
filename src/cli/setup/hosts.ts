import { posix, win32 } from 'node:path';
import { type UserPlace, userConfigFolder } from '../../config/data-folder.ts';

/** A program whose configuration names MCP servers. docs/install.md cites where each of these facts is documented. */
export interface Host {
  readonly id: string;
  readonly title: string;
  file(place: UserPlace): string;
  /** Member of the file under which servers stand by name. */
  readonly group: 'mcpServers' | 'servers';
  /** An entry says that it is started and spoken to over standard input and output. */
  readonly typed: boolean;
  /** What makes the program read the file again. */
  readonly afterwards: string;
}

const join = ({ platform }: UserPlace, ...parts: readonly string[]) =>
  platform === 'win32' ? win32.join(...parts) : posix.join(...parts);

export const hosts: readonly Host[] = [
  {
    id: 'claude-desktop',
    title: 'Claude Desktop',
    file: (place) => join(place, userConfigFolder(place), 'Claude', 'claude_desktop_config.json'),
    group: 'mcpServers',
    typed: false,
    afterwards: 'Quit Claude Desktop wholly and start it again.',
  },
  {
    id: 'claude-code',
    title: 'Claude Code',
    file: (place) => join(place, place.home, '.claude.json'),
    group: 'mcpServers',
    typed: true,
    afterwards: 'Start a new session; /mcp shows the server.',
  },
  {
    id: 'cursor',
    title: 'Cursor',
    file: (place) => join(place, place.home, '.cursor', 'mcp.json'),
    group: 'mcpServers',
    typed: false,
    afterwards: 'Quit Cursor and start it again.',
  },
  {
    id: 'vscode',
    title: 'VS Code',
    file: (place) => join(place, userConfigFolder(place), 'Code', 'User', 'mcp.json'),
    group: 'servers',
    typed: true,
    afterwards: 'Run "MCP: List Servers" in VS Code and start it.',
  },
  {
    id: 'windsurf',
    title: 'Windsurf',
    file: (place) => join(place, place.home, '.codeium', 'windsurf', 'mcp_config.json'),
    group: 'mcpServers',
    typed: false,
    afterwards: 'Press refresh in the MCP panel of Windsurf.',
  },
];

export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

/** Through npx; Windows finds it by way of its command shell alone. */
export const throughNpx = ({ platform }: Pick<UserPlace, 'platform'>): Launch =>
  platform === 'win32'
    ? { command: 'cmd', args: ['/c', 'npx', '-y', 'place-records'] }
    : { command: 'npx', args: ['-y', 'place-records'] };
