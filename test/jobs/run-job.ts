import { expect } from 'vitest';
import type { PaidTool } from '../../src/catalog/registry.ts';
import { openJobService } from '../../src/composition/job-parts.ts';
import type { WorkerParts } from '../../src/jobs/leased-work.ts';
import type { JobDocument, JobItemWithResult } from '../../src/kernel/ports/jobs.ts';
import { createCopies } from '../../src/products/copies/publish.ts';
import { openObjects } from '../../src/store/objects.ts';
import type { Ledger } from '../../src/store/sql-ledger.ts';
import { chainNow } from '../clock.ts';
import type { TestService } from '../harness.ts';
import { askPaid } from '../tools/paid/sold.ts';

export interface RunJob {
  /** What was sold. */
  readonly sold: JobDocument;
  /** The document once the job has ended, held against the published schema. */
  readonly ended: JobDocument;
  item(position: number): Promise<JobItemWithResult>;
  /** Text of a file of the whole. */
  file(name: string): Promise<Buffer>;
  close(): Promise<void>;
}

export interface RunJobOptions {
  /** Reading of the clock for what is due and dated; default the clock of the service. */
  readonly now?: () => Date;
  readonly purchaseId?: string;
  readonly limitMs?: number;
  /** Times of the worker, where others are wanted than in a service. */
  readonly worker?: Partial<WorkerParts>;
}

/** A job of a route worked off in this process, as after its sale: without money, with everything else. */
export async function runJob(
  at: TestService,
  slug: string,
  given: object,
  { now = at.service.clock, purchaseId = 'a'.repeat(64), limitMs = 60_000, worker = {} }: RunJobOptions = {},
): Promise<RunJob> {
  const { service } = at;
  const { charged, body, tool } = await askPaid(at, slug, given);
  expect([charged, body]).toEqual([true, expect.objectContaining({ kind: 'job', state: 'accepted' })]);
  const sold = body as unknown as JobDocument;
  const receipt = { success: true, transaction: '0xsynthetic' };
  const { config, registry, pipeline: free, log } = service;
  const objects = openObjects({ dataDir: config.dataDir, clock: now });
  const jobs = openJobService({
    ...{ config, registry, free, objects, log, clock: now, ledgerNow: chainNow, worker },
    copies: createCopies({ objects, clock: now, baseUrl: config.baseUrl }),
    ledger: { list: async () => [], find: async () => ({ receipt: JSON.stringify(receipt) }) } as unknown as Ledger,
  });
  await jobs.port.create({ slug, body: sold, purchaseId, receipt });
  jobs.work();
  const ended = await endOf(jobs.port, sold.jobId, (tool as PaidTool).job?.statusPath, limitMs);
  expect((tool as PaidTool).bodies.paid.safeParse(ended).error?.issues, slug).toBeUndefined();
  const path = (tool as PaidTool).job?.statusPath;
  return {
    ...{ sold, ended },
    item: (position) => jobs.port.item(sold.jobId, position, path),
    file: async (name) => Buffer.from((await jobs.port.file(sold.jobId, name, path)).bytes),
    close: () => jobs.close(),
  };
}

async function endOf(
  jobs: ReturnType<typeof openJobService>['port'],
  id: string,
  path: 'jobs' | 'monitors' | undefined,
  limitMs: number,
): Promise<JobDocument> {
  const until = performance.now() + limitMs;
  const { signal } = new AbortController();
  for (;;) {
    const { document, working } = await jobs.view(id, path);
    if (!working) return document;
    if (performance.now() > until) throw new Error(`the job does not end: ${document.summary}`);
    await jobs.changed(id, document.revision, 1_000, signal);
  }
}
