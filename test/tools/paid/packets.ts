import { expect } from 'vitest';
import type { PaidTool } from '../../../src/catalog/registry.ts';
import { validateInput } from '../../../src/pipeline/validate.ts';
import {
  type Packet,
  PacketSchema,
  type SoldFollowUp,
  SoldFollowUpSchema,
} from '../../../src/products/shared/follow-up/schema.ts';
import { openService, type TestService } from '../../harness.ts';

type Said = { readonly sold: SoldFollowUp } | { readonly free: Packet };

/** What an unpaid call decides and what a paid one would be sold, held against the published schemas. */
async function call(at: TestService, slug: string, given: object): Promise<Said> {
  const tool = at.service.registry.paidTool(slug) as PaidTool;
  const input = validateInput(tool, given);
  const options = { signal: new AbortController().signal, requestId: 'test' };
  const prepared = await at.service.pipeline.prepare(tool, input, options);
  if (!('ctx' in prepared)) throw new Error('a packet resolves its own place');
  const { ready } = await tool.preflight(prepared.ctx as never, input as never);
  const outcome = await tool.run(prepared.ctx as never, input as never);
  expect(outcome.charge).toBe(ready);
  return outcome.charge
    ? { sold: SoldFollowUpSchema.parse(outcome.body) }
    : { free: PacketSchema.parse(outcome.diagnostic) };
}

/** The packet that a paid call is sold; throws where the call is free. */
export async function soldPacket(at: TestService, slug: string, given: object): Promise<SoldFollowUp> {
  const said = await call(at, slug, given);
  if (!('sold' in said)) throw new Error(said.free.threshold.missing.join('; '));
  return said.sold;
}

/** The packet of a call that is free; throws where it is sold. */
export async function freePacket(at: TestService, slug: string, given: object): Promise<Packet> {
  const said = await call(at, slug, given);
  if (!('free' in said)) throw new Error(`sold: ${said.sold.summary}`);
  return said.free;
}

/** A job in a service of its own where the chosen sources fail. */
export async function withFault<T>(
  faulty: (cardId: string) => boolean,
  job: (at: TestService) => Promise<T>,
): Promise<T> {
  const own = await openService({ sourceTimeoutMs: 1000 });
  try {
    own.upstreams.setFault(({ cardId }) => cardId !== undefined && faulty(cardId), 'http500');
    return await job(own);
  } finally {
    await own.close();
  }
}
