import { z } from 'zod';
import type { ToolContext } from '../../src/catalog/context.ts';
import { definePaid } from '../../src/catalog/define.ts';
import { atAddress } from '../../src/catalog/inputs.ts';
import { row } from '../../src/kernel/answer.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import { many } from '../../src/kernel/nearby-shape.ts';
import type { AnswerState } from '../../src/kernel/state.ts';
import {
  blocksAround,
  blocksMirror,
  type Jobs,
  jobsOf,
  sectors,
  workplaceMirror,
} from '../../src/mirror/queries/workplace.ts';
import { statesAround } from '../../src/place/states-around.ts';
import { answerRoute } from '../../src/products/shared/answer-route.ts';
import { soldAnswerSchema } from '../../src/products/shared/sold-answer.ts';

const kind = 'workplace_employment_context';

const facts = z.strictObject({
  area: row({
    radiusMeters: z.number(),
    blocks: z.int().describe('Census blocks of 2020 whose internal point lies within the radius'),
  }),
  employment: row({
    year: z.string(),
    jobs: z.int().describe('All jobs, by where the work is done'),
    blocksWithJobs: z.int(),
  }),
  monthlyEarnings: row({
    jobsTo1250Usd: z.int(),
    jobs1251To3333Usd: z.int(),
    jobsOver3333Usd: z.int(),
  }).optional(),
  sectors: z
    .array(row({ naics: z.string(), sector: z.string(), jobs: z.int() }))
    .optional()
    .describe('In NAICS order'),
});

const limits = [
  'Jobs by the place of work, not people who live there; no visitors or customers, and no head count of one employer.',
  'The Census Bureau adds noise to every block: sums of many blocks are closer than sums of few.',
  'Jobs covered by unemployment insurance and federal civilian jobs; the self-employed and the military are not in it.',
  'A block counts by one internal point, and some employers report all jobs at one office.',
];

const verifyNext = [
  {
    action: 'Draw the same circle in the map of the Census Bureau and compare years',
    with: 'OnTheMap, US Census Bureau',
    url: 'https://onthemap.ces.census.gov/',
  },
];

/** Why jobs are not sold, by the state of what was asked. */
const unsold: Readonly<Partial<Record<AnswerState, string>>> = {
  empty: 'The Census Bureau counts no job in any census block whose internal point lies',
  stale: 'The copy of the job counts is older than their next release and is not sold for the blocks',
  partial: 'The job counts could be read in part only for the blocks',
  unresolved: 'The state of the place is not known, so the files cannot be named for the blocks',
};

function factsOf(radiusMeters: number, year: string, blocks: number, placed: string, jobs: Jobs, counted: string) {
  const { earnings, bySector } = jobs;
  return {
    area: { radiusMeters, blocks, citation: placed },
    employment: { year, jobs: jobs.jobs, blocksWithJobs: jobs.blocksWithJobs, citation: counted },
    ...(earnings && {
      monthlyEarnings: {
        jobsTo1250Usd: earnings.to1250,
        jobs1251To3333Usd: earnings.from1251To3333,
        jobsOver3333Usd: earnings.over3333,
        citation: counted,
      },
    }),
    ...(bySector && {
      sectors: sectors.map(([naics, sector], at) => ({ naics, sector, jobs: bySector[at], citation: counted })),
    }),
  };
}

async function ask({ subject, mirror }: ToolContext<'point'>, { radiusMeters }: { readonly radiusMeters: number }) {
  const builder = new AnswerBuilder(subject);
  const within = `within ${radiusMeters} m of the point`;
  const states = statesAround(subject, radiusMeters);
  const year = mirror.status(workplaceMirror).vintage ?? 'not loaded';
  const blocks = builder.addLookup(
    states.length > 0
      ? blocksAround(mirror, subject, radiusMeters, states)
      : { state: 'unresolved', source: blocksMirror, reason: 'the point lies in no state of the embedded boundaries' },
    { area: within, recordScope: `internal points of census blocks of ${states.join(', ') || 'no state'}` },
  );
  const counted = blocks && jobsOf(mirror, blocks.data, states);
  const jobs =
    counted &&
    builder.addLookup(counted, {
      area: within,
      period: year,
      recordScope: 'all jobs by block of the workplace (LODES 8, WAC)',
    });
  if (!blocks || !jobs || builder.state !== 'found') {
    // that there are blocks says nothing about the jobs in them
    const state = counted && !jobs ? counted.state : builder.state;
    const findings = unsold[state] ?? 'The job counts of the Census Bureau could not be read for the blocks';
    return builder.finish({ state, summary: `${findings} ${within}.`, limits, verifyNext });
  }
  const { data } = jobs;
  return builder.finish({
    summary: `The Census Bureau counts ${many(data.jobs, 'job')} of ${year} in ${many(data.blocksWithJobs, 'census block')} ${within}.`,
    facts: factsOf(radiusMeters, year, blocks.data.length, blocks.citation, data, jobs.citation),
    limits,
    verifyNext,
  });
}

export default definePaid({
  kind: 'atomic',
  title: 'Jobs around a place',
  summary: 'Jobs counted by place of work around a point, with sectors and earnings bands (LODES).',
  whenToUse: 'How many jobs does the Census Bureau count within 250 to 5000 meters of this site, in which sectors?',
  notFor: 'Unemployment of a county (svc_unemployment), or visitors, traffic and demand at a site.',
  synonyms: ['employment around a site', 'workers nearby', 'daytime employment', 'job density', 'WAC'],
  scope: 'national',
  subject: 'point',
  sources: [],
  mirrors: [workplaceMirror, blocksMirror],
  essential: [[workplaceMirror], [blocksMirror]],
  limits,
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
  output: soldAnswerSchema(kind, { facts }),
  paid: {
    priceUsdc: '0.01',
    rails: ['evm', 'solana'],
    restOnly: true,
    chargesWhen:
      'current files of every state that the circle touches are loaded and count at least one block with jobs inside it',
    freeWhen: 'missing, stale, unavailable or empty snapshot',
    tags: ['employment', 'jobs', 'LODES', 'Census'],
    preflightTools: ['svc_coverage_check', 'svc_lane_availability'],
    seeAlso: ['svc_unemployment', 'svc_nearby_places'],
  },
  ...answerRoute({ kind, ask }),
});
