// buys one answer: the 402 is read, the payment signed and the identical request sent again, all by @x402/fetch
import { x402Client } from '@x402/core/client';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment } from '@x402/fetch';
import { privateKeyToAccount } from 'viem/accounts';

const base = process.env.BASE_URL ?? 'http://127.0.0.1:8402';
const key = process.env.BUYER_KEY;
if (!key) throw new Error('set BUYER_KEY to the private key of a wallet that holds a few cents of USDC on Base');

const client = new x402Client().register('eip155:*', new ExactEvmScheme(privateKeyToAccount(key)));
const paying = wrapFetchWithPayment(fetch, client);
const response = await paying(`${base}/api/svc-flood-zone`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ address: '222 W Hargett St, Raleigh, NC 27601' }),
});
const body = await response.json();
console.log(`${response.status} charged: ${body.charged}; ${body.state}: ${body.summary}`);

const receipt = response.headers.get('payment-response');
if (receipt) {
  const { success, network, transaction } = JSON.parse(Buffer.from(receipt, 'base64').toString('utf8'));
  console.log(`receipt: success ${success} on ${network}, transaction ${transaction}`);
}
