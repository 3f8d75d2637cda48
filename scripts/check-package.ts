// packs the package, installs the tarball in an empty folder as a user does, and holds what the README promises of it:
// small, nothing compiled, the time to the first answer printed; then it has to answer, sell and render on every Node that it names
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { wrapFetchWithPayment } from '@x402/fetch';
import { evmClient, solanaClient } from '../test/rail/buyer.ts';
import { type Rail, startRail } from '../test/rail/rail.ts';
import { isWhole } from '../test/sweep.ts';
import { fakeUpstreams } from '../test/upstreams/fake-upstreams.generated.ts';
import { loadMirrorFiles } from '../test/upstreams/load-mirrors.ts';
import { samplePlaces } from '../test/upstreams/places.ts';
import { startUpstreams } from '../test/upstreams/server.ts';

const megabyteLimit = 130;
/** A whole run is every night; the Node that runs this one is always tried. */
const otherNodes = isWhole ? ['22', '24'] : [];
const folder = mkdtempSync(join(tmpdir(), 'check-package-'));
const failures: string[] = [];

function check(what: string, holds: boolean, measured = ''): void {
  console.log(`${holds ? 'ok    ' : 'FAILED'} ${what}${measured && `: ${measured}`}`);
  if (!holds) failures.push(what);
}

const npm = (args: readonly string[], cwd: string) =>
  execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: 180_000 });

/** One question that the package answers by itself, queried as a newcomer does. */
const firstAnswer = (bin: string): string =>
  execFileSync(process.execPath, [bin, 'call', 'svc_coverage_check', 'place=27601'], {
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', SVC_DATA_DIR: join(folder, 'first'), SVC_UPSTREAM_PROXY: 'http://127.0.0.1:9' },
    encoding: 'utf8',
  });

/** Builds (with `--built`, what is there is packed), packs and installs the tarball; gives the path of its command. */
function install(): string {
  if (!process.argv.includes('--built')) execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'ignore' });
  const [packed] = JSON.parse(npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder], process.cwd()));
  const home = join(folder, 'home');
  mkdirSync(home);
  writeFileSync(join(home, 'package.json'), '{"private":true}');
  // what a newcomer waits for: no package is in the cache of this npm yet
  const cache = join(folder, 'empty-cache');
  const began = performance.now();
  npm(
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--cache', cache, join(folder, packed.filename)],
    home,
  );
  const installed = (performance.now() - began) / 1000;
  const answer = firstAnswer(join(home, 'node_modules/place-records/dist/place-records.mjs'));
  const seconds = (performance.now() - began) / 1000;
  check(
    'installs from an empty cache and answers',
    answer.includes('Raleigh, NC 27601'),
    `${seconds.toFixed(1)} s, of it ${installed.toFixed(1)} s to install`,
  );
  const megabytes = Number(
    execFileSync('du', ['-sm', join(home, 'node_modules')], { encoding: 'utf8' }).split('\t')[0],
  );
  check(`takes less than ${megabyteLimit} MB`, megabytes < megabyteLimit, `${megabytes} MB`);
  const lock = JSON.parse(readFileSync(join(home, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { hasInstallScript?: boolean }>;
  };
  const tree = Object.entries(lock.packages);
  const scripted = tree.flatMap(([path, { hasInstallScript }]) => (hasInstallScript ? path : []));
  // the package's own `prepare` is for checkouts and runs in no installation of a tarball
  const foreign = scripted.filter((path) => path !== 'node_modules/place-records');
  check(
    'no package of the tree has an install script',
    foreign.length === 0,
    foreign.join(', ') || `${tree.length - 1} packages`,
  );
  const compiling = tree.filter(([path]) => /(^|\/)(node-gyp|node-gyp-build|prebuild-install|sqlite3)$/.test(path));
  check('nothing in the tree compiles', compiling.length === 0, compiling.map(([path]) => path).join(', '));
  return join(home, 'node_modules/place-records/dist/place-records.mjs');
}

interface Runtime {
  readonly label: string;
  readonly node: string;
  readonly bin: string;
  readonly env: Readonly<Record<string, string>>;
}

const start = ({ node, bin, env }: Runtime, args: readonly string[]): ChildProcess =>
  spawn(node, [bin, ...args], {
    cwd: folder,
    env: { PATH: '/usr/bin:/bin', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });

const stopped = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });

const initialize = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'check-package', version: '1' },
};
/** Answered from the embedded geography and the registry. */
const offline = { name: 'svc_coverage_check', arguments: { place: '27601' } };

