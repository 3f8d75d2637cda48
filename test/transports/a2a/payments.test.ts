import type { PaymentRequired } from '@x402/core/types';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openShop, type Shop } from '../../pipeline/shop.ts';
import { evmClient, paymentHeader, sign, signEvm, solanaClient } from '../../rail/buyer.ts';
import { type Rail, startRail } from '../../rail/rail.ts';
import { railSettings } from '../../rail/settings.ts';
import { proves } from '../../spec/requirements.ts';
import { type Agent, openAgent } from './agent.ts';

const extension = 'https://github.com/google-a2a/a2a-x402/v0.1';
let rail: Rail;
let shop: Shop;
let agent: Agent;

beforeAll(async () => {
  rail = await startRail();
  const { evm, solana, facilitator } = rail;
  shop = await openShop({ payments: railSettings({ facilitatorUrl: facilitator.url, evm, solana, timeoutMs: 800 }) });
  agent = await openAgent(shop);
});
afterAll(async () => {
  await agent.close();
  await shop.close();
  await rail.close();
});
beforeEach(async () => {
  rail.facilitator.heal();
  await expect.poll(async () => (await fetch(`${shop.url}/api/svc-promoted`)).status, { timeout: 8_000 }).toBe(402);
});

const args = { note: 'over A2A' };
// biome-ignore lint/suspicious/noExplicitAny: JSON of the protocol
type Json = any;

async function send(
  message: object,
  headers: Record<string, string> = { 'x-a2a-extensions': extension },
): Promise<{ task: Json; headers: Headers; status: number }> {
  const response = await fetch(`${agent.url}/a2a/v1/message:send`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ message }),
  });
  const body = (await response.json()) as Json;
  return { task: body.task ?? body, headers: response.headers, status: response.status };
}
const invoke = (svcTool: string, given: object = args) =>
  send({ role: 'ROLE_USER', parts: [{ data: { svcTool, arguments: given } }] });
const metadata = (task: Json) => task.status.message.metadata;
const payFor = (task: Json, payment: object) =>
  send({
    role: 'ROLE_USER',
    taskId: task.id,
    contextId: task.contextId,
    metadata: { 'x402.payment.payload': payment },
  });
const required = (task: Json): PaymentRequired => metadata(task)['x402.payment.required'];

describe('a store of tasks that goes away', () => {
  test('after the work: what was bought is handed out, though its task is not stored', async () => {
    let puts = 0;
    const frail = await openAgent(shop, (rows) => ({
      get: (id) => rows.get(id),
      list: (contextId, limit) => rows.list(contextId, limit),
      close: () => rows.close(),
      put: async (row) => {
        puts += 1;
        if (puts > 1) throw new Error('away');
        await rows.put(row);
      },
    }));
    const { json } = await shop.post('svc-promoted', args);
    const payment = await sign(evmClient((await rail.evm.buyer()).key), json);
    const message = {
      ...{ role: 'ROLE_USER', parts: [{ data: { svcTool: 'svc-promoted', arguments: args } }] },
      metadata: { 'x402.payment.payload': payment },
    };
    const response = await fetch(`${frail.url}/a2a/v1/message:send`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message }),
    });
    const { task } = (await response.json()) as Json;
    expect([response.status, task.status.state]).toEqual([200, 'TASK_STATE_COMPLETED']);
    expect(task.artifacts[0].parts[0].data).toMatchObject({ result: { charged: true } });
    expect(shop.logged.join()).toContain('a2a task could not be stored');
    await frail.close();
  });
});

