import type {
  Claim,
  ClaimResult,
  Kept,
  Ledger,
  LedgerCount,
  NewPurchase,
  Purchase,
  Purged,
  PurgeRules,
} from './ledger.ts';
import { afterTakeOver, type LedgerEvent, type PurchaseState, type Transition, transitions } from './ledger-states.ts';
import type { SqlDriver, SqlRow } from './sql.ts';

const schema = [
  `CREATE TABLE IF NOT EXISTS purchases (
     id TEXT PRIMARY KEY, credential_hash TEXT NOT NULL, payer_hash TEXT NOT NULL, network TEXT NOT NULL,
     slug TEXT NOT NULL, args_hash TEXT NOT NULL, offer TEXT NOT NULL, state TEXT NOT NULL, holder TEXT,
     lease_until BIGINT NOT NULL, attempts INTEGER NOT NULL, valid_until BIGINT NOT NULL,
     body TEXT, body_bytes BIGINT NOT NULL, receipt TEXT, transaction_id TEXT, reason TEXT,
     created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL)`,
  `CREATE INDEX IF NOT EXISTS purchases_payer ON purchases (payer_hash, created_at) WHERE state <> 'settled'`,
  'CREATE INDEX IF NOT EXISTS purchases_age ON purchases (updated_at)',
];

const withoutBody = `id, credential_hash, payer_hash, network, slug, args_hash, offer, state, holder, lease_until, attempts,
  valid_until, body_bytes, receipt, transaction_id, reason, created_at, updated_at`;

const quoted = (states: readonly string[]) => states.map((state) => `'${state}'`).join(', ');

const insertSql = `INSERT INTO purchases (id, credential_hash, payer_hash, network, slug, args_hash, offer, state, holder,
    lease_until, attempts, valid_until, body_bytes, created_at, updated_at)
  SELECT ?, ?, ?, ?, ?, ?, ?, 'claimed', ?, CAST(? AS BIGINT), 1, CAST(? AS BIGINT), 0, CAST(? AS BIGINT), CAST(? AS BIGINT)
  WHERE (SELECT count(*) FROM purchases WHERE payer_hash = ? AND state <> 'settled' AND created_at > ?) < ?
  ON CONFLICT (id) DO NOTHING RETURNING id`;

const takeOverSql = `UPDATE purchases SET holder = ?, lease_until = ?, attempts = attempts + 1, updated_at = ?,
    state = CASE state ${Object.entries(afterTakeOver)
      .map(([from, to]) => `WHEN '${from}' THEN '${to}'`)
      .join(' ')} ELSE state END
  WHERE id = ? AND state <> 'settled' AND lease_until <= ? RETURNING *`;

const stepSql = Object.fromEntries(
  Object.entries<Transition>(transitions).map(([event, { from, to, yields }]) => [
    event,
    `UPDATE purchases SET state = '${to}', updated_at = ?, body = COALESCE(?, body), body_bytes = COALESCE(CAST(? AS BIGINT), body_bytes),
       receipt = COALESCE(?, receipt), transaction_id = COALESCE(?, transaction_id), reason = COALESCE(?, reason)
       ${yields ? ', holder = NULL, lease_until = CAST(? AS BIGINT)' : ''}
     WHERE id = ? AND holder = ? AND state IN (${quoted(from)}) RETURNING id`,
  ]),
) as Record<LedgerEvent, string>;

const hour = 3_600_000;

/** The ledger on any {@link SqlDriver}. One statement for each step. */
export class SqlLedger implements Ledger {
  readonly #driver: SqlDriver;
  #opened: Promise<void> | undefined;

  constructor(driver: SqlDriver) {
    this.#driver = driver;
  }

  async find(id: string): Promise<Purchase | undefined> {
    const [row] = await this.#run('SELECT * FROM purchases WHERE id = ?', [id]);
    return row && toPurchase(row);
  }

