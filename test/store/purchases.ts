import type { NewPurchase } from '../../src/store/ledger.ts';

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
