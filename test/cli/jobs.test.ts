import { expect, test } from 'vitest';
import { createJobs } from '../../src/cli/jobs.ts';
import type { Service } from '../../src/main.ts';

test('a purchase that the ledger no longer holds ends no job: its payment is public', async () => {
  const proofs = [
    { purchaseId: 'gone', proofHash: 'a', inLedger: false },
    { purchaseId: 'stored', proofHash: 'b', inLedger: true },
  ];
  const seen: unknown[] = [];
  const port = { cancel: async (...given: unknown[]) => void seen.push(given) };
  const service = { selling: async () => ({ prove: async () => proofs, jobs: { port } }) } as unknown as Service;
  const jobs = createJobs(service, () => 'http://127.0.0.1:1');
  await jobs.cancel('job', 'jobs', { payment: 'x' });
  await jobs.cancel('job', 'jobs', undefined);
  expect(seen).toEqual([
    ['job', ['stored'], 'jobs'],
    ['job', [], 'jobs'],
  ]);
});
