import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourceCards } from '../../src/sources/cards.ts';
import { sameDateEnvironment, testDayEnvironment } from '../clock.ts';
import { isWhole } from '../sweep.ts';
import { fakeUpstreams } from '../upstreams/fake-upstreams.generated.ts';
import { startUpstreams, type UpstreamServer } from '../upstreams/server.ts';

const root = join(import.meta.dirname, '../..');
/** Asked for inside a try by the libraries that use them. */
const optional = ['bufferutil', 'utf-8-validate', 'pg-native', 'encoding', 'supports-color'];
let folder: string;
interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly size: number }[];
}

let packed: Packed;
let bin: string;
let upstreams: UpstreamServer;

/** Each file below a folder with the hash of its bytes. */
const hashes = (below: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(below, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [relative(below, path), createHash('sha256').update(readFileSync(path)).digest('hex')]),
  );

const build = (cwd: string) => execFileSync(process.execPath, ['scripts/build.mjs'], { cwd, stdio: 'ignore' });

const builtBin = join(root, 'dist/place-records.mjs');
/** What a build reads; the chain of the demo is in `test`. */
const sources = ['src', 'tools', 'resources', 'prompts', 'scripts', 'data', 'package.json', 'tsconfig.json'];

/** When a file below these was changed last. */
const newest = (names: readonly string[]): number =>
  Math.max(
    ...names.flatMap((name) => {
      const path = join(root, name);
      if (statSync(path).isFile()) return statSync(path).mtimeMs;
      return readdirSync(path, { recursive: true, encoding: 'utf8' }).map((file) => statSync(join(path, file)).mtimeMs);
    }),
  );

