import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchRow, median } from './row.ts';

const peer = 'us-gov-open-data-mcp@2026.4.11';
const runs = 21;

interface Start {
  readonly milliseconds: number;
  readonly listBytes: number;
  readonly rssMegabytes: number;
}

const line = (message: object) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;

/** Spawns a stdio server and measures spawn to the first complete `tools/list`, its size, and resident memory then. */
function startOnce(command: string, args: readonly string[], cwd: string): Promise<Start> {
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(command, args, { cwd, stdio: ['pipe', 'pipe', 'ignore'] });
    let buffer = '';
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`${args.join(' ')} gave no tools/list within 30 s`));
    }, 30_000);
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      buffer += chunk;
      let end = buffer.indexOf('\n');
      while (end >= 0) {
        const text = buffer.slice(0, end);
        buffer = buffer.slice(end + 1);
        end = buffer.indexOf('\n');
        let message: { id?: number };
        try {
          message = JSON.parse(text) as { id?: number };
        } catch {
          continue;
        }
        if (message.id === 1) {
          child.stdin.write(line({ method: 'notifications/initialized' }));
          child.stdin.write(line({ id: 2, method: 'tools/list', params: {} }));
        }
        if (message.id === 2) {
          clearTimeout(timer);
          const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
          const rss = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
          resolve({ milliseconds: performance.now() - began, listBytes: Buffer.byteLength(text), rssMegabytes: rss });
          child.kill('SIGKILL');
        }
      }
    });
    child.stdin.write(
      line({
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
      }),
    );
  });
}

function peerFolder(): string {
  const folder = join(import.meta.dirname, '../.bench/peer');
  if (!existsSync(join(folder, 'node_modules'))) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    execFileSync('npm', ['install', '--no-audit', '--no-fund', peer], { cwd: folder, stdio: 'ignore' });
  }
  return folder;
}

/** Start, list size and memory of the stdio server, against a published peer started in turn with it. Needs `npm run build`. */
export async function stdioStart(): Promise<BenchRow[]> {
  const ours = join(import.meta.dirname, '../dist/place-records.mjs');
  const folder = peerFolder();
  const theirs = join(folder, 'node_modules/us-gov-open-data-mcp/dist/server.js');
  const elsewhere = mkdtempSync(join(tmpdir(), 'bench-'));
  const own: Start[] = [];
  const other: Start[] = [];
  for (let run = 0; run <= runs; run++) {
    const a = await startOnce(process.execPath, [ours], elsewhere);
    const b = await startOnce(process.execPath, [theirs], elsewhere);
    if (run > 0) {
      own.push(a);
      other.push(b);
    }
  }
  const mid = (starts: readonly Start[], pick: (start: Start) => number) => median(starts.map(pick));
  return [
    { name: 'stdio: spawn to first tools/list', value: mid(own, (s) => s.milliseconds), unit: 'ms' },
    {
      name: 'stdio: start, ratio to the peer',
      value: mid(own, (s) => s.milliseconds) / mid(other, (s) => s.milliseconds),
      unit: 'x',
      bar: { at: 0.2, is: 'ceiling' },
      base: `${peer}, ${Math.round(mid(other, (s) => s.milliseconds))} ms`,
    },
    { name: 'stdio: tools/list', value: mid(own, (s) => s.listBytes), unit: 'bytes', bar: { at: 6000, is: 'ceiling' } },
    { name: 'stdio: resident memory', value: mid(own, (s) => s.rssMegabytes), unit: 'MB' },
    {
      name: 'stdio: resident memory, ratio to the peer',
      value: mid(own, (s) => s.rssMegabytes) / mid(other, (s) => s.rssMegabytes),
      unit: 'x',
      bar: { at: 0.5, is: 'ceiling' },
      base: `${peer}, ${Math.round(mid(other, (s) => s.rssMegabytes))} MB`,
    },
  ];
}
