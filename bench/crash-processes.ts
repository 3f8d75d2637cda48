import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/** Processes that sell on one store and are killed with signal 9 and started again. */
export class Processes {
  readonly #folder = mkdtempSync(join(tmpdir(), 'crash-'));
  readonly #script: string;
  readonly #options: object;
  readonly #slots: { url: string | undefined; process: ChildProcess | undefined; upAt: number }[];
  kills = 0;

  constructor(count: number, options: object) {
    const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
    symlinkSync(at('../node_modules'), join(this.#folder, 'node_modules'));
    this.#script = join(this.#folder, 'server.mjs');
    buildSync({
      entryPoints: [at('./crash-server.ts')],
      outfile: this.#script,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20.18',
      packages: 'external',
    });
    this.#options = { ...options, dataDir: this.#folder };
    this.#slots = Array.from({ length: count }, () => ({ url: undefined, process: undefined, upAt: 0 }));
  }

  async start(): Promise<void> {
    await Promise.all(this.#slots.map((_, index) => this.#start(index)));
  }

  /** Address of one that runs, and when it came up; undefined where none does. */
  any(random: number): { url: string; upAt: number } | undefined {
    const up = this.#slots.filter((slot) => slot.url !== undefined);
    const slot = up[Math.floor(random * up.length)];
    return slot?.url === undefined ? undefined : { url: slot.url, upAt: slot.upAt };
  }

  /** Kills one that runs (waits until one does) and starts it again; resolves when it is dead. */
  async kill(random: number): Promise<void> {
    for (;;) {
      const up = this.#slots.flatMap(({ url }, index) => (url === undefined ? [] : [index]));
      const index = up[Math.floor(random * up.length)];
      const slot = index === undefined ? undefined : this.#slots[index];
      if (index === undefined || !slot?.process) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        continue;
      }
      const { process } = slot;
      slot.url = undefined;
      await new Promise((resolve) => process.once('exit', resolve).kill('SIGKILL'));
      this.kills += 1;
      this.#start(index).catch(() => undefined);
      return;
    }
  }

  async #start(index: number): Promise<void> {
    const slot = this.#slots[index];
    if (!slot) return;
    const child = spawn(process.execPath, [this.#script, JSON.stringify(this.#options)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    slot.process = child;
    const first = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
    if (first.done) return;
    slot.url = String(first.value);
    slot.upAt = performance.now();
  }

  close(): void {
    for (const { process } of this.#slots) process?.kill('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
