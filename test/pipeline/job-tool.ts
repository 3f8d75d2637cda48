import { z } from 'zod';
import type { IndexedTool } from '../../src/catalog/registry.ts';
import { acceptedJob, jobDocumentSchema } from '../../src/products/shared/job.ts';
import { defineRoute } from './define-route.ts';

const job = {
  kind: 'batch',
  expiresAfterMs: 86_400_000,
  pollAfterSeconds: 1,
  itemMs: 10_000,
  concurrency: 2,
} as const;

const wholes = z.int().min(0);

/**
 * A route that sells a job: so many items, of which the first are unsupported, the next fail, and the others have their
 * number as result after they took as long as was said, or no time at all in a worker that hurries.
 */
export function jobTools(hurries = false): readonly IndexedTool[] {
  const batch = defineRoute({
    title: 'Synthetic batch',
    summary: 'Does what it was told to do',
    whenToUse: 'In tests of jobs.',
    notFor: 'Anything else.',
    sources: [],
    limits: [],
    scope: 'national',
    subject: 'none',
    input: z.strictObject({
      items: wholes.max(200).default(50),
      unsupported: wholes.default(7),
      failing: wholes.default(3),
      takesMs: wholes.default(20),
    }),
    output: jobDocumentSchema(job.kind, z.strictObject({ n: z.int() })),
    diagnostic: z.strictObject({ kind: z.literal('batch_diagnostic'), charged: z.literal(false) }),
    examples: [{ title: 'fifty', arguments: { items: 50 } }],
    paid: {
      priceUsdc: '0.05',
      rails: ['evm'],
      chargesWhen: 'always',
      freeWhen: 'there are no items',
      tags: ['test'],
      preflightTools: [],
    },
    preflight: (_, { items }) =>
      items > 0 ? { ready: true } : { ready: false, diagnostic: { kind: 'batch_diagnostic', charged: false } },
    async run(ctx, input) {
      const items = Array.from({ length: input.items }, (_, index) => ({ input: { n: index + 1 } }));
      return { charge: true, body: acceptedJob(ctx, job, { request: input, items, caveats: [], summary: 'A batch.' }) };
    },
    job: {
      ...job,
      async step(_ctx, { position }, { input: { unsupported, failing, takesMs }, signal }) {
        await new Promise((resolve) => setTimeout(resolve, hurries ? 0 : takesMs));
        signal.throwIfAborted();
        if (position <= unsupported)
          return { state: 'diagnostic', summary: 'unsupported', diagnostic: { kind: 'none' } };
        if (position <= unsupported + failing) throw new Error('synthetic fault');
        return { state: 'completed', summary: `number ${position}`, result: { n: position } };
      },
      finish: async (_ctx, _job, items) => {
        const numbers = items.flatMap(({ result }) => (result ? [(result as { n: number }).n] : []));
        const bytes = Buffer.from(JSON.stringify(numbers));
        return { files: { numbers: { name: 'numbers.json', mediaType: 'application/json', bytes } } };
      },
    },
  });
  return [{ category: 'paid', file: 'batch', definition: batch as never }];
}
