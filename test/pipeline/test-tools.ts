import { z } from 'zod';
import { defineTool, oneCentTerms } from '../../src/catalog/define.ts';
import type { IndexedTool } from '../../src/catalog/registry.ts';
import { answerSchema, fact } from '../../src/kernel/answer.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import { answerStates } from '../../src/kernel/state.ts';
import { defineRoute } from './define-route.ts';

/** How often each tool of the test index ran. */
export class Runs {
  readonly counts = new Map<string, number>();
  add(name: string): void {
    this.counts.set(name, this.of(name) + 1);
  }
  of(name: string): number {
    return this.counts.get(name) ?? 0;
  }
}

const described = {
  summary: 'Says what it was told to say',
  whenToUse: 'In tests of paid calls.',
  notFor: 'Anything else.',
  sources: [],
  limits: [],
  scope: 'national' as const,
};

const citation = {
  sourceName: 'Synthetic',
  sourceUrl: 'https://example.org/',
  fetchedAt: '2026-03-01T00:00:00.000Z',
};

/** A route that buys one licensed answer, as those do that ask outside providers. */
function buyingTool(runs: Runs): IndexedTool {
  const diagnostic = z.strictObject({
    kind: z.literal('buying_diagnostic'),
    charged: z.literal(false),
    message: z.string(),
  });
  const definition = defineRoute({
    ...described,
    title: 'Buying brief',
    subject: 'none',
    input: z.strictObject({
      latitude: z.number(),
      /** The work rests before it buys. */
      restsMs: z.number().int().min(0).max(20_000).default(0),
      /** What was bought is not worth the price. */
      mismatched: z.boolean().default(false),
      /** The work fails after it bought. */
      fails: z.boolean().default(false),
    }),
    output: z.looseObject({ kind: z.literal('buying'), panels: z.number() }),
    diagnostic,
    examples: [{ title: 'a roof', arguments: { latitude: 35.7 } }],
    paid: {
      priceUsdc: '0.49',
      rails: ['evm'],
      chargesWhen: 'a roof was bought',
      freeWhen: 'there is none',
      tags: ['test'],
      maxTimeoutSeconds: 120,
      expectedSeconds: 20,
      buys: { maximumSignatures: 2 },
      preflightTools: [],
    },
    preflight: async (ctx) => ({ ready: true, challengeHeaders: await ctx.providers.challengeHeaders(['roof']) }),
    run: async (ctx, { latitude, restsMs, mismatched, fails }) => {
      runs.add('buying');
      await new Promise((resolve) => setTimeout(resolve, restsMs));
      const bought = await ctx.providers.buy('roof', { latitude, longitude: -78.6 });
      if (fails) throw new Error('synthetic bug after the purchase');
      if (mismatched || bought.state === 'no_record')
        return { charge: false, diagnostic: { kind: 'buying_diagnostic', charged: false, message: 'not this roof' } };
      return { charge: true, body: { kind: 'buying' as const, panels: bought.facts.maxPanelsCount } };
    },
  });
  return { category: 'paid', file: 'buying', definition: definition as never };
}

/** An index with one tool of each kind that can be sold. */
export function testTools(runs: Runs): readonly IndexedTool[] {
  const promoted = defineTool({
    ...described,
    title: 'Promoted fact',
    subject: 'none',
    input: z.strictObject({
      state: z.enum(answerStates).default('found'),
      note: z.string().max(200).optional(),
      count: z.number().default(1),
    }),
    output: answerSchema({ facts: z.strictObject({ note: fact(z.string()) }) }),
    examples: [{ title: 'a fact', arguments: { note: 'é "quoted"' } }],
    paid: oneCentTerms(['test']),
    run: (_, { state, note }) => {
      runs.add('promoted');
      const builder = new AnswerBuilder();
      const answered = state === 'found' || state === 'partial' || state === 'stale';
      const facts = answered ? { note: { value: note ?? 'none', citation: builder.cite(citation) } } : undefined;
      return builder.finish({ state, summary: `The synthetic source says ${state}.`, facts }) as never;
    },
  });
  const native = defineRoute({
    ...described,
    title: 'Native brief',
    subject: 'none',
    input: z.strictObject({
      topic: z.string().min(1),
      covered: z.boolean().default(true),
      thin: z.boolean().default(false),
      takesMs: z.number().int().min(0).max(20_000).default(0),
      fails: z.boolean().default(false),
    }),
    output: z.looseObject({ kind: z.literal('brief'), topic: z.string() }),
    diagnostic: z.strictObject({ kind: z.literal('brief_diagnostic'), charged: z.literal(false), message: z.string() }),
    examples: [{ title: 'a brief', arguments: { topic: 'roads' } }],
    paid: {
      priceUsdc: '0.05',
      rails: ['evm'],
      chargesWhen: 'the topic is covered',
      freeWhen: 'the topic is not covered',
      tags: ['test'],
      maxTimeoutSeconds: 180,
      expectedSeconds: 60,
      preflightTools: [],
    },
    preflight: (_, { covered }) => {
      runs.add('preflight');
      return covered
        ? { ready: true }
        : { ready: false, diagnostic: { kind: 'brief_diagnostic', charged: false, message: 'not covered' } };
    },
    run: async (ctx, { topic, thin, takesMs, fails }) => {
      runs.add('native');
      await new Promise((resolve) => setTimeout(resolve, takesMs));
      ctx.signal.throwIfAborted();
      if (fails) throw new Error('synthetic bug');
      if (thin) return { charge: false, diagnostic: { kind: 'brief_diagnostic', charged: false, message: 'too thin' } };
      return { charge: true, body: { kind: 'brief' as const, topic, made: runs.of('native') } };
    },
    deliver: async (_, __, body) => ({ ...body, atDelivery: `delivery ${runs.of('native')}` }),
    afterSettled: async (_, __, { purchaseId }) => runs.add(`job ${purchaseId}`),
  });
  const atomic = defineRoute({
    ...described,
    kind: 'atomic',
    title: 'REST-only fact',
    subject: 'none',
    input: z.strictObject({ topic: z.string().min(1) }),
    output: z.looseObject({ topic: z.string() }),
    diagnostic: z.strictObject({ kind: z.literal('fact_diagnostic'), charged: z.literal(false) }),
    examples: [{ title: 'a fact', arguments: { topic: 'roads' } }],
    paid: {
      priceUsdc: '0.01',
      rails: ['evm', 'solana'],
      chargesWhen: 'always',
      freeWhen: 'never',
      tags: [],
      restOnly: true,
      preflightTools: [],
    },
    preflight: () => ({ ready: true }),
    run: async (_, { topic }) => ({ charge: true, body: { topic } }),
  });
  return [
    { category: 'property', file: 'promoted', definition: promoted as never },
    // takes the same arguments and sells another answer
    { category: 'property', file: 'twin', definition: { ...promoted, title: 'Twin fact' } as never },
    { category: 'paid', file: 'native', definition: native as never },
    { category: 'paid', file: 'atomic', definition: atomic as never },
    buyingTool(runs),
  ];
}
