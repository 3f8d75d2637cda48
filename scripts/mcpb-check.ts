// unpacks a bundle into an empty folder and uses it as a host does
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { getMcpConfigForManifest, unpackExtension, v0_3 } from '@anthropic-ai/mcpb';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

interface Answer {
  readonly ok?: boolean;
  readonly result?: { readonly state?: string; readonly summary?: string };
}

function expect(holds: boolean, what: string): void {
  if (!holds) throw new Error(`the bundle fails: ${what}`);
  console.log(`ok     ${what}`);
}

/** The native package of libsql that a platform needs, as npm names it. */
function nativeOf(platform: string): string {
  const suffix = platform.startsWith('linux') ? '-gnu' : platform.startsWith('win32') ? '-msvc' : '';
  return `@libsql/${platform}${suffix}`;
}

/**
 * Starts what the manifest says, its user's settings left at their defaults but for the data folder, and has it answer
 * one question from its embedded data and keep one note, which takes the native SQLite.
 */
export async function checkBundle(bundle: string, platforms: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'mcpb-check-'));
  const extensionPath = join(folder, 'unpacked');
  const dataDir = join(folder, 'data');
  try {
    await unpackExtension({ mcpbPath: bundle, outputDir: extensionPath, silent: true });
    for (const name of platforms.map(nativeOf))
      expect(existsSync(join(extensionPath, 'node_modules', name)), `it holds ${name}`);
    const manifest = v0_3.McpbManifestSchema.parse(
      JSON.parse(readFileSync(join(extensionPath, 'manifest.json'), 'utf8')),
    );
    expect(existsSync(join(extensionPath, manifest.icon ?? '')), 'it holds the icon that its manifest names');
    const launch = await getMcpConfigForManifest({
      manifest,
      extensionPath,
      systemDirs: { HOME: folder },
      userConfig: { svc_data_dir: dataDir },
      pathSeparator: sep,
    });
    if (!launch) throw new Error('the manifest starts nothing');
    const { command, args = [], env = {} } = launch;
    const began = performance.now();
    const client = new Client({ name: 'mcpb-check', version: '1' });
    // no source can be reached: what is queried is answered from the bundle alone
    const alone = { ...env, SVC_UPSTREAM_PROXY: 'http://127.0.0.1:9' };
    await client.connect(new StdioClientTransport({ command, args, env: alone, cwd: folder }));
    try {
      const ask = async (name: string, given: object) =>
        (await client.callTool({ name: 'svc_execute', arguments: { name, arguments: given } }))
          .structuredContent as Answer;
      const { result } = await ask('svc_coverage_check', { place: '27601' });
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      expect(
        result?.summary?.includes('Raleigh, NC 27601') === true,
        `it answers its first question after ${seconds} s: ${result?.summary}`,
      );
      const note = { kind: 'idea', summary: 'a note that a check of the bundle leaves' };
      expect((await ask('svc_agent_feedback', note)).result?.state === 'found', 'it keeps a note');
      expect(existsSync(join(dataDir, 'demand.sqlite')), 'it keeps it in the folder of its settings');
    } finally {
      await client.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
