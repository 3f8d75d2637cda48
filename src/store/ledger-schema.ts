import type { SchemaSteps } from './migrate.ts';

/** Tables of the ledger, version by version. Steps are only added. */
export const ledgerSchema: SchemaSteps = [
  [
    `CREATE TABLE IF NOT EXISTS purchases (
       id TEXT PRIMARY KEY, credential_hash TEXT NOT NULL, payer_hash TEXT NOT NULL, network TEXT NOT NULL,
       slug TEXT NOT NULL, args_hash TEXT NOT NULL, offer TEXT NOT NULL, state TEXT NOT NULL, holder TEXT,
       lease_until BIGINT NOT NULL, attempts INTEGER NOT NULL, valid_until BIGINT NOT NULL,
       body TEXT, body_bytes BIGINT NOT NULL, receipt TEXT, transaction_id TEXT, reason TEXT,
       created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL)`,
    `CREATE INDEX IF NOT EXISTS purchases_payer ON purchases (payer_hash, created_at) WHERE state <> 'settled'`,
    'CREATE INDEX IF NOT EXISTS purchases_age ON purchases (updated_at)',
  ],
  // the purchases of the reconciliation
  [
    `CREATE INDEX IF NOT EXISTS purchases_open ON purchases (created_at) WHERE state IN ('settling', 'pending', 'unknown')`,
  ],
  // bodies whose licensed part may be stored for a short time only
  ['ALTER TABLE purchases ADD COLUMN body_until BIGINT'],
  // upgrades that can be sold once, and their purchase
  [
    'CREATE TABLE IF NOT EXISTS upgrades (packet_id TEXT PRIMARY KEY, purchase_id TEXT NOT NULL, taken_at BIGINT NOT NULL)',
  ],
  // what shows who bought, a claim that came with the payment; and what was ordered, by the id of the buyer
  [
    'ALTER TABLE purchases ADD COLUMN claim_hash TEXT',
    'ALTER TABLE purchases ADD COLUMN order_hash TEXT',
    'CREATE UNIQUE INDEX IF NOT EXISTS purchases_order ON purchases (order_hash) WHERE order_hash IS NOT NULL',
    `CREATE INDEX IF NOT EXISTS purchases_claim ON purchases (claim_hash) WHERE claim_hash <> ''`,
    'CREATE INDEX IF NOT EXISTS purchases_credential ON purchases (credential_hash)',
    'CREATE INDEX IF NOT EXISTS purchases_of_payer ON purchases (payer_hash, updated_at)',
  ],
  // which ledger it is
  ['CREATE TABLE IF NOT EXISTS ledger_marks (one INTEGER PRIMARY KEY, id TEXT NOT NULL)'],
  // what is owed for purchases that brought nothing
  [
    `CREATE TABLE IF NOT EXISTS remedies (
       purchase_id TEXT PRIMARY KEY, kind TEXT NOT NULL, state TEXT NOT NULL, holder TEXT, lease_until BIGINT NOT NULL,
       transaction_id TEXT, reason TEXT, created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL)`,
  ],
];
