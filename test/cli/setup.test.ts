import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { differenceLines, withServer } from '../../src/cli/setup/change.ts';
import { fileOf, type Host, hosts, throughNpx } from '../../src/cli/setup/hosts.ts';
import { userDataFolder } from '../../src/config/data-folder.ts';
import { commandScript, run } from './command.ts';

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'setup-home-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

async function setup(...args: string[]): Promise<{ status: number; out: string }> {
  const { status, stdout, stderr } = await run(['setup', ...args], { PATH: '/usr/bin:/bin', HOME: home });
  return { status, out: stdout + stderr };
}

const linux = () => ({ env: {}, platform: 'linux' as const, home });
const hostOf = (id: string): Host => {
  const host = hosts.find((one) => one.id === id);
  if (!host) throw new Error(id);
  return host;
};
const put = (id: string, text: string): string => {
  const file = fileOf(hostOf(id), linux());
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
};
const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());

const groups: Readonly<Record<string, string>> = { vscode: 'servers', zed: 'context_servers' };
/** What the documentation of a host shows for a server that it starts. */
function written(id: string): object {
  const entry = { command: 'npx', args: ['-y', 'place-records'] };
  const typed = ['vscode', 'claude-code'].includes(id) ? { type: 'stdio' } : {};
  return { [groups[id] ?? 'mcpServers']: { 'place-records': { ...typed, ...entry } } };
}

