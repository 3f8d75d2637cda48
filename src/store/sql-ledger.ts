import {
  assumedValidityMs,
  type Claim,
  type ClaimResult,
  earnedTimes,
  type LedgerCount,
  type ListedPurchase,
  type ListOptions,
  type NewPurchase,
  openPurchaseMs,
  type Purchase,
  type PurgeRules,
  type Stored,
} from './ledger.ts';
import type { LedgerMark } from './ledger-mark.ts';
import { ledgerSchema } from './ledger-schema.ts';
import {
  afterTakeOver,
  type LedgerEvent,
  openStates,
  type PurchaseState,
  type Transition,
  transitions,
} from './ledger-states.ts';
import { leaseTime, marks, quoted, recordOf, type SqlDriver, type SqlParam, type SqlRow, whereAll } from './sql.ts';
import { SqlStore } from './sql-store.ts';

const withoutBody = `id, credential_hash, payer_hash, claim_hash, order_hash, network, slug, args_hash, offer, state, holder, lease_until, attempts,
  valid_until, body_bytes, body_until, receipt, transaction_id, reason, created_at, updated_at`;

const open = quoted(openStates);
const usableUntil = `(CASE WHEN valid_until > 0 THEN valid_until ELSE created_at + ${assumedValidityMs} END)`;
/** A purchase that cannot change any more: two marks, the clock of leases and now. */
const finished = `state NOT IN (${open}) AND lease_until <= ? AND ${usableUntil} <= ?`;

const insertSql = `INSERT INTO purchases (id, credential_hash, payer_hash, claim_hash, order_hash, network, slug, args_hash, offer, state, holder,
    lease_until, attempts, valid_until, body_bytes, created_at, updated_at)
  SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, 'claimed', ?, CAST(? AS BIGINT), 1, CAST(? AS BIGINT), 0, CAST(? AS BIGINT), CAST(? AS BIGINT)
  WHERE (SELECT count(*) FROM purchases WHERE payer_hash = ? AND state <> 'settled' AND state <> 'rejected' AND created_at > ?)
    < ? + (SELECT count(*) FROM (SELECT 1 FROM purchases WHERE payer_hash = ? AND state = 'settled' LIMIT ?) AS earned)
  ON CONFLICT DO NOTHING RETURNING id`;

const takeOverSql = `UPDATE purchases SET holder = ?, lease_until = ?, attempts = attempts + 1, updated_at = ?,
    state = CASE state ${Object.entries(afterTakeOver)
      .map(([from, to]) => `WHEN '${from}' THEN '${to}'`)
      .join(' ')} ELSE state END
  WHERE id = ? AND state <> 'settled' AND lease_until <= ? RETURNING *`;

const stepSql = Object.fromEntries(
  Object.entries<Transition>(transitions).map(([event, { from, to, yields }]) => [
    event,
    `UPDATE purchases SET state = '${to}', updated_at = ?, body = COALESCE(?, body), body_bytes = COALESCE(CAST(? AS BIGINT), body_bytes),
       body_until = COALESCE(CAST(? AS BIGINT), body_until), receipt = COALESCE(?, receipt), transaction_id = COALESCE(?, transaction_id), reason = COALESCE(?, reason)
       ${to === 'rejected' ? ', order_hash = NULL' : ''} ${yields ? ', holder = NULL, lease_until = CAST(? AS BIGINT)' : ''}
     WHERE id = ? AND holder = ? AND state IN (${quoted(from)}) RETURNING id`,
  ]),
) as Record<LedgerEvent, string>;

/** Learns of the steps of purchases. */
export interface PurchaseObserver {
  /** This process has claimed the purchase, or has taken it over. */
  held(purchase: Pick<Purchase, 'id' | 'slug' | 'network'>): void;
  /** This process has made a step. */
  moved(id: string, state: PurchaseState | 'released', event?: LedgerEvent): void;
}

/**
 * The ledger of purchases. Each method is atomic under several processes; a step by a holder that has lost its claim
 * returns false and changes nothing. One statement for each step.
 */
export class Ledger extends SqlStore {
  readonly #mark: Pick<LedgerMark, 'check'> | undefined;
  readonly #observer: PurchaseObserver | undefined;

  /** @param mark says whether it may sell here; absent: nothing is sold with it */
  constructor(driver: SqlDriver, mark?: Pick<LedgerMark, 'check'>, observer?: PurchaseObserver) {
    super(driver, { ledger: ledgerSchema });
    this.#mark = mark;
    this.#observer = observer;
  }

