import { type ChildProcess, spawn } from 'node:child_process';
import { Agent, createServer, request, type Server } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { PaymentRequired } from '@x402/core/types';
import { signEvm } from '../test/rail/buyer.ts';
import { type BenchRow, median, percentile, report } from './row.ts';

const connections = 16;
const warmUp = 200;
const measured = 1200;
/** The first round warms both up and is not counted. */
const rounds = 10;
const key = `0x${'42'.repeat(32)}` as const;
const path = '/api/svc-promoted';
const body = JSON.stringify({ note: 'bench' });

/** A facilitator that says yes at once: what is measured is the service. */
async function instantFacilitator(): Promise<{ url: string; server: Server }> {
  const answers: Record<string, string> = {
    '/supported': JSON.stringify({
      kinds: [{ x402Version: 2, scheme: 'exact', network: 'eip155:8453' }],
      extensions: [],
      signers: {},
    }),
    '/verify': JSON.stringify({ isValid: true }),
    '/settle': JSON.stringify({ success: true, transaction: `0x${'01'.repeat(32)}`, network: 'eip155:8453' }),
  };
  const server = createServer((req, res) => {
    req.resume().on('end', () => res.setHeader('content-type', 'application/json').end(answers[req.url ?? ''] ?? '{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { server, url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}` };
}

async function start(kind: 'ours' | 'peer', facilitatorUrl: string): Promise<{ url: string; process: ChildProcess }> {
  const script = fileURLToPath(new URL('./payments-server.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, kind, facilitatorUrl], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = (await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next()).value;
  return { url: String(line), process: child };
}

function post(agent: Agent, url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, {
      agent,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers },
    });
    sent.on('response', (answer) => {
      const { statusCode = 0 } = answer;
      if (statusCode >= 500) answer.on('data', (chunk) => process.stderr.write(chunk));
      answer.resume().on('end', () => resolve(statusCode));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

async function signedPayments(url: string, count: number): Promise<string[]> {
  const challenge = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const header = challenge.headers.get('payment-required') ?? '';
  const [offer] = (JSON.parse(Buffer.from(header, 'base64').toString()) as PaymentRequired).accepts;
  if (!offer) throw new Error('no offer');
  const signed: string[] = [];
  for (let n = 0; n < count; n++)
    signed.push(Buffer.from(JSON.stringify(await signEvm(key, offer))).toString('base64'));
  return signed;
}

/** Sends all payments over 16 connections; every answer must be 200. */
async function drive(url: string, signed: readonly string[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let next = 0;
  const worker = async () => {
    while (next < signed.length) {
      const status = await post(agent, url, { 'payment-signature': signed[next++] ?? '' });
      if (status !== 200) throw new Error(`a paid request answered ${status}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  agent.destroy();
}

async function paidPerSecond(url: string): Promise<number> {
  const signed = await signedPayments(url, warmUp + measured);
  await drive(url, signed.slice(0, warmUp));
  const began = performance.now();
  await drive(url, signed.slice(warmUp));
  return measured / ((performance.now() - began) / 1000);
}

async function replayP95(url: string): Promise<number> {
  const [signed = ''] = await signedPayments(url, 1);
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  for (let n = 0; n < 500; n++) {
    const began = performance.now();
    if ((await post(agent, url, { 'payment-signature': signed })) !== 200)
      throw new Error('a replay did not answer 200');
    if (n >= 50) times.push(performance.now() - began);
  }
  agent.destroy();
  return percentile(times, 0.95);
}

/** Paid requests per second with a durable ledger, against @x402/express, which keeps nothing; and the time of a replay. */
export async function payments(): Promise<BenchRow[]> {
  const facilitator = await instantFacilitator();
  const service = await start('ours', facilitator.url);
  const express = await start('peer', facilitator.url);
  try {
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < rounds; round++) {
      // neither always goes first: the machine's other work falls on both
      const [first, second] = round % 2 ? [service, express] : [express, service];
      const one = await paidPerSecond(first.url);
      const two = await paidPerSecond(second.url);
      if (round === 0) continue;
      ours.push(round % 2 ? one : two);
      theirs.push(round % 2 ? two : one);
    }
    const base = `@x402/express 2.27: ${Math.round(median(theirs))} paid requests/s, same facilitator, nothing kept`;
    return [
      { name: 'payments: paid requests at 16 connections', value: median(ours), unit: '1/s' },
      {
        name: 'payments: the same as a ratio',
        value: median(ours.map((rate, round) => rate / (theirs[round] ?? rate))),
        unit: 'x',
        bar: { at: 1, is: 'floor' },
        base,
      },
      {
        name: 'payments: replay of a purchase, p95',
        value: await replayP95(service.url),
        unit: 'ms',
        bar: { at: 10, is: 'ceiling' },
      },
    ];
  } finally {
    service.process.kill();
    express.process.kill();
    facilitator.server.close();
    facilitator.server.closeAllConnections();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exit(report(await payments()) ? 0 : 1);
}
