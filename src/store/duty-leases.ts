import { leaseTime, type SqlDriver } from './sql.ts';
import { SqlStore } from './sql-store.ts';

const schema = [
  [
    `CREATE TABLE IF NOT EXISTS duties (
       name TEXT PRIMARY KEY, holder TEXT, lease_until BIGINT NOT NULL, next_at BIGINT NOT NULL)`,
  ],
];

/**
 * Leases of recurring duties: each has one process at a time. Times in milliseconds; `now` is the clock of this process,
 * which counts where the database has none of its own.
 */
export class DutyLeases extends SqlStore {
  constructor(driver: SqlDriver) {
    super(driver, { duties: schema });
  }

  /** True where the duty is due and free: the holder then has it for `leaseMs`. */
  take(name: string, holder: string, now: number, leaseMs: number): Promise<boolean> {
    return this.did(
      `INSERT INTO duties (name, holder, lease_until, next_at) VALUES (?, ?, ?, 0)
       ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, lease_until = excluded.lease_until
       WHERE duties.lease_until < ? AND duties.next_at <= ? RETURNING name`,
      [name, holder, leaseTime(now, leaseMs), leaseTime(now), leaseTime(now)],
    );
  }

  /** False where another process has it meanwhile. */
  renew(name: string, holder: string, now: number, leaseMs: number): Promise<boolean> {
    const sql = 'UPDATE duties SET lease_until = ? WHERE name = ? AND holder = ? RETURNING name';
    return this.did(sql, [leaseTime(now, leaseMs), name, holder]);
  }

  /** Releases it; it is due again after `restMs`. */
  async done(name: string, holder: string, now: number, restMs: number): Promise<void> {
    const sql = 'UPDATE duties SET holder = NULL, lease_until = 0, next_at = ? WHERE name = ? AND holder = ?';
    await this.run(sql, [leaseTime(now, restMs), name, holder]);
  }
}
