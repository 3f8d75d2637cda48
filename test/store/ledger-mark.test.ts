import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { adoptLedger, openBooks } from '../../src/store/open-ledger.ts';
import { purchase, t0 } from './purchases.ts';
import { onEachStore } from './stores.ts';

const address = '0x00000000000000000000000000000000000000A1';
const claim = { holder: 'a', now: t0, leaseMs: 1_000 };

type Settings = Parameters<typeof openBooks>[0];

/** What a service that sells there finds when it is ready to: undefined where it may sell. */
async function fault(settings: Settings, addresses = [address], id = 'next'): Promise<string | undefined> {
  const { ledger } = openBooks(settings, addresses);
  try {
    await ledger.check();
    await ledger.claim(purchase(id), claim, 8);
    return undefined;
  } catch (error) {
    await expect(ledger.claim(purchase(id), claim, 8)).rejects.toThrow((error as Error).message);
    return (error as { kind?: string }).kind ?? String(error);
  } finally {
    await ledger.close();
  }
}

onEachStore('the mark of the ledger', (start, store) => {
  test('an installation sells again with its own ledger, also at another address', async () => {
    const place = await start();
    try {
      expect(await fault(place.settings)).toBeUndefined();
      expect(await fault(place.settings, [address], 'second')).toBeUndefined();
      expect(await fault(place.settings, ['another address'], 'third')).toBeUndefined();
    } finally {
      await place.stop();
    }
  });

  test('an emptied ledger is lost, not new, until the operator adopts it or is paid elsewhere', async () => {
    const [place, empty] = [await start(), await start()];
    // the folder has sold, and its database is gone
    const settings = { ...empty.settings, dataDir: place.settings.dataDir };
    try {
      expect(await fault(place.settings)).toBeUndefined();
      if (store === 'SQLite')
        for (const end of ['', '-wal', '-shm']) rmSync(join(settings.dataDir, `ledger.sqlite${end}`), { force: true });
      expect(await fault(settings)).toBe('ledger_lost');
      await adoptLedger(settings, [address]);
      expect(await fault(settings)).toBeUndefined();
    } finally {
      await place.stop();
      await empty.stop();
    }
  });

  test.runIf(store === 'SQLite')('a copy beside the original does not sell', async () => {
    const place = await start();
    const dataDir = mkdtempSync(join(tmpdir(), 'copy-'));
    const copy = { databaseUrl: undefined, dataDir };
    try {
      expect(await fault(place.settings)).toBeUndefined();
      copyFileSync(join(place.settings.dataDir, 'ledger.sqlite'), join(dataDir, 'ledger.sqlite'));
      expect(await fault(copy)).toBe('ledger_of_another_installation');
      await adoptLedger(copy, [address]);
      expect(await fault(copy)).toBeUndefined();
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
      await place.stop();
    }
  });

  test.runIf(store === 'PostgreSQL')('a second machine joins; one that sold with another ledger does not', async () => {
    const [place, other] = [await start(), await start()];
    const dataDir = mkdtempSync(join(tmpdir(), 'second-'));
    try {
      expect(await fault(place.settings)).toBeUndefined();
      expect(await fault({ ...place.settings, dataDir }, [address], 'second')).toBeUndefined();
      expect(await fault(other.settings, [address], 'elsewhere')).toBeUndefined();
      expect(await fault({ ...place.settings, dataDir: other.settings.dataDir })).toBe(
        'ledger_of_another_installation',
      );
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
      await place.stop();
      await other.stop();
    }
  });
});
