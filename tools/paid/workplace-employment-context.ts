import { z } from 'zod';
import { definePaid } from '../../src/catalog/define.ts';
import { atAddress } from '../../src/catalog/inputs.ts';
import { row } from '../../src/kernel/answer.ts';
import { statesAround } from '../../src/place/states-around.ts';
import { answerRoute } from '../../src/products/shared/answer-route.ts';
import { jobsAround, jobsLimits } from '../../src/products/shared/jobs-around.ts';

const kind = 'workplace_employment_context';

const facts = z.strictObject({
  area: row({
    radiusMeters: z.number(),
    blockCount: z.int().describe('Census blocks of 2020 whose internal point lies within the radius'),
  }),
  employment: row({
    year: z.string(),
    jobCount: z.int().describe('All jobs, by where the work is done'),
    jobBlockCount: z.int(),
  }),
  monthlyEarnings: z
    .array(row({ fromUsd: z.int().optional(), toUsd: z.int().optional(), jobCount: z.int() }))
    .optional(),
  sectors: z
    .array(row({ naics: z.string(), sector: z.string(), jobCount: z.int() }))
    .optional()
    .describe('In NAICS order'),
});

export default definePaid('svc-workplace-employment-context', {
  input: atAddress({
    radiusMeters: z
      .number()
      .min(250)
      .max(5000)
      .default(1000)
      .describe('Radius of the site in meters, 250 to 5000; default 1000'),
  }),
  ...answerRoute({
    kind,
    facts,
    limits: jobsLimits,
    ask: async (ctx, { radiusMeters }: { readonly radiusMeters: number }) =>
      jobsAround(ctx, { radiusMeters, states: statesAround(ctx.subject, radiusMeters) }),
  }),
});
