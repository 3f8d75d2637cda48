import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { build } from 'esbuild';
import { bundleOptions } from '../../scripts/bundle-options.mjs';
import { childEnvironment } from '../../src/config/child-environment.ts';
import { testDayEnvironment } from '../clock.ts';
import { freePort } from '../free-port.ts';
import { syntheticSettings } from '../upstreams/keys.ts';

const root = join(import.meta.dirname, '../..');

/** The command as the package has it, bundled once a run; its path. */
export async function productScript(): Promise<string> {
  const folder = join(process.env.TEST_SCRATCH ?? '', 'product');
  const script = join(folder, 'dist', 'place-records.mjs');
  if (existsSync(script)) return script;
  mkdirSync(folder);
  for (const name of ['node_modules', 'data', 'package.json']) symlinkSync(join(root, name), join(folder, name));
  await build({ ...bundleOptions, absWorkingDir: root, outdir: join(folder, 'dist') });
  return script;
}

type Settings = Readonly<Record<string, string>>;

/** Environment of the product on the day of the fixtures; nothing of the operator's own settings is in it. */
export const productEnvironment = (settings: Settings): NodeJS.ProcessEnv => ({
  ...childEnvironment(),
  ...testDayEnvironment(),
  ...syntheticSettings,
  SVC_MIRROR_AUTO: 'off',
  SVC_LOG_LEVEL: 'silent',
  ...settings,
});

export interface Product {
  readonly url: string;
  readonly child: ChildProcess;
  readonly pid: number;
  /** Exit status and signal; undefined while it runs. */
  ended(): readonly [number | null, NodeJS.Signals | null] | undefined;
  /** Ends it as a service manager does: its exit status; null where it had to be killed after 20 s. */
  stop(): Promise<number | null>;
}

interface Start {
  readonly settings: Settings;
  readonly stderr?: 'ignore' | 'pipe' | number;
  /** User that it runs as. */
  readonly uid?: number;
}

/** `place-records http` in a process of its own, once it answers. */
export async function startProduct({ settings, stderr = 'ignore', uid }: Start): Promise<Product> {
  const port = await freePort();
  const child = spawn(process.execPath, [await productScript(), 'http'], {
    env: productEnvironment({ PORT: String(port), ...settings }),
    stdio: ['ignore', 'ignore', stderr],
    ...(uid !== undefined && { uid, gid: uid }),
  });
  let end: readonly [number | null, NodeJS.Signals | null] | undefined;
  const gone = new Promise<void>((resolve) =>
    child.once('exit', (code, signal) => {
      end = [code, signal];
      resolve();
    }),
  );
  const url = `http://127.0.0.1:${port}`;
  const until = performance.now() + 60_000;
  while ((await statusOf(`${url}/health`)) !== 200) {
    if (end || performance.now() > until) {
      child.kill('SIGKILL');
      throw new Error(`the product does not start: ${JSON.stringify(end)}`);
    }
    await pause(50);
  }
  return {
    ...{ url, child, pid: child.pid ?? 0 },
    ended: () => end,
    async stop() {
      child.kill('SIGTERM');
      await Promise.race([gone, pause(20_000)]);
      if (!end) child.kill('SIGKILL');
      await gone;
      return end?.[0] ?? null;
    },
  };
}

/** Status of an answer; 0 where none comes. */
export async function statusOf(url: string, body?: unknown): Promise<number> {
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  try {
    const reply = await fetch(url, { ...(body !== undefined && post), signal: AbortSignal.timeout(30_000) });
    await reply.arrayBuffer();
    return reply.status;
  } catch {
    return 0;
  }
}

/** Asks /health every few milliseconds until it is stopped: the longest answer, in milliseconds. */
export function watchHealth(url: string): { stop(): Promise<number> } {
  const agent = new Agent({ keepAlive: true });
  let longest = 0;
  let going = true;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const began = performance.now();
      get(`${url}/health`, { agent }, (reply) =>
        reply.resume().once('end', () => {
          longest = Math.max(longest, performance.now() - began);
          resolve();
        }),
      ).once('error', reject);
    });
  const watching = (async () => {
    while (going) {
      await one();
      await pause(20);
    }
  })();
  return {
    async stop() {
      going = false;
      await watching.finally(() => agent.destroy());
      return longest;
    },
  };
}

/** Longest answer of /health that is taken for an answer at once (ms). */
const healthMs = 250;

/**
 * What is done while /health is watched; done again where an answer of it took too long, since another process may have
 * had the machine: what the service itself causes comes again.
 * @returns the longest answer in milliseconds, and what is lost where it took too long each time
 */
export async function whileHealthy(url: string, work: () => Promise<unknown>): Promise<{ ms: number; lost?: string }> {
  let ms = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3 && ms > healthMs; round += 1) {
    const health = watchHealth(url);
    await work();
    ms = Math.min(ms, await health.stop());
  }
  return ms > healthMs ? { ms, lost: `/health took ${Math.round(ms)} ms, three times` } : { ms };
}
