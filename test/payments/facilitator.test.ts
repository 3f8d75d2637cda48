import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Facilitator } from '../../src/payments/facilitator.ts';
import type { Offer, SignedPayment } from '../../src/payments/wire.ts';
import { type LocalServer, serveLocally } from '../local-server.ts';

let server: LocalServer | undefined;
afterEach(async () => {
  await server?.close();
  vi.restoreAllMocks();
});

async function facing(listener: RequestListener): Promise<Facilitator> {
  server = await serveLocally(listener);
  return new Facilitator(`${server.url}/`, 500);
}
const json =
  (status: number, body: unknown): RequestListener =>
  (_, res) =>
    void res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const offer = {
  scheme: 'exact',
  network: 'eip155:8453',
  amount: '10000',
  asset: 'a',
  payTo: 'p',
  maxTimeoutSeconds: 60,
  extra: {},
} as Offer;
const payment = { x402Version: 2, accepted: offer, payload: { secret: 'signed' } } as unknown as SignedPayment;

describe('the answer of a facilitator is a value', () => {
  test('a refusal counts whether it comes with 200 or 4xx', async () => {
    for (const status of [200, 400, 402]) {
      const facilitator = await facing(json(status, { isValid: false, invalidReason: 'insufficient_funds' }));
      expect(await facilitator.verify(payment, offer)).toMatchObject({ kind: 'refused', code: 'insufficient_funds' });
      server?.close();
    }
  });

  test.each<[string, RequestListener]>([
    ['500', json(500, { success: true, transaction: '0x1', network: 'eip155:8453' })],
    ['no JSON', (_, res) => void res.end('<html>')],
    ['another shape', json(200, { ok: true })],
    [
      'half an answer',
      (_, res) => void res.writeHead(200, { 'content-length': '100' }).write('{"succ', () => res.destroy()),
    ],
    ['a redirect', (_, res) => void res.writeHead(307, { location: 'http://127.0.0.1:9/' }).end()],
    ['silence', () => undefined],
    ['an endless answer', (_, res) => void res.write('x'.repeat(300_000))],
    ['success without a transaction', json(200, { success: true, transaction: '', network: 'eip155:8453' })],
    ['success on another network', json(200, { success: true, transaction: '0x1', network: 'eip155:1' })],
    ['success with 4xx', json(400, { success: true, transaction: '0x1', network: 'eip155:8453' })],
  ])('%s is no answer to settle', async (_, listener) => {
    const facilitator = await facing(listener);
    const outcome = await facilitator.settle(payment, offer);
    expect(outcome.kind).toBe('no_answer');
    expect(JSON.stringify(outcome)).not.toContain('signed');
  });

  test('success gives the receipt; nothing is written to stdout', async () => {
    const written = vi.spyOn(process.stdout, 'write');
    const facilitator = await facing((_, res) => {
      res.setHeader('extension-responses', Buffer.from('{"bazaar":{"status":"success"}}').toString('base64'));
      res.end(JSON.stringify({ success: true, transaction: '0x1', network: 'eip155:8453', payer: 'b' }));
    });
    expect(await facilitator.settle(payment, offer)).toEqual({
      kind: 'settled',
      receipt: { success: true, transaction: '0x1', network: 'eip155:8453', payer: 'b', amount: '10000' },
    });
    expect(written).not.toHaveBeenCalled();
  });

  test('a kept connection that the other side has closed: queried again, but never for an order', async () => {
    let answered = 0;
    const facilitator = await facing((request, response) => {
      // the second request on a connection finds it closed
      const socket = request.socket as typeof request.socket & { used?: boolean };
      if (socket.used) return void socket.destroy();
      socket.used = true;
      answered += 1;
      const body = request.url === '/verify' ? { isValid: true } : { success: true, transaction: '0x1' };
      json(200, body)(request, response);
    });
    expect((await facilitator.verify(payment, offer)).kind).toBe('valid');
    expect((await facilitator.verify(payment, offer)).kind).toBe('valid');
    expect(answered).toBe(2);
    expect((await facilitator.settle(payment, offer)).kind).toBe('settled');
    expect((await facilitator.settle(payment, offer)).kind).toBe('no_answer');
    expect(answered).toBe(3);
  });

  test('pending keeps the transaction', async () => {
    const facilitator = await facing(
      json(200, { success: false, errorReason: 'settlement_pending', transaction: '0x2', network: 'eip155:8453' }),
    );
    expect(await facilitator.settle(payment, offer)).toMatchObject({ kind: 'pending', transaction: '0x2' });
  });
});
