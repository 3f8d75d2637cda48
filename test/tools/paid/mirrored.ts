import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { PaidTool } from '../../../src/catalog/registry.ts';
import type { Answer } from '../../../src/kernel/answer.ts';
import { datasets } from '../../../src/mirror/datasets.ts';
import { loadDataset } from '../../../src/mirror/engine/load.ts';
import { openService, type TestService } from '../../harness.ts';
import { mirrorFiles } from '../../upstreams/mirror-files.generated.ts';

export interface Sold extends Answer {
  readonly kind: string;
  readonly charged: boolean;
  readonly message?: string;
  // biome-ignore lint/suspicious/noExplicitAny: each route has facts of its own
  readonly facts?: any;
}

/** Whether an answer is charged, and its state. */
export const chargeOf = ({ charged, state }: Sold) => [charged, state];

/** What an unpaid call says, and what a paid one would be sold, held against the published schema. */
export async function askMirrored(at: TestService, slug: string, given: object): Promise<Sold> {
  const tool = at.service.registry.paidTool(slug) as PaidTool;
  const input = tool.input.parse(given) as Readonly<Record<string, unknown>>;
  const options = { signal: new AbortController().signal, requestId: 'test' };
  const prepared = await at.service.pipeline.prepare(tool, input, options);
  if (!('ctx' in prepared)) {
    const { answer, subject } = prepared;
    return tool.bodies.diagnostic.parse(subject && tool.unresolved?.(answer, subject)) as Sold;
  }
  const ctx = prepared.ctx as never;
  const { ready } = await tool.preflight(ctx, input as never);
  const outcome = await tool.run(ctx, input as never);
  expect(outcome.charge).toBe(ready);
  const body = (outcome.charge ? outcome.body : outcome.diagnostic) as Sold;
  expect(tool.output.safeParse(body).error?.issues).toBeUndefined();
  expect([body.charged, body.kind.endsWith('_diagnostic')]).toEqual([ready, !ready]);
  return body;
}

/** Loads the fake upstream file of a dataset again as a copy of another day, or other lines in its place. */
export async function reload(
  at: TestService,
  id: string,
  change: { retrievedAt?: string; content?: string; part?: string },
) {
  const dataset = datasets.find((entry) => entry.id === id);
  const file = mirrorFiles.find((entry) => entry.dataset === id);
  if (!dataset || !file) throw new Error(id);
  const path = join(at.directory, file.name);
  writeFileSync(path, change.content ?? file.content);
  const part = change.part ?? file.part;
  await loadDataset(dataset, path, {
    directory: join(at.directory, 'mirror'),
    retrievedAt: change.retrievedAt ?? '2026-11-20T12:00:00Z',
    synthetic: true,
    ...(part !== undefined && { part }),
  });
}

/** A house of its own for what changes its files. */
export async function withService(
  run: (own: TestService) => Promise<void>,
  options: Parameters<typeof openService>[0] = {},
) {
  const own = await openService(options);
  try {
    await run(own);
  } finally {
    await own.close();
  }
}