  async claim(purchase: NewPurchase, claim: Claim, payerLimit: number): Promise<ClaimResult> {
    const { now } = claim;
    const inserted = await this.#run(insertSql, [
      purchase.id,
      purchase.credentialHash,
      purchase.payerHash,
      purchase.network,
      purchase.slug,
      purchase.argsHash,
      purchase.offer,
      claim.holder,
      now + claim.leaseMs,
      purchase.validUntil,
      now,
      now,
      purchase.payerHash,
      now - hour,
      payerLimit,
    ]);
    if (inserted.length > 0) return { kind: 'claimed' };
    const known = await this.find(purchase.id);
    return known ? { kind: 'taken', purchase: known } : { kind: 'payer_limit' };
  }

  async takeOver(id: string, claim: Claim): Promise<Purchase | undefined> {
    const params = [claim.holder, claim.now + claim.leaseMs, claim.now, id, claim.now];
    const [row] = await this.#run(takeOverSql, params);
    return row && toPurchase(row);
  }

  async step(id: string, holder: string, event: LedgerEvent, now: number, kept: Kept = {}): Promise<boolean> {
    const { body, receipt, transaction, reason } = kept;
    const bytes = body === undefined ? null : Buffer.byteLength(body);
    const { yields, restMs }: Transition = transitions[event];
    const lease = yields ? [restMs ? now + restMs : 0] : [];
    const fields = [body ?? null, bytes, receipt ?? null, transaction ?? null, reason ?? null];
    const values = [now, ...fields, ...lease, id, holder];
    return (await this.#run(stepSql[event], values)).length > 0;
  }

  async renew(id: string, claim: Claim): Promise<boolean> {
    const sql = `UPDATE purchases SET lease_until = ? WHERE id = ? AND holder = ? AND state <> 'settled' RETURNING id`;
    return (await this.#run(sql, [claim.now + claim.leaseMs, id, claim.holder])).length > 0;
  }

  async yield(id: string, holder: string, now: number): Promise<boolean> {
    const sql =
      'UPDATE purchases SET holder = NULL, lease_until = 0, updated_at = ? WHERE id = ? AND holder = ? RETURNING id';
    return (await this.#run(sql, [now, id, holder])).length > 0;
  }

  async release(id: string, holder: string): Promise<boolean> {
    const sql = `DELETE FROM purchases WHERE id = ? AND holder = ? AND state IN ('claimed', 'verified') RETURNING id`;
    return (await this.#run(sql, [id, holder])).length > 0;
  }

  async list({ state, limit = 50 }: { state?: PurchaseState; limit?: number } = {}) {
    const where = state ? 'WHERE state = ?' : '';
    const sql = `SELECT ${withoutBody} FROM purchases ${where} ORDER BY updated_at DESC, id LIMIT ?`;
    const rows = await this.#run(sql, state ? [state, limit] : [limit]);
    return rows.map((row) => {
      const { body: _, ...rest } = toPurchase(row);
      return rest;
    });
  }

  async counts(): Promise<readonly LedgerCount[]> {
    const rows = await this.#run(
      'SELECT state, count(*) AS purchases, COALESCE(sum(CASE WHEN body IS NULL THEN 0 ELSE body_bytes END), 0) AS bytes FROM purchases GROUP BY state ORDER BY state',
    );
    return rows.map((row) => ({
      state: row.state as PurchaseState,
      purchases: Number(row.purchases),
      bodyBytes: Number(row.bytes),
    }));
  }

  async purge({ now, bodyMs, rowMs, maxBytes }: PurgeRules): Promise<Purged> {
    const rows = await this.#run('DELETE FROM purchases WHERE updated_at < ? AND lease_until <= ? RETURNING id', [
      now - rowMs,
      now,
    ]);
    const aged = await this.#run(
      `UPDATE purchases SET body = NULL WHERE body IS NOT NULL AND state = 'settled' AND updated_at < ? RETURNING id`,
      [now - bodyMs],
    );
    const crowded = await this.#run(
      `UPDATE purchases SET body = NULL WHERE id IN (
         SELECT id FROM (
           SELECT id, state, sum(body_bytes) OVER (ORDER BY updated_at DESC, id) AS kept FROM purchases WHERE body IS NOT NULL
         ) AS ranked WHERE kept > ? AND state = 'settled') RETURNING id`,
      [maxBytes],
    );
    return { bodies: aged.length + crowded.length, rows: rows.length };
  }

  async ready(): Promise<boolean> {
    try {
      await this.#run('SELECT 1 AS one');
      return true;
    } catch {
      return false;
    }
  }

  close(): Promise<void> {
    return this.#driver.close();
  }

  async #run(sql: string, params: readonly (string | number | null)[] = []): Promise<readonly SqlRow[]> {
    this.#opened ??= this.#open();
    await this.#opened;
    return this.#driver.run(sql, params);
  }

  async #open(): Promise<void> {
    try {
      await this.#create();
    } catch {
      // two processes that create the tables in the same moment: PostgreSQL refuses one of them
      await this.#create().catch((error) => {
        this.#opened = undefined;
        throw error;
      });
    }
  }

  async #create(): Promise<void> {
    for (const statement of schema) await this.#driver.run(statement);
  }
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);

function toPurchase(row: SqlRow): Purchase {
  return {
    id: String(row.id),
    credentialHash: String(row.credential_hash),
    payerHash: String(row.payer_hash),
    network: String(row.network),
    slug: String(row.slug),
    argsHash: String(row.args_hash),
    offer: String(row.offer),
    state: row.state as PurchaseState,
    holder: text(row.holder),
    leaseUntil: Number(row.lease_until),
    attempts: Number(row.attempts),
    validUntil: Number(row.valid_until),
    body: text(row.body),
    bodyBytes: Number(row.body_bytes),
    receipt: text(row.receipt),
    transaction: text(row.transaction_id),
    reason: text(row.reason),
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
  };
}