  async find(id: string): Promise<Purchase | undefined> {
    const row = await this.first('SELECT * FROM purchases WHERE id = ?', [id]);
    return row && toPurchase(row);
  }

  /** The purchase of a signed payload, by the hash of it. */
  async findByCredential(credentialHash: string): Promise<Purchase | undefined> {
    const row = await this.first('SELECT * FROM purchases WHERE credential_hash = ? LIMIT 1', [credentialHash]);
    return row && toPurchase(row);
  }

  /**
   * Inserts the purchase as `claimed` unless it exists or its payer has as many unsettled ones in the last hour as it may:
   * `payerLimit`, and what its settled ones earn ({@link earnedTimes}). `Infinity`: any number.
   */
  async claim(purchase: NewPurchase, claim: Claim, payerLimit: number): Promise<ClaimResult> {
    const { now, holder, leaseMs } = claim;
    const { id, credentialHash, payerHash, claimHash = null, orderHash = null, network, ...sold } = purchase;
    await this.#mark?.check();
    const isLimited = Number.isFinite(payerLimit);
    const values = [
      ...[id, credentialHash, payerHash, claimHash, orderHash, network, sold.slug, sold.argsHash, sold.offer],
      ...[holder, leaseTime(now, leaseMs), sold.validUntil, now, now],
      ...[payerHash, now - openPurchaseMs, isLimited ? payerLimit : Number.MAX_SAFE_INTEGER],
      ...[payerHash, isLimited ? payerLimit * earnedTimes : 0],
    ];
    // the next thing sent is the order to settle, whose `at_once` commit includes this one
    if (await this.did(insertSql, values, 'in_order')) {
      this.#observer?.held(purchase);
      this.#observer?.moved(purchase.id, 'claimed');
      return { kind: 'claimed' };
    }
    const known = await this.find(purchase.id);
    if (known) return { kind: 'taken', purchase: known };
    const ordered =
      purchase.orderHash && (await this.first('SELECT * FROM purchases WHERE order_hash = ?', [purchase.orderHash]));
    return ordered ? { kind: 'ordered', purchase: toPurchase(ordered) } : { kind: 'payer_limit' };
  }

  /** Claims an unsettled purchase that has no holder; undefined where it has one. */
  async takeOver(id: string, claim: Claim): Promise<Purchase | undefined> {
    const params = [claim.holder, leaseTime(claim.now, claim.leaseMs), claim.now, id, leaseTime(claim.now)];
    const row = await this.first(takeOverSql, params);
    const purchase = row && toPurchase(row);
    if (purchase) this.#observer?.held(purchase);
    return purchase;
  }

  /** Makes one transition of the table. */
  async step(id: string, holder: string, event: LedgerEvent, now: number, stored: Stored = {}): Promise<boolean> {
    const { body, bodyUntil, receipt, transaction, reason } = stored;
    const bytes = body === undefined ? null : Buffer.byteLength(body);
    const { to, yields, restMs, keeping }: Transition = transitions[event];
    const lease = yields ? [restMs ? leaseTime(now, restMs) : 0] : [];
    const fields = [body, bytes, bodyUntil, receipt, transaction, reason].map((field) => field ?? null);
    const values = [now, ...fields, ...lease, id, holder];
    const made = await this.did(stepSql[event], values, keeping);
    if (made) this.#observer?.moved(id, to, event);
    return made;
  }

  renew(id: string, claim: Claim): Promise<boolean> {
    const sql = `UPDATE purchases SET lease_until = ? WHERE id = ? AND holder = ? AND state <> 'settled' RETURNING id`;
    return this.did(sql, [leaseTime(claim.now, claim.leaseMs), id, claim.holder]);
  }

  /** Releases the claim; the state is unchanged. */
  yield(id: string, holder: string, now: number): Promise<boolean> {
    const sql =
      'UPDATE purchases SET holder = NULL, lease_until = 0, updated_at = ? WHERE id = ? AND holder = ? RETURNING id';
    return this.did(sql, [now, id, holder]);
  }

  /** Deletes a purchase that stored and sent nothing. */
  async release(id: string, holder: string): Promise<boolean> {
    const sql = `DELETE FROM purchases WHERE id = ? AND holder = ? AND state IN ('claimed', 'verified') RETURNING id`;
    const released = await this.did(sql, [id, holder]);
    if (released) this.#observer?.moved(id, 'released');
    return released;
  }

