import { z } from 'zod';
import { definePaid } from '../../src/catalog/define.ts';
import { atAddress } from '../../src/catalog/inputs.ts';
import { row } from '../../src/kernel/answer.ts';
import { statesAround } from '../../src/place/states-around.ts';
import { answerRoute, soldAnswerSchemas } from '../../src/products/shared/answer-route.ts';
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

export default definePaid({
  kind: 'atomic',
  title: 'Jobs around a place',
  summary: 'Jobs counted by place of work around a point, with sectors and earnings bands (LODES).',
  whenToUse: 'How many jobs does the Census Bureau count within 250 to 5000 meters of this site, in which sectors?',
  notFor: 'Unemployment of a county (svc_unemployment), or visitors, traffic and demand at a site.',
  scope: 'national',
  mirrors: ['lodes-workplace', 'lodes-blocks'],
  essential: [['lodes-workplace'], ['lodes-blocks']],
  examples: [
    { title: 'Within 1 km', arguments: { address: '222 W Hargett St, Raleigh, NC 27601' } },
    { title: 'Within 2.5 km of a point', arguments: { latitude: 35.7783, longitude: -78.6431, radiusMeters: 2500 } },
  ],
  input: atAddress({
    radiusMeters: z
      .number()
      .min(250)
      .max(5000)
      .default(1000)
      .describe('Radius of the site in meters, 250 to 5000; default 1000'),
  }),
  ...soldAnswerSchemas(kind, { facts }),
  paid: {
    priceUsdc: '0.01',
    restOnly: true,
    chargesWhen:
      'current files of every state that the circle touches are loaded and count at least one block with jobs inside it',
    freeWhen: 'missing, stale, unavailable or empty snapshot',
    tags: ['employment', 'jobs', 'LODES', 'Census'],
    preflightTools: ['svc_coverage_check', 'svc_lane_availability'],
    seeAlso: ['svc_unemployment', 'svc_nearby_places'],
  },
  ...answerRoute({
    kind,
    limits: jobsLimits,
    ask: async (ctx, { radiusMeters }: { readonly radiusMeters: number }) =>
      jobsAround(ctx, { radiusMeters, states: statesAround(ctx.subject, radiusMeters) }),
  }),
});
