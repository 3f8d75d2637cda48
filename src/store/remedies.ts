import type { Claim } from './ledger.ts';
import { ledgerSchema } from './ledger-schema.ts';
import { leaseTime, recordOf, type SqlDriver, type SqlRow } from './sql.ts';
import { SqlStore } from './sql-store.ts';

/** What the seller gives for a purchase that brought nothing: a free call of its route, or its price. */
export const remedyKinds = ['voucher', 'refund'] as const;
export type RemedyKind = (typeof remedyKinds)[number];

/**
 * - `granted`: the voucher may be used; a purchase paid with it shows that it was.
 * - `due`: the refund is owed; nothing was sent.
 * - `sending`: an order to transfer it was or may have been sent.
 * - `refunded`: the transfer is on the chain.
 */
export type RemedyState = 'granted' | 'due' | 'sending' | 'refunded';

export interface Remedy {
  readonly purchaseId: string;
  readonly kind: RemedyKind;
  readonly state: RemedyState;
  readonly transaction: string | undefined;
  /** Why the last order to transfer was not carried out. */
  readonly reason: string | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const owed = `kind = 'refund' AND state IN ('due', 'sending') AND lease_until <= ?`;

/** What is owed for purchases, in the database of the ledger. Each method is atomic under several processes. */
export class Remedies extends SqlStore {
  constructor(driver: SqlDriver) {
    super(driver, { ledger: ledgerSchema });
  }

  /** Owes a remedy for a settled purchase; false where it has one, or where a refund has no payment to give back. */
  owe(purchaseId: string, kind: RemedyKind, now: number): Promise<boolean> {
    const sql = `INSERT INTO remedies (purchase_id, kind, state, lease_until, created_at, updated_at)
      SELECT id, ?, ?, 0, CAST(? AS BIGINT), CAST(? AS BIGINT) FROM purchases
      WHERE id = ? AND state = 'settled' AND (network <> 'voucher' OR CAST(? AS TEXT) = 'voucher') ON CONFLICT DO NOTHING RETURNING purchase_id`;
    const state: RemedyState = kind === 'voucher' ? 'granted' : 'due';
    return this.did(sql, [kind, state, now, now, purchaseId, kind]);
  }

  async find(purchaseId: string): Promise<Remedy | undefined> {
    const row = await this.first('SELECT * FROM remedies WHERE purchase_id = ?', [purchaseId]);
    return row && toRemedy(row);
  }

  /** Newest first. */
  async list(limit: number): Promise<readonly Remedy[]> {
    const sql = 'SELECT * FROM remedies ORDER BY updated_at DESC, purchase_id LIMIT ?';
    return (await this.run(sql, [limit])).map(toRemedy);
  }

  /** Claims the refund that has waited longest, as `sending`; undefined where none is owed. */
  async take({ holder, now, leaseMs }: Claim): Promise<Remedy | undefined> {
    const sql = `UPDATE remedies SET state = 'sending', holder = ?, lease_until = ?, updated_at = ?
      WHERE purchase_id = (SELECT purchase_id FROM remedies WHERE ${owed} ORDER BY updated_at, purchase_id LIMIT 1) AND ${owed}
      RETURNING *`;
    const row = await this.first(sql, [holder, leaseTime(now, leaseMs), now, leaseTime(now), leaseTime(now)]);
    return row && toRemedy(row);
  }

  /** Ends a claim: with the transaction of the transfer, or with the reason for which it is tried again later. */
  async end(
    { purchaseId }: Remedy,
    { holder, now }: Claim,
    outcome: { readonly transaction: string } | { readonly reason: string; readonly restMs: number },
  ): Promise<void> {
    const values =
      'transaction' in outcome
        ? ['refunded', outcome.transaction, null, 0]
        : ['sending', null, outcome.reason, leaseTime(now, outcome.restMs)];
    const sql = `UPDATE remedies SET state = ?, transaction_id = ?, reason = ?, lease_until = ?, holder = NULL, updated_at = ?
      WHERE purchase_id = ? AND holder = ?`;
    await this.run(sql, [...values, now, purchaseId, holder]);
  }

  /** Records a refund that the operator has sent by hand; false where none is owed, or one is being sent. */
  record(purchaseId: string, transaction: string, now: number): Promise<boolean> {
    const sql = `UPDATE remedies SET state = 'refunded', transaction_id = ?, reason = NULL, updated_at = ?
      WHERE purchase_id = ? AND ${owed} RETURNING purchase_id`;
    return this.did(sql, [transaction, now, purchaseId, leaseTime(now)]);
  }
}

const toRemedy = ({ holder: _holder, lease_until: _lease, ...row }: SqlRow) =>
  recordOf<Remedy>(row, ['createdAt', 'updatedAt']);
