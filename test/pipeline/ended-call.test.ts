import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../../src/catalog/define.ts';
import { Registry } from '../../src/catalog/registry.ts';
import { answerSchema } from '../../src/kernel/answer.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import { FreePipeline, type PipelinePorts } from '../../src/pipeline/free.ts';
import { testCard, withRig } from '../sources/rig.ts';
import { withoutEvidence } from './no-evidence.ts';

const card = testCard();
const quiet = () => undefined;

/** A tool that answers while a request of it is under way, as one does that gives a part of its work up. */
const impatient = defineTool({
  title: 'Impatient',
  summary: 'Answers before its source does',
  whenToUse: 'In tests of calls that end.',
  notFor: 'Anything else.',
  sources: [],
  limits: [],
  scope: 'national',
  subject: 'none',
  input: z.strictObject({}),
  output: answerSchema({}),
  examples: [{ title: 'a call', arguments: {} }],
  run: async (ctx) => {
    const asking = ctx.sources.fetch(card, { url: card.endpoint });
    asking.then(() => ctx.sources.fetch(card, { url: `${card.endpoint}/next` }));
    await new Promise((resolve) => setTimeout(resolve, 100));
    return new AnswerBuilder().finish({ state: 'empty', summary: 'The synthetic source has nothing.' }) as never;
  },
});

it('a call that has answered asks its sources nothing more, and its open requests end', async () => {
  await withRig({ faults: { '*': 'timeout' } }, async ({ client, upstreams }) => {
    const outcomes: string[] = [];
    const free = new FreePipeline({
      registry: new Registry([{ category: 'property', file: 'impatient', definition: impatient }] as never),
      log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
      clock: () => new Date(0),
      sourcesFor: (call: Parameters<typeof client.accessFor>[0]) =>
        client.accessFor({ ...call, onRequest: (one) => outcomes.push(one.outcome) }),
      jurisdictions: {},
      ...withoutEvidence,
    } as unknown as PipelinePorts);
    const caller = new AbortController();
    await free.call('svc_impatient', {}, { signal: caller.signal, requestId: 'r' });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(outcomes).toEqual(['cancelled', 'cancelled']);
    expect(upstreams.requests.length).toBe(1);
    expect(caller.signal.aborted).toBe(false);
  });
});
