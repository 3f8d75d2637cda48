import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ledger, NewPurchase } from '../../src/store/ledger.ts';
import { openLedger } from '../../src/store/open-ledger.ts';
import { postgresMissing, temporaryPostgres } from './temporary-postgres.ts';

export interface LedgerStore {
  readonly settings: { databaseUrl: string | undefined; dataDir: string };
  open(): Ledger;
  stop(): Promise<void>;
}

export interface LedgerStoreKind {
  readonly name: string;
  readonly missing: string | undefined;
  start(): Promise<LedgerStore>;
}

/** Both stores that the contract is held against; PostgreSQL is skipped by name where its programs are absent. */
export const ledgerStores: readonly LedgerStoreKind[] = [
  {
    name: 'SQLite',
    missing: undefined,
    start: async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'ledger-'));
      const settings = { databaseUrl: undefined, dataDir };
      return {
        settings,
        open: () => openLedger(settings),
        stop: async () => rmSync(dataDir, { recursive: true, force: true }),
      };
    },
  },
  {
    name: 'PostgreSQL',
    missing: postgresMissing(),
    start: async () => {
      const cluster = await temporaryPostgres();
      const settings = { databaseUrl: cluster.url, dataDir: '' };
      return { settings, open: () => openLedger(settings), stop: async () => cluster.stop() };
    },
  },
];

export const t0 = Date.parse('2026-03-01T12:00:00Z');

export function purchase(id: string, more: Partial<NewPurchase> = {}): NewPurchase {
  return {
    id,
    credentialHash: `credential of ${id}`,
    payerHash: 'payer',
    network: 'eip155:8453',
    slug: 'svc-flood-zone',
    argsHash: 'args',
    offer: '{"scheme":"exact"}',
    validUntil: t0 + 60_000,
    ...more,
  };
}
