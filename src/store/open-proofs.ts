import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { ProofsPort } from '../kernel/ports/proofs.ts';
import { readIfThere, writePrivate } from '../kernel/private-file.ts';
import { checkProof, sealProof } from '../signing/proof.ts';
import { PostgresDriver } from './postgres-driver.ts';
import { SqlStore, type StorePlace } from './sql-store.ts';

export interface ProofSettings extends StorePlace {
  /** The operator's own secret; several machines may share it. */
  readonly secret?: KeyObject | undefined;
  readonly clock: () => Date;
}

export interface Proofs extends ProofsPort {
  close(): Promise<void>;
}

const secretPattern = /^[A-Za-z0-9_-]{43}$/;
const newSecret = () => randomBytes(32).toString('base64url');
const schema = [
  ['CREATE TABLE IF NOT EXISTS secrets (name TEXT PRIMARY KEY, secret TEXT NOT NULL, made_at BIGINT NOT NULL)'],
];
const rowName = 'proofs';

/** The key from a stored text. Throws where it is no key, without repeating the text. */
function keptKey(text: string | undefined, where: string): KeyObject {
  if (text === undefined || !secretPattern.test(text))
    throw new Error(`${where} holds no readable secret: put back a copy, or take it away to begin anew`);
  return createSecretKey(text, 'base64url');
}

/** The secret of a data folder, readable by the owner of the file only; made at first use. */
async function secretInFile(dataDir: string): Promise<KeyObject> {
  const path = join(dataDir, 'proof-secret');
  let stored = await readIfThere(path);
  if (!stored) {
    await writePrivate(path, `${newSecret()}\n`, 'create');
    stored = await readIfThere(path);
  }
  return keptKey(stored?.toString('utf8').trim(), path);
}

/** The secret of a database, the same for all its processes; made at first use. */
class SharedSecret extends SqlStore {
  constructor(databaseUrl: string) {
    super(() => new PostgresDriver(databaseUrl), { secrets: schema });
  }

  async read(madeAt: number): Promise<KeyObject> {
    const made = [rowName, newSecret(), madeAt];
    await this.run('INSERT INTO secrets (name, secret, made_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING', made);
    const row = await this.first('SELECT secret FROM secrets WHERE name = ?', [rowName]);
    return keptKey(row && String(row.secret), 'the table secrets');
  }
}

/**
 * Proofs under the secret of the settings, else under that of the database, else under that of the data folder. The
 * secret is read, or made, when a proof is first made or checked; a failure to do so is tried again.
 */
export function openProofs({ secret, databaseUrl, dataDir, clock }: ProofSettings): Proofs {
  const shared = databaseUrl && !secret ? new SharedSecret(databaseUrl) : undefined;
  let reading: Promise<KeyObject> | undefined;
  const read = async (): Promise<KeyObject> => secret ?? shared?.read(clock().getTime()) ?? secretInFile(dataDir);
  const current = () => {
    reading ??= read().catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return reading;
  };
  return {
    issue: async (kind, payload, ttlMs) => sealProof(await current(), kind, payload, { now: clock(), ttlMs }),
    check: async (kind, given) => checkProof(await current(), kind, given, clock()),
    close: async () => shared?.close(),
  };
}
