import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { childScript } from '../child-script.ts';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const suite = fileURLToPath(
  new URL('dist/index.js', import.meta.resolve('@modelcontextprotocol/conformance/package.json')),
);
const loader = ['--import', here('./load-on-node-20.mjs')];

export const revisions = ['2025-11-25', '2026-07-28'] as const;
export type Revision = (typeof revisions)[number];

/** Why the suite cannot run here; undefined where it can. */
export function unusable(): string | undefined {
  const listed = spawnSync(process.execPath, [...loader, suite, 'list'], { encoding: 'utf8', timeout: 30_000 });
  return listed.status === 0 ? undefined : `the conformance package does not run on Node ${process.version}`;
}

export interface ServerProcess {
  readonly url: string;
  stop(): void;
}

/** Starts one of the two servers of this folder in its own process; it prints its address first. */
export async function startServer(entry: string): Promise<ServerProcess> {
  const script = await childScript(new URL(entry, import.meta.url));
  const child: ChildProcess = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  if (!child.stdout) throw new Error('no output to read the address from');
  for await (const line of createInterface({ input: child.stdout })) {
    return { url: line.trim(), stop: () => child.kill() };
  }
  throw new Error(`${entry} ended before it printed its address`);
}

export interface ConformanceRun {
  readonly exitCode: number | null;
  readonly passed: ReadonlySet<string>;
  readonly failed: ReadonlySet<string>;
  /** Scenarios that the revision does not score (extensions, drafts). */
  readonly unscored: ReadonlySet<string>;
  readonly output: string;
}

/** Runs every scenario that a revision requires; `baseline` is a YAML file with the ones that may fail. */
export async function runSuite(url: string, revision: Revision, baseline?: string): Promise<ConformanceRun> {
  const args = [...loader, suite, 'server', '--url', url, '--requirements', revision, '--timeout', '25000'];
  if (baseline) args.push('--expected-failures', here(baseline));
  const child = spawn(process.execPath, args, { timeout: 115_000 });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const exitCode = await new Promise<number | null>((resolve) => {
    child.on('close', resolve);
  });
  const summary = output.slice(output.indexOf('=== SUMMARY ==='));
  const scored = (mark: string) =>
    new Set([...summary.matchAll(new RegExp(`^${mark} ([\\w-]+): `, 'gm'))].map(([, name]) => name ?? ''));
  const unscored = new Set([...summary.matchAll(/^ {2}[✓✗] ([\w-]+) \(/gm)].map(([, name]) => name ?? ''));
  return { exitCode, passed: scored('✓'), failed: scored('✗'), unscored, output };
}
