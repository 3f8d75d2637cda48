import type { PaymentPayload, PaymentRequired } from '@x402/core/types';
import {
  type CompleteSIWxInfo,
  createSIWxPayload,
  encodeSIWxHeader,
  type SIWxSigner,
} from '@x402/extensions/sign-in-with-x';
import { createPublicClient, decodeFunctionData, type Hex, http, parseAbi } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHttp } from '../../src/cli/http-server.ts';
import { recoveryMs } from '../../src/pipeline/proof.ts';
import { chainNow } from '../clock.ts';
import { openService, type TestService } from '../harness.ts';
import { claimIn, evmClient, paymentHeader, receiptOf, sign, signEvm, solanaClient } from '../rail/buyer.ts';
import { type Rail, startRail } from '../rail/rail.ts';
import { railSettings } from '../rail/settings.ts';
import { samplePlaces } from '../upstreams/places.ts';
import { openShop } from './shop.ts';

const right = { address: samplePlaces.raleigh.address };
const wrong = { address: samplePlaces.chicago.address };

let rail: Rail;
beforeAll(async () => {
  rail = await startRail();
}, 120_000);
afterAll(() => rail.close());

/** The payment of a settled purchase as anyone reads it off the chain, with the published terms. */
async function fromChain(payment: PaymentPayload, transaction: string): Promise<PaymentPayload> {
  const { accepted } = payment;
  // the message of a Solana payment and its signature are on the chain as they were sent
  if (accepted.network.startsWith('solana')) return { x402Version: 2, accepted, payload: payment.payload };
  const node = createPublicClient({ transport: http(rail.evm.rpcUrl) });
  const { input } = await node.getTransaction({ hash: transaction as Hex });
  const abi = parseAbi([
    'function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,uint8,bytes32,bytes32)',
    'function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)',
  ]);
  const [from, to, value, validAfter, validBefore, nonce, ...signed] = decodeFunctionData({ abi, data: input }).args;
  const signature =
    signed.length === 1 ? signed[0] : `${signed[1]}${signed[2]?.slice(2)}${Number(signed[0]).toString(16)}`;
  const numbers = { value: `${value}`, validAfter: `${validAfter}`, validBefore: `${validBefore}` };
  return { x402Version: 2, accepted, payload: { signature, authorization: { from, to, ...numbers, nonce } } };
}

const guessed = { 'purchase-claim': { info: { claim: 'A'.repeat(22) } } };

