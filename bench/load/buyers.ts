import type { PaymentRequired } from '@x402/core/types';
import type { Hex } from 'viem';
import { evmClient, paymentHeader, sign } from '../../test/rail/buyer.ts';

const slug = 'svc-flood-zone';
const body = JSON.stringify({ address: '222 W Hargett St, Raleigh, NC 27601' });
/** No one is to be left waiting for so long. */
const patienceMs = 180_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Reply {
  readonly status: number;
  readonly retryAfter: number;
  readonly text: string;
}

/** What one buyer paid and got; amounts in millionths of a dollar. */
export interface Bought {
  readonly delivered: number;
  /** Answered 402 although a payment was attached: it had run out, say. Nothing may have been charged for it. */
  readonly refused: number;
  /** Not answered for good in three minutes. */
  readonly stuck: number;
  readonly spent: bigint;
  readonly price: bigint;
  /** Delivered bodies that say `charged` is not true. */
  readonly wrong: number;
}

async function post(url: string, headers: Record<string, string>): Promise<Reply | undefined> {
  try {
    const init = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } };
    const response = await fetch(`${url}/api/${slug}`, { ...init, signal: AbortSignal.timeout(60_000) });
    const retryAfter = Number(response.headers.get('retry-after') ?? 0);
    return { status: response.status, retryAfter, text: await response.text() };
  } catch {
    return undefined;
  }
}

/** Sends until it is answered for good, as a client does that honors Retry-After. */
async function insist(
  url: string,
  headers: Record<string, string>,
  final: readonly number[],
): Promise<Reply | undefined> {
  const began = performance.now();
  while (performance.now() - began < patienceMs) {
    const reply = await post(url, headers);
    if (reply && final.includes(reply.status)) return reply;
    await pause(reply ? Math.max(reply.retryAfter * 1000, 200) : 200);
  }
  return undefined;
}

/** Balance of an address on the local chain. */
export async function balanceOf(admin: string, address: string): Promise<bigint> {
  const { balance } = (await (await fetch(`${admin}/balance/${address}`)).json()) as { balance: string };
  return BigInt(balance);
}

/** Buys one answer after the other until it is time, each with a payment of its own. */
export async function buy(url: string, admin: string, until: number, everyMs: number): Promise<Bought> {
  const funded = await fetch(`${admin}/buyers`, { method: 'POST' });
  const { key, address, funds } = (await funded.json()) as { key: Hex; address: string; funds: string };
  const client = evmClient(key);
  const seen = { delivered: 0, refused: 0, stuck: 0, wrong: 0 };
  let price = 0n;
  while (performance.now() < until) {
    const next = performance.now() + everyMs;
    const queried = await insist(url, {}, [402]);
    const terms = JSON.parse(queried?.text ?? '{"accepts":[]}') as PaymentRequired;
    const accepts = terms.accepts.filter(({ network }) => network.startsWith('eip155:'));
    price = BigInt(accepts[0]?.amount ?? price);
    const payment = await sign(client, { ...terms, accepts });
    const reply = await insist(url, paymentHeader(payment), [200, 402]);
    if (reply?.status === 200) seen.delivered += 1;
    else if (reply) {
      seen.refused += 1;
      console.error(`a payment was refused: ${reply.text.slice(0, 200)}`);
    } else seen.stuck += 1;
    if (reply?.status === 200 && (JSON.parse(reply.text) as { charged?: boolean }).charged !== true) seen.wrong += 1;
    await pause(Math.max(0, next - performance.now()));
  }
  return { ...seen, price, spent: BigInt(funds) - (await balanceOf(admin, address)) };
}
