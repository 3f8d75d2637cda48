import type { UpgradesPort } from '../kernel/ports/upgrades.ts';
import { dayMs } from '../kernel/time.ts';
import { assumedValidityMs } from './ledger.ts';
import { ledgerSchema } from './ledger-schema.ts';
import { openStates } from './ledger-states.ts';
import { leaseTime, quoted } from './sql.ts';
import { openDriver, SqlStore, type StorePlace } from './sql-store.ts';

const paid = quoted(['settled', ...openStates]);

/**
 * A purchase that has been paid or may have been; or whose artifact is stored and whose payment can still be settled by a
 * resend. Parameters: now, now.
 */
const sold = `(p.state IN (${paid}) OR (p.state = 'built' AND
  CASE WHEN p.valid_until > 0 THEN p.valid_until > ? ELSE p.created_at + ${assumedValidityMs} > ? END))`;
/** The same, or one that a process works on. A further parameter: the clock of leases. */
const held = `(${sold} OR (p.state IN ('claimed', 'verified', 'built') AND p.lease_until > ?))`;

const takeSql = `INSERT INTO upgrades (packet_id, purchase_id, taken_at) VALUES (?, ?, ?)
  ON CONFLICT (packet_id) DO UPDATE SET purchase_id = excluded.purchase_id, taken_at = excluded.taken_at
  WHERE upgrades.purchase_id = excluded.purchase_id
     OR NOT EXISTS (SELECT 1 FROM purchases p WHERE p.id = upgrades.purchase_id AND ${held})
  RETURNING packet_id`;
/** Longer than any packet is stored. */
const keptMs = 30 * dayMs;

/**
 * Upgrades and their purchases, in the store of the ledger: whether an upgrade is free follows from the row of its
 * purchase, so that no process has to release it. Opened at the first use.
 */
export class Upgrades extends SqlStore implements UpgradesPort {
  readonly #now: () => number;

  /** @param now milliseconds by the clock of the ledger */
  constructor({ now, ...place }: StorePlace & { readonly now: () => number }) {
    super(() => openDriver(place, 'ledger.sqlite'), { ledger: ledgerSchema });
    this.#now = now;
  }

  isSold(packetId: string): Promise<boolean> {
    const now = this.#now();
    return this.did(
      `SELECT u.packet_id FROM upgrades u JOIN purchases p ON p.id = u.purchase_id WHERE u.packet_id = ? AND ${sold}`,
      [packetId, now, now],
    );
  }

  take(packetId: string, purchaseId: string): Promise<boolean> {
    const now = this.#now();
    // an exclusive transaction: the second buyer sees the purchase of the first
    return this.exclusively(function* () {
      yield { sql: 'DELETE FROM upgrades WHERE taken_at < ?', params: [now - keptMs] };
      const rows = yield { sql: takeSql, params: [packetId, purchaseId, now, now, now, leaseTime(now)] };
      return rows.length > 0;
    });
  }
}
