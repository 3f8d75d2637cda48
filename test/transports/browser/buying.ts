// runs inside the browser: buys of a server of another origin with the published client, and leaves what it could read at its own server
import { x402Client } from '@x402/core/client';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment } from '@x402/fetch';
import { privateKeyToAccount } from 'viem/accounts';

// the browser's own; the types of this repository are those of Node
declare const location: { readonly href: string };

const given = new URL(location.href).searchParams;
const server = given.get('server') ?? '';
const account = privateKeyToAccount(given.get('key') as `0x${string}`);
const client = new x402Client().register('eip155:*', new ExactEvmScheme(account));
const pay = wrapFetchWithPayment(fetch, client);
const url = `${server}/api/svc-flood-zone`;
const json = { 'content-type': 'application/json' };
const init = { method: 'POST', headers: json, body: given.get('body') ?? '{}' };

const outcomes: Record<string, string> = {};
async function noted(name: string, work: () => Promise<string>): Promise<void> {
  try {
    outcomes[name] = await work();
  } catch (error) {
    outcomes[name] = `refused: ${String(error)}`;
  }
}
const readable = ({ headers }: Response, ...names: readonly string[]) =>
  names.filter((name) => headers.has(name)).join(' ');

let claim = '';
await noted('terms', async () => {
  const unpaid = await fetch(url, init);
  return `${unpaid.status} ${readable(unpaid, 'payment-required', 'x-request-id')}`;
});
await noted('bought', async () => {
  const order = { ...json, 'idempotency-key': 'order-of-a-page-0001' };
  const bought = await pay(url, { ...init, headers: order });
  const receipt = JSON.parse(atob(bought.headers.get('payment-response') ?? ''));
  claim = receipt.extensions['purchase-claim'].info.claim;
  return `${bought.status} ${readable(bought, 'payment-response', 'link', 'x-request-id')}`;
});
await noted('ordered twice', async () => {
  const again = await pay(url, { ...init, headers: { ...json, 'idempotency-key': 'order-of-a-page-0001' } });
  return `${again.status} ${((await again.json()) as { code?: string }).code}`;
});
await noted('signs in', async () => {
  const asked = await fetch(`${server}/purchases`);
  return `${asked.status} ${readable(asked, 'www-authenticate')}`;
});
await noted('by a signature', async () => {
  const listed = await fetch(`${server}/purchases`, { headers: { 'sign-in-with-x': 'bm90aGluZw==' } });
  return String(listed.status);
});
await noted('purchases', async () => {
  const listed = await fetch(`${server}/purchases`, { headers: { authorization: `Bearer ${claim}` } });
  const { purchases } = (await listed.json()) as { purchases: { route: string }[] };
  return `${listed.status} ${purchases.map(({ route }) => route).join(' ')}`;
});
await fetch('/', { method: 'POST', body: JSON.stringify(outcomes) });