describe('a purchase over A2A', () => {
  test.each(['evm', 'solana'] as const)('bound task, payment-only message, receipt: on %s', async (kind) => {
    proves('auth-8-extension', 'auth-8-required', 'auth-8-receipts', 'auth-8-recovery');
    const first = await invoke('svc-promoted');
    expect([first.status, first.task.status.state]).toEqual([200, 'TASK_STATE_INPUT_REQUIRED']);
    expect(first.headers.get('x-a2a-extensions')).toBe(extension);
    expect(metadata(first.task)['x402.payment.status']).toBe('payment-required');
    const buyer = kind === 'evm' ? await rail.evm.buyer() : await rail.solana.buyer();
    const client = 'key' in buyer ? evmClient(buyer.key) : solanaClient(buyer.signer, rail.solana.rpcUrl);
    const payment = await sign(client, required(first.task));
    const { task } = await payFor(first.task, payment);
    expect([task.id, task.contextId, task.status.state]).toEqual([
      first.task.id,
      first.task.contextId,
      'TASK_STATE_COMPLETED',
    ]);
    expect(metadata(task)).toMatchObject({
      'x402.payment.status': 'payment-completed',
      'x402.payment.receipts': [{ success: true, transaction: expect.any(String), network: payment.accepted.network }],
    });
    const sold = task.artifacts[0].parts[0].data;
    expect(sold).toMatchObject({ ok: true, tool: 'svc-promoted', result: { charged: true, state: 'found' } });
    // the completion was lost: the same message brings it again, and so does the same payment over HTTP
    const before = rail.facilitator.calls.settle;
    const again = await payFor(first.task, payment);
    expect(again.task.artifacts).toEqual(task.artifacts);
    expect(metadata(again.task)['x402.payment.receipts']).toEqual(metadata(task)['x402.payment.receipts']);
    expect((await shop.post('svc-promoted', args, paymentHeader(payment))).json).toEqual(sold.result);
    expect(rail.facilitator.calls.settle).toBe(before);
  });

  test('the arguments of the bound task count, whatever the retry says', async () => {
    proves('auth-8-retry');
    const { task } = await invoke('svc-promoted', { note: 'bound' });
    const payment = await sign(evmClient((await rail.evm.buyer()).key), required(task));
    const paid = await send({
      role: 'ROLE_USER',
      taskId: task.id,
      parts: [{ data: { svcTool: 'svc-promoted', arguments: { note: 'something else' } } }],
      metadata: { 'x402.payment.payload': payment, 'x402.payment.status': 'payment-submitted' },
    });
    expect(paid.task.artifacts[0].parts[0].data.result.facts.note.value).toBe('bound');
  });

  test('a refused payment keeps the task waiting with the reason and fresh terms', async () => {
    const { task } = await invoke('svc-promoted');
    const insufficientFundsDetails = await rail.evm.buyer(0n);
    const refused = await payFor(task, await sign(evmClient(insufficientFundsDetails.key), required(task)));
    expect(refused.task.status.state).toBe('TASK_STATE_INPUT_REQUIRED');
    expect(metadata(refused.task)).toMatchObject({
      'x402.payment.status': 'payment-required',
      'x402.payment.error': 'INSUFFICIENT_FUNDS',
      'x402.payment.required': { accepts: [{}, {}], amountRequired: '10000' },
    });
    const forged = await signEvm((await rail.evm.buyer()).key, required(task).accepts[0] as never, {
      from: insufficientFundsDetails.address,
    });
    expect(metadata((await payFor(task, forged)).task)['x402.payment.error']).toBe('INVALID_SIGNATURE');
    const paid = await payFor(task, await sign(evmClient((await rail.evm.buyer()).key), required(task)));
    expect(paid.task.status.state).toBe('TASK_STATE_COMPLETED');
  });

  test('an unknown settlement asks for the identical message and offers no terms', async () => {
    const { task } = await invoke('svc-promoted');
    const payment = await sign(evmClient((await rail.evm.buyer()).key), required(task));
    rail.facilitator.fault('settle', { mode: 'lost' }, 1);
    const open = await payFor(task, payment);
    expect(open.task.status.state).toBe('TASK_STATE_INPUT_REQUIRED');
    expect(metadata(open.task)).toEqual({
      'x402.payment.status': 'payment-submitted',
      'x402.payment.error': 'SETTLEMENT_FAILED',
    });
    expect(open.task.status.message.parts[1].data).toMatchObject({ charged: 'unknown', resend: 'identical' });
    const done = await payFor(task, payment);
    expect(metadata(done.task)['x402.payment.receipts']).toHaveLength(1);
  });

  test('a payment of another task buys nothing here', async () => {
    const first = await invoke('svc-promoted', { note: 'one' });
    const payment = await sign(evmClient((await rail.evm.buyer()).key), required(first.task));
    expect((await payFor(first.task, payment)).task.status.state).toBe('TASK_STATE_COMPLETED');
    const second = await invoke('svc-promoted', { note: 'two' });
    expect(metadata((await payFor(second.task, payment)).task)['x402.payment.error']).toBe('DUPLICATE_NONCE');
  });

  test('a declined payment ends the task', async () => {
    const { task } = await invoke('svc-promoted');
    const declined = await send({
      role: 'ROLE_USER',
      taskId: task.id,
      metadata: { 'x402.payment.status': 'payment-rejected' },
    });
    expect([declined.task.status.state, metadata(declined.task)]).toEqual([
      'TASK_STATE_CANCELED',
      { 'x402.payment.status': 'payment-rejected' },
    ]);
  });

  test('a diagnostic completes the task uncharged; a REST-only route is not sold here', async () => {
    proves('paid-rest-only');
    const { task } = await invoke('svc-promoted', { state: 'empty' });
    expect([task.status.state, task.artifacts[0].parts[0].data.result.charged]).toEqual([
      'TASK_STATE_COMPLETED',
      false,
    ]);
    expect((await invoke('svc-atomic', { topic: 'x' })).task.status.state).toBe('TASK_STATE_REJECTED');
  });

  test('no payment is stored: not in tasks, not in files', async () => {
    const { task } = await invoke('svc-promoted', { note: 'secret test' });
    const payment = await sign(evmClient((await rail.evm.buyer()).key), required(task));
    const { signature } = payment.payload as { signature: string };
    await payFor(task, payment);
    const stored = await (await fetch(`${agent.url}/a2a/v1/tasks/${task.id}`)).text();
    expect(stored).toContain('TASK_STATE_COMPLETED');
    expect(stored).not.toContain(signature);
    expect(stored).not.toContain('x402.payment.payload');
  });
});
