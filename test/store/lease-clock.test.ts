import { expect, test } from 'vitest';
import { DutyLeases } from '../../src/store/duty-leases.ts';
import { openLedger } from '../../src/store/open-ledger.ts';
import { openJobs } from '../../src/store/sql-jobs.ts';
import { chainNow } from '../clock.ts';
import { job, slug } from './batch-jobs.ts';
import { purchase } from './purchases.ts';
import { driverOf, onEachStore } from './stores.ts';

const leaseMs = 4_000;
/** What the other machine takes for now. */
const ahead = () => chainNow() + 10_000;

onEachStore(
  'leases of machines whose clocks differ by ten seconds',
  (start) => {
    test('hold until they are over, whatever the other machine takes for now', async () => {
      const { settings, stop } = await start();
      const ledger = openLedger(settings);
      const [one, other] = [openJobs(settings), openJobs(settings)];
      const [duties, others] = [new DutyLeases(driverOf(settings)), new DutyLeases(driverOf(settings))];
      try {
        const late = { holder: 'ahead', now: ahead(), leaseMs };
        const live = { holder: 'live', now: chainNow(), leaseMs };
        await ledger.claim(purchase('p', { validUntil: chainNow() + 60_000 }), live, 8);
        expect(await ledger.takeOver('p', late)).toBeUndefined();
        await ledger.step('p', 'live', 'dispatch', chainNow(), { body: '{}' });
        expect(await ledger.renew('p', live)).toBe(true);
        expect(await ledger.takeOver('p', late)).toBeUndefined();

        await one.create(job('j', 1));
        const at = { now: chainNow(), lease: chainNow() };
        const atOther = { now: ahead(), lease: ahead() };
        expect(await one.take({ holder: 'live', leaseMs, slugs: [slug] }, at)).toMatchObject({ takes: 1 });
        expect(await other.take({ holder: 'ahead', leaseMs, slugs: [slug] }, atOther)).toBeUndefined();
        await one.beat('live', at);
        expect(await other.attended(5_000, atOther)).toBe(true);

        expect(await duties.take('purge', 'live', chainNow(), leaseMs)).toBe(true);
        expect(await others.take('purge', 'ahead', ahead(), leaseMs)).toBe(false);

        // one that is behind waits no longer than the lease
        await ledger.renew('p', { ...live, leaseMs: 1 });
        const behind = { holder: 'behind', now: chainNow() - 10_000, leaseMs };
        await expect.poll(() => ledger.takeOver('p', behind)).toMatchObject({ holder: 'behind', state: 'unknown' });
      } finally {
        await Promise.all([ledger, one, other, duties, others].map((store) => store.close()));
        await stop();
      }
    });
  },
  ['PostgreSQL'],
);