async function checkStdio(runtime: Runtime): Promise<void> {
  const began = performance.now();
  const child = start({ ...runtime, env: { ...runtime.env, SVC_UPSTREAM_PROXY: 'http://127.0.0.1:9' } }, []);
  try {
    const { stdin, stdout } = child;
    if (!stdin || !stdout) throw new Error('no pipes');
    const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
    const ask = async (id: number, method: string, params: object) => {
      stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      const { value } = await lines.next();
      return JSON.parse(String(value)) as { result?: Record<string, unknown> };
    };
    const greeting = await ask(1, 'initialize', initialize);
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
    const listed = (await ask(2, 'tools/list', {})).result?.tools as { name: string }[] | undefined;
    const first = `${Math.round(performance.now() - began)} ms to the first list`;
    const named = listed?.map(({ name }) => name).join(', ') ?? '';
    const whole = greeting.result?.serverInfo !== undefined && named === 'svc_search_tools, svc_execute';
    check(`${runtime.label}: lists its tools over stdio`, whole, first);
    const { result } = await ask(3, 'tools/call', { name: 'svc_execute', arguments: offline });
    const answer = result?.structuredContent as
      | { ok?: boolean; result?: { state?: string; summary?: string } }
      | undefined;
    const found = answer?.ok === true && answer.result?.state === 'found';
    const placed = answer?.result?.summary?.includes('Raleigh, NC 27601') === true;
    check(`${runtime.label}: answers ${offline.name} over stdio without a network`, found && placed);
  } finally {
    await stopped(child);
  }
}

async function listening(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('no output');
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /listens on (\S+)/.exec(line)?.[1];
    if (url) return url;
  }
  throw new Error('the server ended before it listened');
}

async function checkHttp(runtime: Runtime, rail: Rail): Promise<void> {
  const child = start(runtime, ['http', '--port', '0']);
  try {
    const url = await listening(child);
    const health = (await (await fetch(`${url}/health`)).json()) as { status?: string };
    check(`${runtime.label}: is healthy over HTTP`, health.status === 'ok');
    const list = (await (await fetch(`${url}/tools/list?compact=1`)).json()) as { tools?: unknown[] };
    const count = list.tools?.length ?? 0;
    check(`${runtime.label}: lists its tools over HTTP`, count > 100, `${count} tools`);
    await checkSales(runtime.label, url, rail);
  } finally {
    await stopped(child);
  }
}

async function checkSales(label: string, url: string, rail: Rail): Promise<void> {
  const { address } = samplePlaces.raleigh;
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address }),
  };
  const unpaid = await fetch(`${url}/api/svc-place-report`, request);
  check(`${label}: names its terms`, unpaid.status === 402 && unpaid.headers.has('payment-required'));
  const solana = await rail.solana.buyer(1_000_000n);
  const small = await wrapFetchWithPayment(fetch, solanaClient(solana.signer, rail.solana.rpcUrl))(
    `${url}/api/svc-flood-zone`,
    request,
  );
  check(`${label}: sells on Solana`, small.status === 200 && small.headers.has('payment-response'), `${small.status}`);
  const evm = await rail.evm.buyer(10_000_000n);
  const sold = await wrapFetchWithPayment(fetch, evmClient(evm.key))(`${url}/api/svc-place-report`, request);
  const report = (await sold.json()) as { id?: string };
  check(`${label}: sells on an EVM chain`, sold.status === 200 && report.id !== undefined, `${sold.status}`);
  const pdf = Buffer.from(await (await fetch(`${url}/reports/${report.id}.pdf`)).arrayBuffer());
  const drawn = pdf.subarray(0, 5).toString() === '%PDF-' && pdf.includes('SourceSans3') && pdf.includes('/Image');
  check(`${label}: renders the report with its font and its aerial`, drawn, `${pdf.length} bytes`);
}

/** A Node binary of the registry, or undefined where it cannot be had here. */
function fetchNode(major: string): string | undefined {
  const name = `node-${process.platform}-${process.arch}`;
  const home = join(folder, `node-${major}`);
  try {
    mkdirSync(home);
    writeFileSync(join(home, 'package.json'), '{"private":true}');
    npm(['install', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${major}`], home);
    const node = join(home, 'node_modules', name, 'bin/node');
    execFileSync(node, ['--version']);
    return node;
  } catch {
    return undefined;
  }
}

async function checkRuntime(label: string, node: string, bin: string): Promise<void> {
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  const dataDir = join(folder, `data-${label}`);
  const upstreams = await startUpstreams({ fakeUpstreams });
  const rail = await startRail();
  try {
    await loadMirrorFiles(join(dataDir, 'mirror'), new Date());
    const env = {
      SVC_DATA_DIR: dataDir,
      SVC_UPSTREAM_PROXY: upstreams.url,
      SVC_LOG_LEVEL: 'error',
      PORT: '0',
      ...rail.settings,
    };
    const runtime = { label: `Node ${version}`, node, bin, env };
    await checkStdio(runtime);
    await checkHttp(runtime, rail);
  } finally {
    await rail.close();
    await upstreams.close();
  }
}

try {
  const bin = install();
  await checkRuntime('here', process.execPath, bin);
  for (const major of otherNodes) {
    const node = fetchNode(major);
    if (node) await checkRuntime(major, node, bin);
    else
      console.log(
        `skipped Node ${major}: its binary (npm package node-${process.platform}-${process.arch}) cannot be had here`,
      );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(failures.length === 0 ? 'the package holds' : `${failures.length} checks failed`);
process.exit(failures.length === 0 ? 0 : 1);