describe.each([
  ['evm', 'svc-place-report'],
  ['solana', 'svc-flood-zone'],
] as const)('a purchase on %s of %s', (kind, slug) => {
  let service: TestService;
  let server: Awaited<ReturnType<typeof startHttp>>;
  let payment: PaymentPayload;
  let public_: PaymentPayload;
  let wallet: SIWxSigner;
  let bought: { readonly text: string; readonly path: string; readonly claim: string };

  const send = (path: string, body: object | undefined, headers: Record<string, string> = {}, method = 'POST') =>
    fetch(`${server.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
  const rest = (args: object, attached: object) => send(`/api/${slug}`, args, paymentHeader(attached));
  const mcp = (args: object, attached: object) =>
    send('/mcp', {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: {
        ...{ name: 'svc_execute', arguments: { name: slug, arguments: args } },
        _meta: { 'x402/payment': attached },
      },
    });
  const a2a = (args: object, attached: object) =>
    send('/a2a/v1/message:send', {
      message: {
        ...{ role: 'ROLE_USER', messageId: 'm', parts: [{ data: { svcTool: slug, arguments: args } }] },
        metadata: { 'x402.payment.status': 'payment-submitted', 'x402.payment.payload': attached },
      },
    });
  const transports = { rest, mcp, a2a };
  /** A reply without what is drawn anew for each. */
  const plain = async (reply: Response) =>
    (await reply.text())
      .replaceAll(/[A-Za-z0-9_-]{22}/g, '')
      .replaceAll(/"(?:id|taskId|contextId|messageId|artifactId|timestamp|x402\.payment\.[a-z]+)":"[^"]*"/g, '')
      .replaceAll(JSON.stringify(right), 'ARGUMENTS')
      .replaceAll(JSON.stringify(wrong), 'ARGUMENTS');

  beforeAll(async () => {
    service = await openService({ settings: { ...rail.settings, SVC_RATE_LIMIT_PER_MINUTE: '0' } });
    server = await startHttp(service.service, { port: 0 });
    const buyer = kind === 'evm' ? await rail.evm.buyer() : await rail.solana.buyer();
    // the published types of the extension and of @solana/kit differ in what is read-only
    wallet = 'key' in buyer ? privateKeyToAccount(buyer.key) : (buyer.signer as never);
    const client = 'key' in buyer ? evmClient(buyer.key) : solanaClient(buyer.signer, rail.solana.rpcUrl);
    const terms = (await (await send(`/api/${slug}`, right)).json()) as PaymentRequired;
    const accepts = terms.accepts.filter(({ network }) => network.startsWith('solana') === (kind === 'solana'));
    payment = await sign(client, { ...terms, accepts });
    const paid = await rest(right, payment);
    const text = await paid.text();
    expect(paid.status, text.slice(0, 300)).toBe(200);
    const receipt = receiptOf(paid.headers);
    const [path = ''] = /\/reports\/[0-9a-f]{32}/.exec(paid.headers.get('link') ?? '') ?? [];
    bought = { text, path, claim: claimIn(receipt) };
    public_ = await fromChain(payment, receipt.transaction);
  }, 120_000);
  afterAll(async () => {
    await server.stop();
    await service.close().catch(() => undefined);
  });

  test('has a claim of the challenge, which the receipt repeats and no one else is sent', async () => {
    expect(bought.claim).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(payment.extensions?.['purchase-claim']).toMatchObject({ info: { claim: bought.claim } });
    expect(JSON.stringify(rail.facilitator.received)).not.toContain(bought.claim);
    expect(bought.text).not.toContain(bought.claim);
  });

  test.each(Object.entries(transports))(
    'over %s: a stranger learns nothing, whatever is guessed',
    async (_name, by) => {
      const replies = await Promise.all(
        [right, wrong].flatMap((args) =>
          [public_, { ...public_, extensions: guessed }].map(async (shown) => plain(await by(args, shown))),
        ),
      );
      expect(new Set(replies).size, replies.join('\n\n')).toBe(1);
      expect(replies[0]).toContain('already used');
      expect(replies[0]).not.toContain(bought.path);
    },
  );

  test('a stranger ends, renews and reads nothing of the buyer', async () => {
    for (const shown of [public_, { ...public_, extensions: guessed }]) {
      const headers = paymentHeader(shown);
      expect((await send(bought.path, undefined, headers, 'DELETE')).status).toBe(403);
      expect((await send(`${bought.path}/renew`, undefined, headers)).status).toBe(403);
      expect((await send(`${bought.path}.bundle.json`, undefined, headers, 'GET')).status).toBe(403);
    }
    expect((await send(bought.path, undefined, {}, 'GET')).status).toBe(200);
  });

  test('its buyer reads it again over each transport with the same payment', async () => {
    const again = await rest(right, payment);
    expect([again.status, claimIn(receiptOf(again.headers))]).toEqual([200, bought.claim]);
    expect(await (await mcp(right, payment)).text()).toContain(bought.path);
    // a task can be read by its id: it has the receipt without the claim
    const task = await (await a2a(right, payment)).text();
    expect([task.includes(bought.path), task.includes('receipts'), task.includes(bought.claim)]).toEqual([
      true,
      true,
      false,
    ]);
    expect((await rest(wrong, payment)).status).toBe(409);
  });

  /** The header of a wallet that signed what the service asks it to sign. */
  async function signedIn(by: SIWxSigner, network: string): Promise<Record<string, string>> {
    const asked = await send('/purchases', undefined, {}, 'GET');
    expect(asked.status).toBe(401);
    expect(asked.headers.get('www-authenticate')).toBe(
      'Bearer realm="purchases", SIGN-IN-WITH-X realm="purchases", header="SIGN-IN-WITH-X"',
    );
    const { extensions } = (await asked.json()) as {
      extensions: {
        'sign-in-with-x': { info: CompleteSIWxInfo; supportedChains: Pick<CompleteSIWxInfo, 'chainId' | 'type'>[] };
      };
    };
    const { info, supportedChains } = extensions['sign-in-with-x'];
    const chain = supportedChains.find(({ chainId }) => chainId === network);
    const signed = await createSIWxPayload({ ...info, ...chain } as CompleteSIWxInfo, by, `${server.url}/purchases`);
    return { 'sign-in-with-x': encodeSIWxHeader(signed) };
  }

  test('its wallet lists it, reads it and withdraws its copies, by a signature that moves nothing', async () => {
    const headers = await signedIn(wallet, payment.accepted.network);
    const listed = await send('/purchases', undefined, headers, 'GET');
    expect(listed.headers.get('cache-control')).toBe('no-store');
    const { purchases } = (await listed.json()) as { purchases: { bodyUrl: string }[] };
    expect(purchases).toMatchObject([
      { route: slug, network: payment.accepted.network, stored: true, transaction: expect.stringMatching(/^\w{60,}$/) },
    ]);
    expect(JSON.stringify(purchases)).toContain(bought.path);
    const read = (shown: Record<string, string>) => send(purchases[0]?.bodyUrl ?? '', undefined, shown, 'GET');
    expect(JSON.parse(await (await read(headers)).text()).summary).toBe(JSON.parse(bought.text).summary);
    expect((await read({ authorization: `Bearer ${bought.claim}` })).status).toBe(200);
    expect([(await read(paymentHeader(public_))).status, (await read({})).status]).toEqual([403, 401]);
    expect((await send(bought.path, undefined, headers, 'DELETE')).status).toBe(200);
    expect((await send(`${bought.path}/renew`, undefined, headers)).status).toBe(200);
  });

  test('another wallet has bought nothing, and a message for another service counts for none', async () => {
    const stranger = await signedIn(privateKeyToAccount(generatePrivateKey()), 'eip155:8453');
    expect(await (await send('/purchases', undefined, stranger, 'GET')).json()).toEqual({ purchases: [] });
    expect((await send(bought.path, undefined, stranger, 'DELETE')).status).toBe(403);
    const [name = '', header = ''] = Object.entries(await signedIn(wallet, payment.accepted.network))[0] ?? [];
    const message = JSON.parse(Buffer.from(header, 'base64').toString());
    for (const wrong of [
      { domain: 'other.example' },
      { issuedAt: '2020-01-01T00:00:00.000Z' },
      { nonce: '0'.repeat(32) },
    ]) {
      const forged = Buffer.from(JSON.stringify({ ...message, ...wrong })).toString('base64');
      expect(await (await send('/purchases', undefined, { [name]: forged }, 'GET')).json()).toEqual({ purchases: [] });
    }
  });

  test('its buyer withdraws and renews the copies with the claim of the receipt', async () => {
    const headers = { authorization: `Bearer ${bought.claim}` };
    expect((await send(`${bought.path}.bundle.json`, undefined, headers, 'GET')).status).toBe(200);
    expect((await send(bought.path, undefined, headers, 'DELETE')).status).toBe(200);
    expect((await send(bought.path, undefined, {}, 'GET')).status).toBe(410);
    expect((await send(`${bought.path}/renew`, undefined, headers)).status).toBe(200);
  });
});

test('a payment without a claim reads its purchase again for ten minutes, and the receipt says so', async () => {
  let later = 0;
  const { evm, solana, facilitator } = rail;
  const payments = railSettings({ facilitatorUrl: facilitator.url, evm, solana, timeoutMs: 5_000 });
  const shop = await openShop({ payments, now: () => chainNow() + later });
  try {
    const body = { note: 'by hand' };
    const { json } = await shop.post('svc-promoted', body);
    const accepted = json.accepts.find(({ network }: { network: string }) => network.startsWith('eip155'));
    const payment = await signEvm((await evm.buyer()).key, accepted);
    const first = await shop.post('svc-promoted', body, paymentHeader(payment));
    expect([first.status, receiptOf(first.headers)]).toEqual([
      200,
      expect.objectContaining({ extensions: { 'purchase-claim': { info: { readableUntil: expect.any(String) } } } }),
    ]);
    later = recoveryMs - 60_000;
    expect((await shop.post('svc-promoted', body, paymentHeader(payment))).text).toBe(first.text);
    later = recoveryMs + 60_000;
    expect((await shop.post('svc-promoted', body, paymentHeader(payment))).json).toMatchObject({
      code: 'expired_authorization',
      charged: false,
    });
  } finally {
    await shop.close();
  }
}, 60_000);

test('a purchase is read again by its buyer after its rail was taken out, and by no one else', async () => {
  const { evm, solana, facilitator } = rail;
  const both = { facilitatorUrl: facilitator.url, evm, solana, timeoutMs: 5_000 };
  const before = await openShop({ payments: railSettings(both) });
  const body = { note: 'later without' };
  const { json } = await before.post('svc-promoted', body);
  const payment = await sign(evmClient((await evm.buyer()).key), json);
  const first = await before.post('svc-promoted', body, paymentHeader(payment));
  expect(first.status).toBe(200);
  const { evm: _, ...withoutEvm } = both;
  const after = await openShop({ payments: railSettings(withoutEvm), dataDir: before.dataDir });
  try {
    const again = await after.post('svc-promoted', body, paymentHeader(payment));
    expect([again.status, again.text]).toEqual([200, first.text]);
    const { extensions: _claim, ...shown } = payment;
    const stranger = await after.post('svc-promoted', body, paymentHeader(shown));
    expect([stranger.status, stranger.json.code]).toEqual([402, 'no_matching_requirements']);
  } finally {
    await after.close();
    await before.close();
  }
}, 60_000);

test.each([
  ['payment-identifier', (id: string) => ({ extension: id, header: {} })],
  ['Idempotency-Key', (id: string) => ({ extension: undefined, header: { 'idempotency-key': id } })],
])(
  'an order named by %s is charged once, whatever is signed for it',
  async (_name, named) => {
    const { evm, solana, facilitator } = rail;
    const shop = await openShop({ payments: railSettings({ facilitatorUrl: facilitator.url, evm, timeoutMs: 5_000 }) });
    expect(solana).toBeDefined();
    try {
      const body = { note: 'once' };
      const buyer = await evm.buyer();
      const { extension, header } = named(`order-${crypto.randomUUID()}`);
      const signed = async (by = buyer) => {
        const { json } = await shop.post('svc-promoted', body);
        if (extension) json.extensions['payment-identifier'].info.id = extension;
        return sign(evmClient(by.key), json);
      };
      const first = await shop.post('svc-promoted', body, { ...header, ...paymentHeader(await signed()) });
      expect(first.status).toBe(200);
      const second = await shop.post('svc-promoted', body, { ...header, ...paymentHeader(await signed()) });
      expect([second.status, second.json]).toMatchObject([409, { code: 'order_already_paid', charged: false }]);
      const other = { ...header, ...paymentHeader(await signed()) };
      const shown = { ...other, authorization: `Bearer ${claimIn(receiptOf(first.headers))}` };
      expect((await shop.post('svc-promoted', body, shown)).text).toBe(first.text);
      expect(100_000_000n - (await evm.balance(buyer.address))).toBe(10_000n);
      // the same id of another wallet is another order
      const stranger = await signed(await evm.buyer());
      expect((await shop.post('svc-promoted', body, { ...header, ...paymentHeader(stranger) })).status).toBe(200);
    } finally {
      await shop.close();
    }
  },
  60_000,
);
