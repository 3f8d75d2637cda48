import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { type Evidence, EvidenceSchema } from '../kernel/evidence.ts';
import type { EvidencePort } from '../kernel/ports/evidence.ts';
import type { Log } from '../kernel/ports/log.ts';
import { StoreUnavailableError } from '../kernel/store-fault.ts';
import { dayMs } from '../kernel/time.ts';
import { openDriver, SqlStore, type StorePlace } from './sql-store.ts';

export interface EvidenceOptions extends StorePlace {
  /** Days for which evidence is stored; 0: in the memory of this process only. */
  readonly keepDays: number;
  readonly clock: () => Date;
  readonly log: Log;
}

const compress = promisify(gzip);
const expand = promisify(gunzip);

const schema = [
  ['CREATE TABLE IF NOT EXISTS evidence (id TEXT PRIMARY KEY, kept_at BIGINT NOT NULL, gzip_base64 TEXT NOT NULL)'],
];

/** Evidence of the last calls, for readers that follow a citation at once. */
const inMemory = 500;
/** Answers within this time share one write. */
const gatherMs = 150;
const rowsPerWrite = 50;
const purgeEveryMs = 6 * 3_600_000;

/**
 * Evidence as rows, opened at the first write or read. Where it cannot be written, only the last answers' evidence is in
 * memory.
 */
export class EvidenceStore extends SqlStore implements EvidencePort {
  readonly #options: EvidenceOptions;
  readonly #recent = new LRUCache<string, Evidence>({ max: inMemory });
  #waiting = new Map<string, Evidence>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #failed = false;
  #purgedAt = 0;

  constructor(options: EvidenceOptions) {
    super(() => openDriver(options, 'evidence.sqlite'), { evidence: schema });
    this.#options = options;
  }

  keep(id: string, evidence: Evidence): void {
    // an id follows from the content: known evidence is not stored twice
    if (this.#recent.get(id)) return;
    this.#recent.set(id, evidence);
    if (this.#options.keepDays === 0) return;
    this.#waiting.set(id, evidence);
    this.#timer ??= setTimeout(() => void this.written(), gatherMs).unref();
  }

  written(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch = this.#waiting;
    this.#waiting = new Map();
    if (batch.size > 0) this.#writing = this.#writing.then(() => this.#write([...batch]));
    return this.#writing;
  }

  async get(id: string): Promise<Evidence | undefined> {
    const recent = this.#recent.get(id) ?? this.#waiting.get(id);
    if (recent || this.#options.keepDays === 0) return recent;
    if (!(await this.#hasFolder())) return undefined;
    const sql = 'SELECT gzip_base64 FROM evidence WHERE id = ? AND kept_at >= ?';
    const row = await this.first(sql, [id, this.#oldest()]);
    if (!row) return undefined;
    const text = await expand(Buffer.from(String(row.gzip_base64), 'base64'));
    return EvidenceSchema.parse(JSON.parse(text.toString('utf8')));
  }

  /** Deletes evidence older than `keepDays`; returns the number of rows. */
  async purge(): Promise<{ readonly evidence: number }> {
    return { evidence: await this.purged('DELETE FROM evidence WHERE kept_at < ? RETURNING id', [this.#oldest()]) };
  }

  override async close(): Promise<void> {
    await this.written();
    await super.close();
  }

  /** Without a usable folder nothing was ever stored; a database that does not answer says nothing of that. */
  async #hasFolder(): Promise<boolean> {
    try {
      await this.opened();
      return true;
    } catch (error) {
      if (this.#options.databaseUrl || !(error instanceof StoreUnavailableError)) throw error;
      return false;
    }
  }

  /** Milliseconds; evidence from before is not stored. */
  #oldest(): number {
    return this.#options.clock().getTime() - this.#options.keepDays * dayMs;
  }

  async #write(batch: readonly (readonly [string, Evidence])[]): Promise<void> {
    const now = this.#options.clock().getTime();
    try {
      for (let at = 0; at < batch.length; at += rowsPerWrite)
        await this.#insert(batch.slice(at, at + rowsPerWrite), now);
      this.#failed = false;
      if (now - this.#purgedAt > purgeEveryMs) {
        this.#purgedAt = now;
        await this.purge();
      }
    } catch (error) {
      // logged once, not with every answer
      if (!this.#failed) this.#options.log.warn(whyOf(error), 'evidence is stored in memory only');
      this.#failed = true;
    }
  }

  async #insert(batch: readonly (readonly [string, Evidence])[], now: number): Promise<void> {
    const rows = await Promise.all(
      batch.map(async ([id, evidence]) => [id, now, (await compress(JSON.stringify(evidence))).toString('base64')]),
    );
    const values = rows.map(() => '(?, ?, ?)').join(', ');
    await this.run(
      `INSERT INTO evidence (id, kept_at, gzip_base64) VALUES ${values} ON CONFLICT (id) DO UPDATE SET kept_at = excluded.kept_at`,
      rows.flat(),
    );
  }
}

const whyOf = (error: unknown) => (error instanceof StoreUnavailableError ? { reason: error.message } : { err: error });
