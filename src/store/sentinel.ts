import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { FindingSchema, ObservationSchema, type SourceFindings, sourceStates } from '../kernel/observation.ts';
import type { Baseline, Round, SentinelPort } from '../kernel/ports/sentinel.ts';
import { dayMs } from '../kernel/time.ts';
import type { SqlRow } from './sql.ts';
import { openDriver, SqlStore, type StorePlace } from './sql-store.ts';

type SentinelOptions = StorePlace & { readonly clock: () => Date };

const schema = [
  [
    'CREATE TABLE IF NOT EXISTS sentinel_baselines (card_id TEXT PRIMARY KEY, taken_at BIGINT NOT NULL, observation TEXT NOT NULL)',
    'CREATE TABLE IF NOT EXISTS sentinel_sources (card_id TEXT PRIMARY KEY, checked_at BIGINT NOT NULL, since BIGINT NOT NULL, state TEXT NOT NULL, findings TEXT NOT NULL)',
    'CREATE TABLE IF NOT EXISTS sentinel_history (card_id TEXT NOT NULL, checked_at BIGINT NOT NULL, state TEXT NOT NULL, findings TEXT NOT NULL, PRIMARY KEY (card_id, checked_at))',
  ],
];
/** Milliseconds for which the history is stored. */
const keptMs = 400 * dayMs;
const Findings = z.array(FindingSchema);
const State = z.enum(sourceStates);

const isoOf = (value: unknown) => new Date(Number(value)).toISOString();
const roundOf = ({ card_id, state, checked_at, findings }: SqlRow) => ({
  cardId: String(card_id),
  state: State.parse(state),
  checkedAt: isoOf(checked_at),
  findings: Findings.parse(JSON.parse(String(findings))),
});

const file = 'sentinel.sqlite';

/** The sentinel's rounds as rows. The first round makes the file: until then a reader finds no findings. */
export class SentinelStore extends SqlStore implements SentinelPort {
  readonly #options: SentinelOptions;

  constructor(options: SentinelOptions) {
    super(() => openDriver(options, file), { sentinel: schema });
    this.#options = options;
  }

  async baselines(): Promise<ReadonlyMap<string, Baseline>> {
    const rows = await this.#read('SELECT card_id, taken_at, observation FROM sentinel_baselines');
    return new Map(
      rows.map((row) => [
        String(row.card_id),
        { observation: ObservationSchema.parse(JSON.parse(String(row.observation))), takenAt: isoOf(row.taken_at) },
      ]),
    );
  }

  async latest(): Promise<readonly SourceFindings[]> {
    const rows = await this.#read('SELECT * FROM sentinel_sources ORDER BY card_id');
    return rows.map((row) => ({ ...roundOf(row), since: isoOf(row.since) }));
  }

  async keep(rounds: readonly Round[]): Promise<readonly SourceFindings[]> {
    const stored = await Promise.all(rounds.map((round) => this.#keepOne(round)));
    const oldest = this.#options.clock().getTime() - keptMs;
    await this.purged('DELETE FROM sentinel_history WHERE checked_at < ?', [oldest]);
    return stored;
  }

  async history(cardId: string, limit = 100): Promise<readonly Omit<Round, 'observation' | 'accept'>[]> {
    const sql = 'SELECT * FROM sentinel_history WHERE card_id = ? ORDER BY checked_at DESC LIMIT ?';
    return (await this.#read(sql, [cardId, limit])).map(roundOf);
  }

  async #read(sql: string, params: readonly (string | number)[] = []): Promise<readonly SqlRow[]> {
    const { databaseUrl, dataDir } = this.#options;
    return databaseUrl || existsSync(join(dataDir, file)) ? this.run(sql, params) : [];
  }

  async #keepOne(round: Round): Promise<SourceFindings> {
    const { cardId, state, findings, checkedAt, observation } = round;
    const at = Date.parse(checkedAt);
    const text = JSON.stringify(findings);
    const row = await this.first(
      `INSERT INTO sentinel_sources (card_id, checked_at, since, state, findings) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (card_id) DO UPDATE SET checked_at = excluded.checked_at, findings = excluded.findings,
       since = CASE WHEN sentinel_sources.state = excluded.state THEN sentinel_sources.since ELSE excluded.since END,
       state = excluded.state RETURNING since`,
      [cardId, at, at, state, text],
    );
    await this.run(
      `INSERT INTO sentinel_history (card_id, checked_at, state, findings) VALUES (?, ?, ?, ?)
       ON CONFLICT (card_id, checked_at) DO UPDATE SET state = excluded.state, findings = excluded.findings`,
      [cardId, at, state, text],
    );
    if (observation) {
      const conflict = round.accept
        ? 'DO UPDATE SET taken_at = excluded.taken_at, observation = excluded.observation'
        : 'DO NOTHING';
      await this.run(
        `INSERT INTO sentinel_baselines (card_id, taken_at, observation) VALUES (?, ?, ?) ON CONFLICT (card_id) ${conflict}`,
        [cardId, at, JSON.stringify(observation)],
      );
    }
    return { cardId, state, findings, checkedAt, since: isoOf(row?.since ?? at) };
  }
}
