import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { readIfThere, writePrivate } from '../kernel/private-file.ts';
import { StoreUnavailableError } from '../kernel/store-fault.ts';
import { ledgerSchema } from './ledger-schema.ts';
import type { SqlDriver } from './sql.ts';
import { SqlStore } from './sql-store.ts';

const reasons = {
  ledger_lost:
    'This data folder has sold with a ledger that held purchases, and the ledger here is another, empty one. Restore its backup; to begin anew run `place-records ledger adopt`.',
  ledger_of_another_installation:
    'This ledger belongs to another installation. Where that one no longer sells at the same receiving address, run `place-records ledger adopt`.',
} as const;

/** A ledger with which this installation must not sell: payments that it does not know may have been sold already. */
export class ForeignLedgerError extends Error {
  override readonly name = 'ForeignLedgerError';
  constructor(readonly kind: keyof typeof reasons) {
    super(reasons[kind]);
  }
}

const NoteSchema = z.object({ ledger: z.string(), addresses: z.array(z.string()) });
type Note = z.infer<typeof NoteSchema>;

export interface LedgerMarkSettings {
  /** File of the data folder that names the ledger with which this installation sells. */
  readonly path: string;
  /** Receiving addresses. */
  readonly addresses: readonly string[];
  /** Several installations may join the ledger: that of a database server. */
  readonly isShared: boolean;
}

/**
 * The identity of a ledger, in its database and in the data folder of each installation that sells with it. An emptied
 * ledger, and a copy beside the original, show by their difference; both could sell one payment twice.
 */
export class LedgerMark extends SqlStore {
  readonly #settings: LedgerMarkSettings;
  #own = false;

  constructor(driver: SqlDriver, settings: LedgerMarkSettings) {
    super(driver, { ledger: ledgerSchema });
    this.#settings = settings;
  }

  /** Resolves where this installation may sell with the ledger. Throws {@link ForeignLedgerError}; rejects where a store fails. */
  async check(): Promise<void> {
    if (this.#own) return;
    const { addresses, isShared } = this.#settings;
    const [note, stored] = [await this.#note(), await this.#stored()];
    const soldHere = note?.addresses.some((address) => addresses.includes(address)) ? note : undefined;
    if (soldHere && soldHere.ledger !== stored.id)
      throw new ForeignLedgerError(stored.isEmpty ? 'ledger_lost' : 'ledger_of_another_installation');
    if (!note && !isShared && stored.id !== undefined && !stored.isEmpty)
      throw new ForeignLedgerError('ledger_of_another_installation');
    // a machine of a shared ledger may have no folder to write to: it then recognizes no emptied ledger
    if (isShared && !note) await this.adopt().catch(this.#ifUnwritable);
    else await this.adopt();
    this.#own = true;
  }

  readonly #ifUnwritable = (error: unknown) => {
    if (!(error instanceof StoreUnavailableError)) throw error;
  };

  /** Names the ledger as the one with which this installation sells. */
  async adopt(): Promise<void> {
    const { path, addresses } = this.#settings;
    const ledger = (await this.#stored()).id ?? (await this.#create());
    const note: Note = { ledger, addresses: [...addresses] };
    await writePrivate(path, JSON.stringify(note), 'replace');
    this.#own = true;
  }

  async #note(): Promise<Note | undefined> {
    const bytes = await readIfThere(this.#settings.path);
    return bytes && NoteSchema.parse(JSON.parse(bytes.toString('utf8')));
  }

  async #stored(): Promise<{ readonly id: string | undefined; readonly isEmpty: boolean }> {
    const row = await this.first(
      'SELECT (SELECT id FROM ledger_marks) AS id, (SELECT count(*) FROM (SELECT 1 AS one FROM purchases LIMIT 1) AS any_row) AS purchases',
    );
    return { id: typeof row?.id === 'string' ? row.id : undefined, isEmpty: Number(row?.purchases) === 0 };
  }

  async #create(): Promise<string> {
    await this.run('INSERT INTO ledger_marks (one, id) VALUES (1, ?) ON CONFLICT DO NOTHING', [randomUUID()]);
    const { id } = await this.#stored();
    if (id === undefined) throw new Error('the mark of the ledger was not stored');
    return id;
  }
}
