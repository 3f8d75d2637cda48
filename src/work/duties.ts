import { join } from 'node:path';
import { dayMs } from '../kernel/time.ts';
import { type Service, sellingConfigured } from '../main.ts';
import { DutyLeases } from '../store/duty-leases.ts';
import { PostgresDriver } from '../store/postgres-driver.ts';
import { SqliteDriver } from '../store/sqlite-driver.ts';
import { refreshMirrors } from './mirrors.ts';
import type { Duty } from './worker.ts';

/** `reconcile`, `purge` and `sentinel` belong to the database, `mirrors` to the data folder that is refreshed. */
export const dutyNames = ['reconcile', 'purge', 'sentinel', 'mirrors'] as const;
export type DutyName = (typeof dutyNames)[number];

/** Licensed content is stored for a day and deleted within the following hour. */
const purgeEveryMs = 3_600_000;
const mirrorsEveryMs = 6 * 3_600_000;

/** The requested duties that this service can do, and the function that closes their leases. */
export function openDuties(
  service: Service,
  wanted: readonly DutyName[],
): { readonly duties: readonly Duty[]; close(): Promise<void> } {
  const { config } = service;
  const { databaseUrl, dataDir, reconcileMinutes } = config;
  const inFolder = new DutyLeases(new SqliteDriver(join(dataDir, 'duties.sqlite')));
  const shared = databaseUrl === undefined ? inFolder : new DutyLeases(new PostgresDriver(databaseUrl));
  const sells = sellingConfigured(config);
  const all: Readonly<Record<DutyName, Duty | undefined>> = {
    reconcile:
      sells && reconcileMinutes > 0
        ? {
            ...{ name: 'reconcile', everyMs: reconcileMinutes * 60_000, leases: shared },
            run: async (signal) => (await service.selling()).reconcile({ signal }),
          }
        : undefined,
    purge: {
      ...{ name: 'purge', everyMs: purgeEveryMs, leases: shared },
      async run() {
        if (sells) await (await service.selling()).purge();
        await service.evidence.purge();
      },
    },
    sentinel: {
      ...{ name: 'sentinel', everyMs: dayMs, leases: shared },
      run: () => service.sentinel(),
    },
    mirrors: {
      ...{ name: 'mirrors', everyMs: mirrorsEveryMs, leases: inFolder },
      run: (signal) => refreshMirrors(service, signal),
    },
  };
  return {
    duties: wanted.flatMap((name) => all[name] ?? []),
    async close() {
      await inFolder.close();
      if (shared !== inFolder) await shared.close();
    },
  };
}
