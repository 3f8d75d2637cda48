import { ledgerSchema } from './ledger-schema.ts';
import type { SchemaSteps } from './migrate.ts';
import {
  freeEndings,
  type KeptSpend,
  licensedMs,
  type NewSpend,
  openSpendMs,
  type Reservation,
  type Spend,
  type SpendListOptions,
  type SpendRules,
} from './spend.ts';
import { type SpendEvent, spendTransitions, spentStates } from './spend-states.ts';
import { marks, quoted, recordOf, type SqlDriver, type SqlRow, type Statement, whereAll } from './sql.ts';
import { SqlStore } from './sql-store.ts';

/** Tables of purchases from providers, version by version. Steps are only added. */
export const spendSchema: SchemaSteps = [
  [
    `CREATE TABLE IF NOT EXISTS ext_spend (
       id TEXT PRIMARY KEY, purchase_id TEXT NOT NULL, payer_hash TEXT NOT NULL, slug TEXT NOT NULL,
       args_hash TEXT NOT NULL, provider TEXT NOT NULL, component TEXT NOT NULL, question_hash TEXT NOT NULL,
       amount BIGINT NOT NULL, paid BIGINT, state TEXT NOT NULL, holder TEXT NOT NULL, reference TEXT,
       result TEXT, reason TEXT, ended_free INTEGER NOT NULL, created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL,
       UNIQUE (purchase_id, component, question_hash))`,
    'CREATE INDEX IF NOT EXISTS ext_spend_day ON ext_spend (provider, created_at)',
    'CREATE INDEX IF NOT EXISTS ext_spend_payer ON ext_spend (payer_hash, created_at)',
  ],
];

const spent = quoted(spentStates);
const unsettled = `NOT EXISTS (SELECT 1 FROM purchases p WHERE p.id = s.purchase_id AND p.state = 'settled')`;

const ownSql = 'SELECT * FROM ext_spend WHERE purchase_id = ? AND component = ? AND question_hash = ?';
const adoptableSql = `SELECT s.* FROM ext_spend s WHERE s.payer_hash = ? AND s.slug = ? AND s.args_hash = ? AND s.component = ?
  AND s.question_hash = ? AND s.state = 'confirmed' AND s.result IS NOT NULL AND s.created_at > ? AND ${unsettled}
  ORDER BY s.created_at DESC LIMIT 1`;
const openSql = `SELECT s.slug, s.args_hash FROM ext_spend s WHERE s.payer_hash = ? AND s.purchase_id <> ?
  AND s.state IN (${spent}) AND s.ended_free = 0 AND s.created_at > ? AND ${unsettled} LIMIT 1`;
const freeSql = `SELECT count(DISTINCT s.purchase_id) AS endings FROM ext_spend s WHERE s.payer_hash = ? AND s.purchase_id <> ?
  AND s.state IN (${spent}) AND s.ended_free = 1 AND s.created_at > ?`;
const countSql = `SELECT count(*) AS purchases FROM ext_spend WHERE purchase_id = ? AND state <> 'released'`;
const reservedSql = `SELECT COALESCE(sum(amount), 0) AS reserved FROM ext_spend WHERE provider = ? AND created_at >= ?
  AND state <> 'released'`;
const insertSql = `INSERT INTO ext_spend (id, purchase_id, payer_hash, slug, args_hash, provider, component, question_hash,
    amount, state, holder, ended_free, created_at, updated_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'reserved', ?, 0, ?, ?) RETURNING *`;

const stepSql = Object.fromEntries(
  Object.entries(spendTransitions).map(([event, { from, to }]) => [
    event,
    `UPDATE ext_spend SET state = '${to}', updated_at = ?, result = COALESCE(?, result),
       paid = COALESCE(CAST(? AS BIGINT), paid), reference = COALESCE(?, reference), reason = COALESCE(?, reason)
     WHERE id = ? AND (holder = ? OR CAST(? AS TEXT) IS NULL) AND state IN (${quoted(from)}) RETURNING id`,
  ]),
) as Record<SpendEvent, string>;

/**
 * The spending ledger, beside the ledger in the same database. Each method is atomic under several processes; a step by a
 * holder that has lost its claim returns false and changes nothing.
 */
export class SpendStore extends SqlStore {
  constructor(driver: SqlDriver) {
    super(driver, { ledger: ledgerSchema, spend: spendSchema });
  }

  /** Reserves an amount before anything is sent, or says why not; in one exclusive transaction. */
  reserve(wanted: NewSpend, rules: SpendRules): Promise<Reservation> {
    return this.exclusively(() => reserving(wanted, rules));
  }

  /** @param holder of the purchase; null: the operator, who decides about one that is open */
  step(id: string, holder: string | null, event: SpendEvent, now: number, stored: KeptSpend = {}): Promise<boolean> {
    const { result = null, paid = null, reference = null, reason = null } = stored;
    return this.did(stepSql[event], [now, result, paid, reference, reason, id, holder, holder]);
  }

  /** The buyer's purchase ended without a charge and without a fault: its spending no longer blocks its payer. */
  async endedFree(purchaseId: string): Promise<void> {
    await this.run('UPDATE ext_spend SET ended_free = 1 WHERE purchase_id = ?', [purchaseId]);
  }

