import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import fc from 'fast-check';
import { productEnvironment, productScript } from './product.ts';
import { type Scenario, tries } from './scenario.ts';

const answerMs = 20_000;

/** Bytes of any kind, and lines that are nearly what the protocol has. */
const bytes: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 3, arbitrary: fc.uint8Array({ maxLength: 4_000 }).map((some) => Buffer.from(some)) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 2_000 }).map((text) => Buffer.from(text)) },
  { weight: 2, arbitrary: fc.json().map((text) => Buffer.from(text)) },
  {
    weight: 2,
    arbitrary: fc
      .record({
        jsonrpc: fc.constantFrom('2.0', '1.0', 2),
        id: fc.jsonValue({ maxDepth: 1 }),
        method: fc.string(),
        params: fc.jsonValue(),
      })
      .map((message) => Buffer.from(JSON.stringify(message))),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(
        '['.repeat(50_000),
        'x'.repeat(3_000_000),
        '\u0000',
        '\uFEFF{}',
        '{"a":'.repeat(5_000),
        '\r\r\r',
        `[${'{},'.repeat(200)}{}]`,
      )
      .map((text) => Buffer.from(text)),
  },
);

class StdioProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #gone: Promise<number | null>;
  readonly #waiting = new Map<string, () => void>();
  ended = false;
  /** A line of its output that is no JSON. */
  strange: string | undefined;

  constructor(script: string, env: NodeJS.ProcessEnv) {
    this.#child = spawn(process.execPath, [script], { env, stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child.stderr.resume();
    this.#child.stdin.on('error', () => undefined);
    this.#gone = new Promise((resolve) =>
      this.#child.once('exit', (code) => {
        this.ended = true;
        resolve(code);
      }),
    );
    createInterface({ input: this.#child.stdout }).on('line', (line) => this.#read(line));
  }

  #read(line: string): void {
    try {
      const { id } = JSON.parse(line) as { id?: unknown };
      this.#waiting.get(String(id))?.();
    } catch {
      this.strange ??= line.slice(0, 200);
    }
  }

  /** Whether it answers a ping behind these bytes in time; a process that ended does not. */
  async answersAfter(some: Buffer, id: string): Promise<boolean> {
    const ping = JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' });
    let timer: NodeJS.Timeout | undefined;
    const answered = new Promise<boolean>((resolve) => {
      this.#waiting.set(id, () => resolve(true));
      void this.#gone.then(() => resolve(false));
      timer = setTimeout(() => resolve(false), answerMs);
    });
    this.#child.stdin.write(Buffer.concat([some, Buffer.from(`\n${ping}\n`)]));
    return answered.finally(() => clearTimeout(timer));
  }

  /** Its exit status after the end of its input. */
  async end(): Promise<number | null> {
    this.#child.stdin.end();
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), answerMs);
    return this.#gone.finally(() => clearTimeout(timer));
  }
}

export const stdio: Scenario = {
  name: 'bytes over stdio',
  what: 'Arbitrary bytes, broken and nearly right messages to the standard input of the package, a ping behind each. Lost: a ping without an answer, a line of output that is no JSON, an end with another status than 0',
  share: 3,
  // the package is bundled for it
  inMinute: false,
  async run(ctx) {
    const { test } = await ctx.bench.house();
    const settings = { SVC_UPSTREAM_PROXY: test.upstreams.url, SVC_DATA_DIR: mkdtempSync(join(tmpdir(), 'stdio-')) };
    const running = new StdioProcess(await productScript(), productEnvironment(settings));
    const outcome = await tries(ctx, { perSecond: 15 }, async (draw, at) => {
      if (running.ended) return undefined;
      const some = draw(bytes);
      if (!(await running.answersAfter(some, `ping ${at}`)))
        return `no answer after ${some.toString('base64').slice(0, 300)}`;
      return running.strange;
    });
    const status = running.ended ? 'too early' : await running.end();
    return status === 0 ? outcome : { ...outcome, lost: [...outcome.lost, `it ended with ${status}`] };
  },
};