  /** At most 50 where no limit is given. */
  async list(options: ListOptions = {}): Promise<readonly ListedPurchase[]> {
    const { sql, params } = listStatement(options);
    return (await this.run(sql, params)).map((row) => recordOf<ListedPurchase>(row, numbers));
  }

  async counts(): Promise<readonly LedgerCount[]> {
    const rows = await this.run(
      'SELECT state, count(*) AS purchases, COALESCE(sum(CASE WHEN body IS NULL THEN 0 ELSE body_bytes END), 0) AS body_bytes FROM purchases GROUP BY state ORDER BY state',
    );
    return rows.map((row) => recordOf<LedgerCount>(row, ['purchases', 'bodyBytes']));
  }

  /** Purges by the rules; a dry run only counts. */
  async purge({ now, bodyMs, rowMs, maxBytes }: PurgeRules, { dryRun = false } = {}) {
    const rowsWhere = `(updated_at < ? OR (body_until <= ? AND state <> 'settled')) AND ${finished}`;
    const rowParams = [now - rowMs, now, leaseTime(now), now];
    const bodiesWhere = `id IN (SELECT id FROM (
        SELECT id, state, lease_until, valid_until, body_until, created_at, updated_at,
          sum(body_bytes) OVER (ORDER BY updated_at DESC, id) AS stored
        FROM purchases WHERE body IS NOT NULL
      ) AS ranked WHERE state = 'settled' AND (updated_at < ? OR stored > ? OR body_until <= ?) AND ${finished})`;
    const bodyParams = [now - bodyMs, maxBytes, now, leaseTime(now), now];
    if (dryRun) {
      const rows = await this.#count(rowsWhere, rowParams);
      const bodies = await this.#count(`${bodiesWhere} AND NOT (${rowsWhere})`, [...bodyParams, ...rowParams]);
      return { bodies, rows };
    }
    const rows = await this.purged(`DELETE FROM purchases WHERE ${rowsWhere} RETURNING id`, rowParams);
    // a refund that is owed remains; a voucher cannot be used without its purchase
    await this.run(
      `DELETE FROM remedies WHERE state IN ('granted', 'refunded') AND updated_at < ? AND purchase_id NOT IN (SELECT id FROM purchases)`,
      [now - rowMs],
    );
    const bodies = await this.purged(`UPDATE purchases SET body = NULL WHERE ${bodiesWhere} RETURNING id`, bodyParams);
    return { bodies, rows };
  }

  /** Resolves where the store answers, its tables are those of this program and it may sell here; else rejects with the reason. */
  async check(): Promise<void> {
    await this.#mark?.check();
    await this.run('SELECT count(*) AS one FROM purchases WHERE id IS NULL');
  }

  async #count(where: string, params: readonly SqlParam[]): Promise<number> {
    const row = await this.first(`SELECT count(*) AS purchases FROM purchases WHERE ${where}`, params);
    return Number(row?.purchases ?? 0);
  }
}

function listStatement(options: ListOptions): { readonly sql: string; readonly params: readonly SqlParam[] } {
  const { since, until, slugs, claimHash, payerHash, idPrefix, after, limit = 50 } = options;
  const states = [options.state ?? []].flat();
  const [past, order] = options.oldestFirst ? ['>', 'updated_at, id'] : ['<', 'updated_at DESC, id'];
  const { where, params } = whereAll([
    states.length > 0 && [`state IN (${marks(states.length)})`, states],
    slugs !== undefined && [`slug IN (${marks(slugs.length)})`, slugs],
    claimHash !== undefined && ["claim_hash = ? AND claim_hash <> ''", [claimHash]],
    payerHash !== undefined && ['payer_hash = ?', [payerHash]],
    since !== undefined && ['updated_at >= ?', [since]],
    until !== undefined && ['updated_at < ?', [until]],
    idPrefix !== undefined && ['substr(id, 1, ?) = ?', [idPrefix.length, idPrefix]],
    after !== undefined && [
      `(updated_at ${past} ? OR (updated_at = ? AND id > ?))`,
      [after.updatedAt, after.updatedAt, after.id],
    ],
  ]);
  const sql = `SELECT ${withoutBody} FROM purchases ${where} ORDER BY ${order} LIMIT ?`;
  return { sql, params: [...params, limit] };
}

const numbers = ['leaseUntil', 'attempts', 'validUntil', 'bodyBytes', 'bodyUntil', 'createdAt', 'updatedAt'];
const toPurchase = (row: SqlRow) => recordOf<Purchase>(row, numbers);