  /** The amount reserved and spent at a provider since a time, in millionths. */
  async reservedSince(provider: string, since: number): Promise<number> {
    const row = await this.first(reservedSql, [provider, since]);
    return Number(row?.reserved ?? 0);
  }

  /** Newest first; at most 50 where no limit is given. */
  async list({ states = [], idPrefix, limit = 50 }: SpendListOptions = {}): Promise<readonly Spend[]> {
    const { where, params } = whereAll([
      states.length > 0 && [`state IN (${marks(states.length)})`, states],
      idPrefix !== undefined && ['substr(id, 1, ?) = ?', [idPrefix.length, idPrefix]],
    ]);
    const sql = `SELECT * FROM ext_spend ${where} ORDER BY updated_at DESC, id LIMIT ?`;
    return (await this.run(sql, [...params, limit])).map(toSpend);
  }

  /** Deletes answers past their storage time, and closed rows past theirs. */
  async purge(now: number, rowMs: number): Promise<{ readonly results: number; readonly rows: number }> {
    const results = await this.purged(
      'UPDATE ext_spend SET result = NULL WHERE result IS NOT NULL AND created_at <= ? RETURNING id',
      [now - licensedMs],
    );
    const rows = await this.purged(
      `DELETE FROM ext_spend WHERE updated_at < ? AND state NOT IN ('reserved', 'sent', 'unknown') RETURNING id`,
      [now - rowMs],
    );
    return { results, rows };
  }
}

type Reserving = Generator<Statement, Reservation, readonly SqlRow[]>;

/** Finds an earlier purchase, checks the limits, and reserves the amount. */
function* reserving(wanted: NewSpend, rules: SpendRules): Reserving {
  const { id, purchaseId, payerHash, slug, argsHash, provider, component, questionHash, amount, holder } = wanted;
  const { now } = rules;
  const [row] = yield { sql: ownSql, params: [purchaseId, component, questionHash] };
  const own = row && toSpend(row);
  if (own && own.state !== 'released') return yield* takenUp(own, holder, now);
  const same = [payerHash, slug, argsHash, component, questionHash];
  const [adoptable] = yield { sql: adoptableSql, params: [...same, now - licensedMs] };
  if (own && adoptable) yield { sql: 'DELETE FROM ext_spend WHERE id = ?', params: [own.id] };
  if (adoptable) {
    const params = [purchaseId, holder, String(adoptable.id)];
    const sql = 'UPDATE ext_spend SET purchase_id = ?, holder = ?, ended_free = 0 WHERE id = ? RETURNING *';
    const [adopted] = yield { sql, params };
    if (adopted) return { kind: 'known', spend: toSpend(adopted) };
  }
  const refused = yield* limited(wanted, rules);
  if (refused) return refused;
  if (own) yield { sql: 'DELETE FROM ext_spend WHERE id = ?', params: [own.id] };
  const params = [id, ...[purchaseId, payerHash, slug, argsHash, provider, component, questionHash], amount, holder];
  const [made] = yield { sql: insertSql, params: [...params, now, now] };
  if (!made) throw new Error('a reservation was not stored');
  return { kind: 'reserved', spend: toSpend(made) };
}

/** An earlier spend of this purchase, which the present holder of the purchase resumes. */
function* takenUp(own: Spend, holder: string, now: number): Reserving {
  if (own.state === 'reserved') {
    // nothing was sent, since the state changes before a request is sent; the former holder can no longer send
    const sql = 'UPDATE ext_spend SET holder = ?, updated_at = ? WHERE id = ? RETURNING *';
    const [taken] = yield { sql, params: [holder, now, own.id] };
    return { kind: 'reserved', spend: taken ? toSpend(taken) : own };
  }
  if (own.state !== 'sent') return { kind: 'known', spend: own };
  const sql = `UPDATE ext_spend SET state = 'unknown', updated_at = ?, reason = 'its process ended' WHERE id = ? RETURNING *`;
  const [lost] = yield { sql, params: [now, own.id] };
  return { kind: 'known', spend: lost ? toSpend(lost) : own };
}

function* limited(
  { purchaseId, payerHash, slug, argsHash, provider, amount }: NewSpend,
  { now, daily, perPurchase }: SpendRules,
): Generator<Statement, Reservation | undefined, readonly SqlRow[]> {
  const since = now - openSpendMs;
  const [open] = yield { sql: openSql, params: [payerHash, purchaseId, since] };
  if (open) return { kind: 'open_purchase', same: open.slug === slug && open.args_hash === argsHash };
  const [free] = yield { sql: freeSql, params: [payerHash, purchaseId, since] };
  if (Number(free?.endings ?? 0) >= freeEndings) return { kind: 'open_purchase', same: false };
  const [made] = yield { sql: countSql, params: [purchaseId] };
  if (Number(made?.purchases ?? 0) >= perPurchase) return { kind: 'too_many' };
  if (!daily) return undefined;
  const [reserved] = yield { sql: reservedSql, params: [provider, daily.since] };
  return Number(reserved?.reserved ?? 0) + amount > daily.limit ? { kind: 'exhausted' } : undefined;
}

const toSpend = ({ ended_free: _, ...row }: SqlRow) =>
  recordOf<Spend>(row, ['amount', 'paid', 'createdAt', 'updatedAt']);