describe('place-records setup', () => {
  it.each(hosts.map(({ id }) => id))('%s: shows the change first, and writes it only when told to', async (id) => {
    const file = fileOf(hostOf(id), linux());
    const shown = await setup(id);
    expect(shown).toMatchObject({ status: 0, out: expect.stringContaining('Nothing is written') });
    expect(shown.out).toContain(file);
    expect(shown.out).toMatch(/^\+ .*"?command"?(:| =) "npx"/m);
    expect(filesBelow(home)).toEqual([]);

    expect(await setup(id, '--write')).toMatchObject({ status: 0, out: expect.stringContaining('written') });
    const text = readFileSync(file, 'utf8');
    if (id === 'codex')
      expect(text).toBe('[mcp_servers.place-records]\ncommand = "npx"\nargs = ["-y", "place-records"]\n');
    else expect(JSON.parse(text)).toEqual(written(id));
    expect((await setup(id)).out).toContain('has this server already');
    expect(filesBelow(home)).toHaveLength(1);
  });

  it('keeps everything else, its order and its indentation, and a copy of what was there', async () => {
    const before =
      '{\n\t"theme": "dark",\n\t"mcpServers": {\n\t\t"other": {\n\t\t\t"command": "x"\n\t\t}\n\t},\n\t"last": 1\n}\n';
    const file = put('cursor', before);
    const { out } = await setup('cursor', '--write');
    expect(out).not.toMatch(/^- .*(theme|last|other)/m);
    const after = readFileSync(file, 'utf8');
    expect(Object.keys(JSON.parse(after))).toEqual(['theme', 'mcpServers', 'last']);
    expect(JSON.parse(after).mcpServers.other).toEqual({ command: 'x' });
    expect(after).toContain('\n\t"theme": "dark",\n');
    expect(readFileSync(`${file}.backup-1`, 'utf8')).toBe(before);
    expect(out).toContain(`${file}.backup-1`);
    writeFileSync(file, before);
    await setup('cursor', '--write');
    expect(existsSync(`${file}.backup-2`)).toBe(true);
  });

  it('keeps the environment of an earlier entry, the rights of the file, and a link to it', async () => {
    const real = join(home, 'dotfiles.json');
    writeFileSync(real, '{"mcpServers":{"place-records":{"command":"old","env":{"SVC_KEY_BLS":"k"}}}}', {
      mode: 0o600,
    });
    const file = fileOf(hostOf('claude-code'), linux());
    symlinkSync(real, file);
    expect((await setup('claude-code', '--write')).status).toBe(0);
    expect(JSON.parse(readFileSync(real, 'utf8')).mcpServers['place-records']).toEqual({
      type: 'stdio',
      command: 'npx',
      args: ['-y', 'place-records'],
      env: { SVC_KEY_BLS: 'k' },
    });
    expect(statSync(real).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['{"servers": {}, // a comment\n}', /not plain JSON/],
    ['{"servers": [1]}', /"servers" is no object/],
    ['[]', /one JSON object/],
  ])('leaves %s alone, says why, and what to enter by hand', async (text, why) => {
    const file = put('vscode', text);
    const { status, out } = await setup('vscode', '--write');
    expect(status).toBe(2);
    expect(out).toMatch(why);
    expect(out).toContain('"place-records"');
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(readdirSync(dirname(file))).toHaveLength(1);
  });

  it('lists the hosts with their files, prints without touching any, and refuses one that it does not know', async () => {
    put('windsurf', '');
    const { out } = await setup();
    for (const host of hosts) expect(out).toContain(fileOf(host, linux()));
    const printed = await setup('claude-desktop', '--print');
    expect(JSON.parse(printed.out)).toEqual({
      mcpServers: { 'place-records': { command: 'npx', args: ['-y', 'place-records'] } },
    });
    const unknown = await setup('emacs', '--write');
    expect(unknown).toMatchObject({
      status: 2,
      out: expect.stringMatching(/knows \(claude-desktop, .*Nothing is changed/),
    });
    expect(JSON.parse(unknown.out.slice(unknown.out.indexOf('{')))).toEqual(written('emacs'));
    expect(filesBelow(home)).toHaveLength(1);
  });

  it('what it writes starts a server that answers', async () => {
    const installed = [commandScript, 'setup', 'claude-desktop', '--write', '--installed'];
    execFileSync(process.execPath, installed, { env: { PATH: '/usr/bin:/bin', HOME: home }, stdio: 'pipe' });
    const { mcpServers } = JSON.parse(readFileSync(fileOf(hostOf('claude-desktop'), linux()), 'utf8'));
    const { command, args } = mcpServers['place-records'] as { command: string; args: string[] };
    const client = new Client({ name: 'setup-test', version: '1' });
    await client.connect(
      new StdioClientTransport({
        command,
        args,
        env: { HOME: home, SVC_UPSTREAM_PROXY: 'http://127.0.0.1:9' },
        cwd: home,
      }),
    );
    const answer = await client.callTool({
      name: 'svc_execute',
      arguments: { name: 'svc_coverage_check', arguments: { place: '27601' } },
    });
    await client.close();
    expect(JSON.stringify(answer.structuredContent)).toContain('Raleigh, NC 27601');
  }, 30_000);
});

describe('folders of each platform', () => {
  const windows = {
    env: { APPDATA: 'C:\\A\\Roaming', LOCALAPPDATA: 'C:\\A\\Local' },
    platform: 'win32' as const,
    home: 'C:\\A',
  };
  const mac = { env: {}, platform: 'darwin' as const, home: '/Users/a' };

  it.each([
    [
      'claude-desktop',
      'C:\\A\\Roaming\\Claude\\claude_desktop_config.json',
      '/Users/a/Library/Application Support/Claude/claude_desktop_config.json',
    ],
    ['claude-code', 'C:\\A\\.claude.json', '/Users/a/.claude.json'],
    ['cursor', 'C:\\A\\.cursor\\mcp.json', '/Users/a/.cursor/mcp.json'],
    ['vscode', 'C:\\A\\Roaming\\Code\\User\\mcp.json', '/Users/a/Library/Application Support/Code/User/mcp.json'],
    ['codex', 'C:\\A\\.codex\\config.toml', '/Users/a/.codex/config.toml'],
    ['zed', 'C:\\A\\Roaming\\Zed\\settings.json', '/Users/a/.config/zed/settings.json'],
    ['windsurf', 'C:\\A\\.codeium\\windsurf\\mcp_config.json', '/Users/a/.codeium/windsurf/mcp_config.json'],
  ])('%s', (id, onWindows, onMac) => {
    expect(fileOf(hostOf(id), windows)).toBe(onWindows);
    expect(fileOf(hostOf(id), mac)).toBe(onMac);
  });

  it('data lies in the folder of the user, wherever the process was started', () => {
    expect(userDataFolder(windows)).toBe('C:\\A\\Local\\place-records');
    expect(userDataFolder(mac)).toBe('/Users/a/Library/Application Support/place-records');
    expect(userDataFolder({ env: {}, platform: 'linux', home: '/home/a' })).toBe('/home/a/.local/share/place-records');
    const named = (XDG_DATA_HOME: string) =>
      userDataFolder({ env: { XDG_DATA_HOME }, platform: 'linux', home: '/home/a' });
    expect(named('/x')).toBe('/x/place-records');
    expect(named('x')).toBe('/home/a/.local/share/place-records');
  });

  it('Windows starts npx by its command shell', () => {
    expect(throughNpx({ platform: 'win32' })).toEqual({ command: 'cmd', args: ['/c', 'npx', '-y', 'place-records'] });
  });
});

describe('a change of a configuration', () => {
  const launch = throughNpx({ platform: 'linux' });

  it('adds a table to a TOML file after what is there, and leaves one alone that it would contradict', () => {
    const before = '# mine\nmodel = "m"\n\n[mcp_servers.other]\ncommand = "x"\n';
    const change = withServer(hostOf('codex'), throughNpx({ platform: 'win32' }), before);
    expect(change).toEqual({
      text: `${before}\n[mcp_servers.place-records]\ncommand = "cmd"\nargs = ["/c", "npx", "-y", "place-records"]\n`,
    });
    for (const text of [
      'mcp_servers = { other = { command = "x" } }\n',
      '[mcp_servers."place-records"]\ncommand = "y"\n',
    ])
      expect(withServer(hostOf('codex'), launch, text)).toEqual({ problem: expect.any(String) });
  });

  it('keeps the line ends of the file and reads over a byte order mark', () => {
    const change = withServer(hostOf('cursor'), launch, '\uFEFF{\r\n  "a": 1\r\n}\r\n');
    expect('text' in change && change.text.split('\r\n').length).toBe(
      'text' in change && change.text.split('\n').length,
    );
  });

  it('is shown by the lines that go and come', () => {
    expect(differenceLines('a\nb\nc\n', 'a\nB\nc\n')).toEqual(['  a', '- b', '+ B', '  c']);
    expect(differenceLines('', 'a\n')).toEqual(['+ a']);
    expect(differenceLines('a\n', 'a\n')).toEqual(['  a']);
  });
});
