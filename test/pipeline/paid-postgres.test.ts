import { expect, test } from 'vitest';
import { evmClient, paymentHeader, receiptOf, sign } from '../rail/buyer.ts';
import { startRail } from '../rail/rail.ts';
import { railSettings } from '../rail/settings.ts';
import { onEachStore } from '../store/stores.ts';
import { openShop } from './shop.ts';

onEachStore(
  'two houses',
  (start) => {
    test('share their purchases: 16 at once with one payment, one build, one transfer, replayed by either', async () => {
      const [rail, place] = await Promise.all([startRail(), start()]);
      const { evm, solana, facilitator } = rail;
      const payments = railSettings({ facilitatorUrl: facilitator.url, evm, solana, timeoutMs: 15_000 });
      const shops = await Promise.all([1, 2].map(() => openShop({ payments, ...place.settings })));
      const [first, second] = shops as [(typeof shops)[number], (typeof shops)[number]];
      try {
        const body = { note: 'shared' };
        const buyer = await evm.buyer();
        const { resource: _, ...payment } = await sign(
          evmClient(buyer.key),
          (await first.post('svc-promoted', body)).json,
        );
        const headers = paymentHeader(payment);
        const before = first.runs.of('promoted') + second.runs.of('promoted');
        const replies = await Promise.all(
          Array.from({ length: 16 }, (_, n) => (n % 2 ? first : second).post('svc-promoted', body, headers)),
        );
        const paid = replies.filter((reply) => reply.status === 200);
        expect(paid.length).toBeGreaterThan(0);
        for (const reply of replies) expect([200, 409]).toContain(reply.status);
        expect(first.runs.of('promoted') + second.runs.of('promoted') - before).toBe(1);
        const replays = [
          await first.post('svc-promoted', body, headers),
          await second.post('svc-promoted', body, headers),
        ];
        expect(new Set([...paid, ...replays].map((reply) => reply.text)).size).toBe(1);
        expect(new Set(replays.map((reply) => receiptOf(reply.headers).transaction)).size).toBe(1);
        expect((await second.post('svc-promoted', { note: 'other' }, headers)).status).toBe(409);
        expect(await evm.balance(buyer.address)).toBe(100_000_000n - 10_000n);
      } finally {
        for (const shop of shops) await shop.close();
        await place.stop();
        await rail.close();
      }
    }, 60_000);
  },
  ['PostgreSQL'],
);
