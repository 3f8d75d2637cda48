import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundleOptions, checkoutOptions } from '../../scripts/bundle-options.mjs';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
export type Role = 'world' | 'http' | 'work';
const program = (role: Role) => at(`./processes/${role}.ts`);

/** Resident memory of a process, by milliseconds since it started. */
export interface MemorySample {
  readonly ms: number;
  readonly megabytes: number;
}

/** One process of the fleet, and those that came after it in its place. */
export interface Member {
  readonly role: Role;
  /** What its program said when it was up; undefined while it is not. */
  said: Readonly<Record<string, unknown>> | undefined;
  process: ChildProcess | undefined;
  startedAt: number;
  /** One list for each process that was in this place. */
  readonly memory: MemorySample[][];
  /** Of each process that reports it: p99 of what its event loop was late, in milliseconds. */
  readonly delays: number[];
}

function residentMegabytes(pid: number): number | undefined {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}

/** Processes of a load run, built once and started from one folder; that folder is their data folder too. */
export class Fleet {
  readonly folder = mkdtempSync(join(tmpdir(), 'load-'));
  readonly members: Member[] = [];
  kills = 0;
  readonly #programs = mkdtempSync(join(tmpdir(), 'load-programs-'));
  #watching: NodeJS.Timeout | undefined;

  async build(): Promise<void> {
    symlinkSync(at('../../node_modules'), join(this.#programs, 'node_modules'));
    for (const folder of ['data', 'package.json']) symlinkSync(at(`../../${folder}`), join(this.#programs, folder));
    const outdir = join(this.#programs, 'dist');
    // as the package is: how long a server takes to come back is measured too
    await build({ ...bundleOptions, entryPoints: { http: program('http'), work: program('work') }, outdir });
    await build({ ...checkoutOptions, entryPoints: { world: program('world') }, outdir });
    this.#watching = setInterval(() => this.#look(), 2000);
  }

  /** Starts a process and waits until it says that it is up. */
  async start(role: Role, env: Readonly<Record<string, string>>, onStart?: (pid: number) => void): Promise<Member> {
    const member: Member = { role, said: undefined, process: undefined, startedAt: 0, memory: [], delays: [] };
    this.members.push(member);
    await this.#run(member, env, onStart);
    return member;
  }

  /** Kills it with signal 9 and puts another in its place after a moment; resolves when that one is up. */
  async replace(member: Member, env: Readonly<Record<string, string>>): Promise<void> {
    await this.stop(member, 'SIGKILL');
    this.kills += 1;
    await new Promise((resolve) => setTimeout(resolve, 500));
    await this.#run(member, env);
  }

  async stop(member: Member, signal: NodeJS.Signals): Promise<void> {
    const { process: running } = member;
    member.said = undefined;
    member.process = undefined;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    await new Promise((resolve) => running.once('exit', resolve).kill(signal));
  }

  async close(): Promise<void> {
    clearInterval(this.#watching);
    await Promise.all(this.members.map((member) => this.stop(member, 'SIGKILL')));
    for (const folder of [this.folder, this.#programs]) rmSync(folder, { recursive: true, force: true });
  }

  async #run(member: Member, env: Readonly<Record<string, string>>, onStart?: (pid: number) => void): Promise<void> {
    const child = spawn(process.execPath, [join(this.#programs, 'dist', `${member.role}.mjs`)], {
      cwd: this.#programs,
      env: { PATH: process.env.PATH ?? '', ...env },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    const place = member.memory.length;
    child.on('message', ({ delayMs }: { delayMs: number }) => {
      member.delays[place] = delayMs;
    });
    member.process = child;
    member.startedAt = performance.now();
    member.memory.push([]);
    if (child.pid !== undefined) {
      // stands for machines of others: what it needs of this one is not to be taken from what is measured
      if (member.role === 'world') setPriority(child.pid, constants.priority.PRIORITY_LOW);
      onStart?.(child.pid);
    }
    if (!child.stdout) throw new Error(`a ${member.role} process has no output`);
    const first = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
    if (first.done) throw new Error(`a ${member.role} process ended before it was up`);
    member.said = JSON.parse(String(first.value)) as Record<string, unknown>;
  }

  #look(): void {
    for (const { process: running, memory, startedAt } of this.members) {
      const megabytes = running?.pid === undefined ? undefined : residentMegabytes(running.pid);
      if (megabytes !== undefined) memory.at(-1)?.push({ ms: performance.now() - startedAt, megabytes });
    }
  }
}

/** Growth by least squares over the second half of what was seen of a process, in MB a minute; undefined where it lived too short. */
export function memorySlope(samples: readonly MemorySample[], atLeastMs: number): number | undefined {
  const lived = (samples.at(-1)?.ms ?? 0) - (samples[0]?.ms ?? 0);
  if (lived < atLeastMs) return undefined;
  const later = samples.slice(Math.floor(samples.length / 2));
  const meanOf = (of: (sample: MemorySample) => number) => later.reduce((sum, one) => sum + of(one), 0) / later.length;
  const [x, y] = [meanOf(({ ms }) => ms), meanOf(({ megabytes }) => megabytes)];
  const over = later.reduce((sum, { ms, megabytes }) => sum + (ms - x) * (megabytes - y), 0);
  const under = later.reduce((sum, { ms }) => sum + (ms - x) ** 2, 0);
  return under === 0 ? 0 : (over / under) * 60_000;
}