/** Builds a copy of the sources in another folder, and gives what that made. */
function builtElsewhere(): Record<string, string> {
  const copy = join(folder, 'elsewhere/copy');
  for (const name of [...sources, 'test']) cpSync(join(root, name), join(copy, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  build(copy);
  const made = hashes(join(copy, 'dist'));
  rmSync(copy, { recursive: true });
  return made;
}

/** What a build of the same sources in another folder made. */
let elsewhere: Record<string, string>;

/** The packed tarball, unpacked beside the installed dependencies: what `npx -y place-records` runs. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'packed-'));
  if (isWhole) elsewhere = builtElsewhere();
  // an installation has built this checkout; it is built anew where its sources have changed since
  if (!existsSync(builtBin) || newest(sources) > statSync(builtBin).mtimeMs) build(root);
  [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ) as [Packed];
  execFileSync('tar', ['-xzf', join(folder, packed.filename), '-C', folder]);
  symlinkSync(join(root, 'node_modules'), join(folder, 'package/node_modules'));
  bin = join(folder, 'package/dist/place-records.mjs');
  upstreams = await startUpstreams({ fakeUpstreams });
}, 240_000);
afterAll(async () => {
  await upstreams?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('the build', () => {
  it('is at most 7 MB packed and 16 MB unpacked, of which the model of the search takes at most 1 MB', () => {
    const model = packed.files.find(({ path }) => path === 'data/search/model.bin')?.size;
    expect(model).toBeLessThan(1e6);
    expect(packed.size).toBeLessThan(7e6);
    expect(packed.unpackedSize).toBeLessThan(16e6);
  });

  it.runIf(isWhole)('makes the same bytes from a copy of its sources in another folder', () => {
    const packed = hashes(join(folder, 'package/dist'));
    expect(Object.keys(packed).length).toBeGreaterThan(100);
    // the chain of the demo is for checkouts and not packed
    expect(elsewhere).toEqual({ ...packed, 'demo-rail.mjs': expect.any(String) });
  });
});

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function run(args: readonly string[], env: Record<string, string> = {}, command = bin): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [command, ...args],
      {
        cwd: folder,
        env: {
          PATH: '/usr/bin:/bin',
          SVC_DATA_DIR: join(folder, 'data'),
          SVC_UPSTREAM_PROXY: upstreams.url,
          ...testDayEnvironment(),
          ...env,
        },
        timeout: 90_000,
        maxBuffer: 1e7,
      },
      (_error, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

describe('the packed command', () => {
  it('says what it can do', async () => {
    const { code, stdout, stderr } = await run(['--help']);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    for (const command of ['http', 'call', 'search', 'doctor', 'operate', 'demo'])
      expect(stdout).toContain(`${command} `);
  });

  it('answers a call with facts and their sources', async () => {
    const { code, stdout } = await run(['call', 'svc_flood_zone', '{"address":"222 W Hargett St, Raleigh, NC 27601"}']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/found/);
    expect(stdout).toMatch(/\[c1\]: .*synthetic/);
    expect(stdout).not.toContain('\u001B');
  });

  it('a fault of the caller is a sentence, with exit status 2', async () => {
    const { code, stdout, stderr } = await run(['call', 'svc_flood_zone', '{"latitude":95,"longitude":0}']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/latitude.*\nFor example/s);
    expect(stdout + stderr).not.toMatch(/\bat .*\.mjs:\d+/);
  });

  it('the doctor tells sources that answer from sources that cannot be reached', async () => {
    const [here, away] = await Promise.all([
      run(['doctor', '--json']),
      run(['doctor', '--json'], { SVC_UPSTREAM_PROXY: 'http://127.0.0.1:9' }),
    ]);
    const well = JSON.parse(here.stdout) as { cardId: string; verdict: string }[];
    expect(well.find(({ cardId }) => cardId === 'fema-nfhl')?.verdict).toBe('answers');
    const unreachable = JSON.parse(away.stdout) as { cardId: string; verdict: string }[];
    expect(unreachable.find(({ cardId }) => cardId === 'fema-nfhl')?.verdict).toBe('unreachable');
    expect(away.code).toBe(1);
  }, 100_000);

  it('the doctor says in one line that the network is away, soon, and which data folder is used', async () => {
    const began = performance.now();
    const { code, stdout, stderr } = await run(['doctor'], { SVC_UPSTREAM_PROXY: 'http://127.0.0.1:9' });
    expect(code).toBe(1);
    expect(stdout.trim().split('\n')).toEqual([
      `data folder ${join(folder, 'data')}`,
      expect.stringMatching(/^You seem to be offline: /),
    ]);
    expect(stderr).toBe('');
    expect(performance.now() - began).toBeLessThan(15_000);
  }, 30_000);

  it('the demo answers end to end within a minute, all of it marked synthetic', async () => {
    const began = performance.now();
    const { code, stdout, stderr } = await run(['demo'], { SVC_UPSTREAM_PROXY: '', ...sameDateEnvironment() });
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(performance.now() - began).toBeLessThan(60_000);
    for (const part of [
      'svc_place_facts',
      'svc_flood_zone',
      'svc_governing_districts',
      'No source is connected for this place',
      'The source did not answer',
      'claude mcp add',
    ]) {
      expect(stdout).toContain(part);
    }
    const cited = stdout.split('\n').filter((line) => /^ {2}\[c\d+\]/.test(line));
    expect(cited.length).toBeGreaterThan(5);
    // a cited rule is real; whatever a fake upstream of a source or a mirrored file said is marked
    const marked = cited.filter((line) => line.includes('(synthetic)'));
    expect(marked.length).toBeGreaterThan(5);
    const names = sourceCards.map(({ name }) => name);
    for (const line of cited) {
      if (names.some((name) => line.includes(` "${name}`)) || line.includes('mirrored file'))
        expect(marked).toContain(line);
    }
  }, 100_000);

  it('in a checkout the demo buys an answer on a local chain, and the same payment gets the same bytes', async () => {
    const { code, stdout } = await run(['demo'], { SVC_UPSTREAM_PROXY: '', ...sameDateEnvironment() }, builtBin);
    expect(code).toBe(0);
    expect(stdout).toMatch(/unpaid: HTTP 402, 0\.01 USDC on eip155:8453/);
    expect(stdout).toMatch(/paid: {3}HTTP 200, receipt 0x[0-9a-f]{64}/);
    expect(stdout).toMatch(/0\.01 USDC moved/);
    expect(stdout).toMatch(/replay: HTTP 200, the same bytes, 0 USDC moved/);
  }, 100_000);

  it('serves MCP on stdio to a published client', async () => {
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [bin],
      cwd: folder,
      env: { SVC_DATA_DIR: join(folder, 'data'), SVC_UPSTREAM_PROXY: upstreams.url, ...testDayEnvironment() },
    });
    await client.connect(transport);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['svc_search_tools', 'svc_execute']);
    const answer = await client.callTool({
      name: 'svc_execute',
      arguments: { name: 'svc_flood_zone', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    });
    expect(answer.structuredContent).toMatchObject({ ok: true, tool: 'svc_flood_zone', result: { state: 'found' } });
    await client.close();
  });

  it('imports nothing that the package does not depend on, and carries no path of the machine that built it', () => {
    const { dependencies, optionalDependencies } = JSON.parse(
      readFileSync(join(root, 'package.json'), 'utf8'),
    ) as Record<string, Record<string, string>>;
    const known = new Set([...Object.keys(dependencies ?? {}), ...Object.keys(optionalDependencies ?? {})]);
    const dist = join(folder, 'package/dist');
    mkdirSync(dist, { recursive: true });
    for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
      if (!statSync(join(dist, file)).isFile()) continue;
      const text = readFileSync(join(dist, file), 'utf8');
      expect(text.includes(root), file).toBe(false);
      if (!file.endsWith('.mjs')) continue;
      for (const [, name = ''] of text.matchAll(/(?:\bfrom|\bimport)"((?:@[\w.-]+\/)?[a-z][\w.-]*(?:\/[\w.-]+)*)"/g)) {
        if (builtinModules.includes(name.split('/')[0] ?? '')) continue;
        const wanted = name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/');
        expect([...known, ...optional], `${file} imports ${name}`).toContain(wanted);
      }
    }
  });
});
