import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import autocannon from 'autocannon';
import { withBundle } from './bundled.ts';
import { type BenchRow, median } from './row.ts';

/** Short rounds and many: what else this machine does falls on both of a pair alike. */
const seconds = 1;
const rounds = 21;
const connections = 20;

const body = JSON.stringify({ name: 'svc_arithmetic', arguments: { from: '2026-01-01', to: '2026-11-21' } });

async function requestsPerSecond(url: string): Promise<number> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  return result.requests.mean;
}

/** A server in a process of its own: callers are never in the process that they call. */
async function start(script: string, kind: 'service' | 'echo') {
  const child = spawn(process.execPath, [script, kind], { stdio: ['ignore', 'pipe', 'inherit'] });
  const { value } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  return {
    url: `${value}/tools/call`,
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

/** `/tools/call` of a computing tool against a bare Express JSON echo of the same run; rounds alternate. */
export function restThroughput(): Promise<BenchRow[]> {
  return withBundle("import './bench/rest-server.ts';", async (script) => {
    const [echo, service] = await Promise.all([start(script, 'echo'), start(script, 'service')]);
    try {
      const bases: number[] = [];
      const calls: number[] = [];
      await requestsPerSecond(echo.url);
      await requestsPerSecond(service.url);
      for (let round = 0; round < rounds; round += 1) {
        // neither always goes first: the machine's other work falls on both
        if (round % 2) calls.push(await requestsPerSecond(service.url));
        bases.push(await requestsPerSecond(echo.url));
        if (round % 2 === 0) calls.push(await requestsPerSecond(service.url));
      }
      const ratios = calls.map((call, at) => call / (bases[at] ?? Number.NaN));
      return [
        { name: 'bare Express JSON echo', value: median(bases), unit: 'req/s' },
        { name: 'POST /tools/call, computing tool', value: median(calls), unit: 'req/s' },
        {
          name: 'POST /tools/call against the echo',
          value: median(ratios),
          unit: 'ratio',
          bar: { at: 0.75, is: 'floor' },
          base: 'bare Express JSON echo',
        },
      ];
    } finally {
      await Promise.all([echo.stop(), service.stop()]);
    }
  });
}
