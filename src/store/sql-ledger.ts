import {
  assumedValidityMs,
  type Claim,
  type ClaimResult,
  earnedTimes,
  type Ledger,
  type LedgerCount,
  type ListedPurchase,
  type ListOptions,
  type NewPurchase,
  openPurchaseMs,
  type Purchase,
  type Purged,
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
import { withSchema } from './migrate.ts';
import { leaseTime, recordOf, type SqlDriver, type SqlParam, type SqlRow } from './sql.ts';

const withoutBody = `id, credential_hash, payer_hash, claim_hash, order_hash, network, slug, args_hash, offer, state, holder, lease_until, attempts,
  valid_until, body_bytes, body_until, receipt, transaction_id, reason, created_at, updated_at`;

const quoted = (states: readonly string[]) => states.map((state) => `'${state}'`).join(', ');

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

/** The ledger on any {@link SqlDriver}. One statement for each step. */
export class SqlLedger implements Ledger {
  readonly #driver: SqlDriver;
  readonly #mark: Pick<LedgerMark, 'check'> | undefined;

  /** @param mark says whether it may sell here; absent: nothing is sold with it */
  constructor(driver: SqlDriver, mark?: Pick<LedgerMark, 'check'>) {
    this.#mark = mark;
    this.#driver = withSchema(driver, 'ledger', ledgerSchema);
  }

  async find(id: string): Promise<Purchase | undefined> {
    const [row] = await this.#driver.run('SELECT * FROM purchases WHERE id = ?', [id]);
    return row && toPurchase(row);
  }

  async findByCredential(credentialHash: string): Promise<Purchase | undefined> {
    const [row] = await this.#driver.run('SELECT * FROM purchases WHERE credential_hash = ? LIMIT 1', [credentialHash]);
    return row && toPurchase(row);
  }

  async claim(purchase: NewPurchase, claim: Claim, payerLimit: number): Promise<ClaimResult> {
    const { now } = claim;
    await this.#mark?.check();
    const isLimited = Number.isFinite(payerLimit);
    const values = [
      purchase.id,
      purchase.credentialHash,
      purchase.payerHash,
      purchase.claimHash ?? null,
      purchase.orderHash ?? null,
      purchase.network,
      purchase.slug,
      purchase.argsHash,
      purchase.offer,
      claim.holder,
      leaseTime(now, claim.leaseMs),
      purchase.validUntil,
      now,
      now,
      purchase.payerHash,
      now - openPurchaseMs,
      isLimited ? payerLimit : Number.MAX_SAFE_INTEGER,
      purchase.payerHash,
      isLimited ? payerLimit * earnedTimes : 0,
    ];
    // the next thing sent is the order to settle, whose `at_once` commit includes this one
    const inserted = await this.#driver.run(insertSql, values, 'in_order');
    if (inserted.length > 0) return { kind: 'claimed' };
    const known = await this.find(purchase.id);
    if (known) return { kind: 'taken', purchase: known };
    const [ordered] = purchase.orderHash
      ? await this.#driver.run('SELECT * FROM purchases WHERE order_hash = ?', [purchase.orderHash])
      : [];
    return ordered ? { kind: 'ordered', purchase: toPurchase(ordered) } : { kind: 'payer_limit' };
  }

  async takeOver(id: string, claim: Claim): Promise<Purchase | undefined> {
    const params = [claim.holder, leaseTime(claim.now, claim.leaseMs), claim.now, id, leaseTime(claim.now)];
    const [row] = await this.#driver.run(takeOverSql, params);
    return row && toPurchase(row);
  }

  async step(id: string, holder: string, event: LedgerEvent, now: number, stored: Stored = {}): Promise<boolean> {
    const { body, bodyUntil, receipt, transaction, reason } = stored;
    const bytes = body === undefined ? null : Buffer.byteLength(body);
    const { yields, restMs, keeping }: Transition = transitions[event];
    const lease = yields ? [restMs ? leaseTime(now, restMs) : 0] : [];
    const fields = [body, bytes, bodyUntil, receipt, transaction, reason].map((field) => field ?? null);
    const values = [now, ...fields, ...lease, id, holder];
    return (await this.#driver.run(stepSql[event], values, keeping)).length > 0;
  }

  async renew(id: string, claim: Claim): Promise<boolean> {
    const sql = `UPDATE purchases SET lease_until = ? WHERE id = ? AND holder = ? AND state <> 'settled' RETURNING id`;
    return (await this.#driver.run(sql, [leaseTime(claim.now, claim.leaseMs), id, claim.holder])).length > 0;
  }

  async yield(id: string, holder: string, now: number): Promise<boolean> {
    const sql =
      'UPDATE purchases SET holder = NULL, lease_until = 0, updated_at = ? WHERE id = ? AND holder = ? RETURNING id';
    return (await this.#driver.run(sql, [now, id, holder])).length > 0;
  }

  async release(id: string, holder: string): Promise<boolean> {
    const sql = `DELETE FROM purchases WHERE id = ? AND holder = ? AND state IN ('claimed', 'verified') RETURNING id`;
    return (await this.#driver.run(sql, [id, holder])).length > 0;
  }

  async list(options: ListOptions = {}): Promise<readonly ListedPurchase[]> {
    const { sql, params } = listStatement(options);
    return (await this.#driver.run(sql, params)).map(listed);
  }

  async counts(): Promise<readonly LedgerCount[]> {
    const rows = await this.#driver.run(
      'SELECT state, count(*) AS purchases, COALESCE(sum(CASE WHEN body IS NULL THEN 0 ELSE body_bytes END), 0) AS bytes FROM purchases GROUP BY state ORDER BY state',
    );
    return rows.map((row) => ({
      state: row.state as PurchaseState,
      purchases: Number(row.purchases),
      bodyBytes: Number(row.bytes),
    }));
  }

  async purge(
    { now, bodyMs, rowMs, maxBytes }: PurgeRules,
    { dryRun = false }: { readonly dryRun?: boolean } = {},
  ): Promise<Purged> {
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
    const rows = await this.#driver.run(
      `DELETE FROM purchases WHERE ${rowsWhere} RETURNING id`,
      rowParams,
      'at_once',
      'purge',
    );
    const bodies = await this.#driver.run(
      `UPDATE purchases SET body = NULL WHERE ${bodiesWhere} RETURNING id`,
      bodyParams,
      'at_once',
      'purge',
    );
    return { bodies: bodies.length, rows: rows.length };
  }

  async check(): Promise<void> {
    await this.#mark?.check();
    await this.#driver.run('SELECT count(*) AS one FROM purchases WHERE id IS NULL');
  }

  ready(): Promise<boolean> {
    return this.check().then(
      () => true,
      () => false,
    );
  }

  async #count(where: string, params: readonly SqlParam[]): Promise<number> {
    const [row] = await this.#driver.run(`SELECT count(*) AS purchases FROM purchases WHERE ${where}`, params);
    return Number(row?.purchases ?? 0);
  }

  close(): Promise<void> {
    return this.#driver.close();
  }
}

function listStatement(options: ListOptions): { readonly sql: string; readonly params: readonly SqlParam[] } {
  const {
    state,
    since,
    until,
    slugs,
    claimHash,
    payerHash,
    idPrefix,
    oldestFirst = false,
    after,
    limit = 50,
  } = options;
  const states = state === undefined ? [] : [state].flat();
  const [past, order] = oldestFirst ? ['>', 'updated_at, id'] : ['<', 'updated_at DESC, id'];
  const conditions: readonly (readonly [string, readonly SqlParam[]])[] = [
    ...(states.length > 0 ? [[`state IN (${states.map(() => '?').join(', ')})`, states] as const] : []),
    ...(slugs === undefined ? [] : [[`slug IN (${slugs.map(() => '?').join(', ')})`, slugs] as const]),
    ...(claimHash === undefined ? [] : [["claim_hash = ? AND claim_hash <> ''", [claimHash]] as const]),
    ...(payerHash === undefined ? [] : [['payer_hash = ?', [payerHash]] as const]),
    ...(since === undefined ? [] : [['updated_at >= ?', [since]] as const]),
    ...(until === undefined ? [] : [['updated_at < ?', [until]] as const]),
    ...(idPrefix === undefined ? [] : [['substr(id, 1, ?) = ?', [idPrefix.length, idPrefix]] as const]),
    ...(after
      ? [
          [
            `(updated_at ${past} ? OR (updated_at = ? AND id > ?))`,
            [after.updatedAt, after.updatedAt, after.id],
          ] as const,
        ]
      : []),
  ];
  const where = conditions.length > 0 ? `WHERE ${conditions.map(([text]) => text).join(' AND ')}` : '';
  return {
    sql: `SELECT ${withoutBody} FROM purchases ${where} ORDER BY ${order} LIMIT ?`,
    params: [...conditions.flatMap(([, values]) => values), limit],
  };
}

function listed(row: SqlRow): ListedPurchase {
  const { body: _, ...rest } = toPurchase(row);
  return rest;
}

const numbers = ['leaseUntil', 'attempts', 'validUntil', 'bodyBytes', 'bodyUntil', 'createdAt', 'updatedAt'];
const toPurchase = (row: SqlRow) => recordOf(row, numbers) as unknown as Purchase;
