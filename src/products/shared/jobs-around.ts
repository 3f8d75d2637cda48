import type { Answer } from '../../kernel/answer.ts';
import { AnswerBuilder } from '../../kernel/answer-builder.ts';
import { many } from '../../kernel/nearby-shape.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { AnswerState } from '../../kernel/state.ts';
import type { PointSubject } from '../../kernel/subject.ts';
import { blocks as blockTable } from '../../mirror/datasets/lodes-blocks.ts';
import { blockJobs } from '../../mirror/datasets/lodes-workplace.ts';
import { blocksAround, type Jobs, jobsOf, sectors } from '../../mirror/queries/workplace.ts';
import { limitsOf } from '../../rules/limits.ts';
import { nextChecks } from '../../rules/next-checks.ts';

export const jobsLimits = limitsOf('jobs-around');

const verifyNext = nextChecks('jobs-around');

const unsold: Readonly<Partial<Record<AnswerState, string>>> = {
  empty: 'The Census Bureau counts no job in any census block whose internal point lies',
  stale: 'The copy of the job counts is older than their next release and is not sold for the blocks',
  partial: 'The job counts could be read in part only for the blocks',
  unresolved: 'The state of the place is not known, so the files cannot be named for the blocks',
};

function factsOf(radiusMeters: number, year: string, blocks: number, placed: string, jobs: Jobs, counted: string) {
  const { earnings, bySector } = jobs;
  return {
    area: { radiusMeters, blockCount: blocks, citation: placed },
    employment: { year, jobCount: jobs.jobs, jobBlockCount: jobs.blocksWithJobs, citation: counted },
    ...(earnings && {
      monthlyEarnings: [
        { toUsd: 1250, jobCount: earnings.to1250, citation: counted },
        { fromUsd: 1251, toUsd: 3333, jobCount: earnings.from1251To3333, citation: counted },
        { fromUsd: 3334, jobCount: earnings.over3333, citation: counted },
      ],
    }),
    ...(bySector && {
      sectors: sectors.map(([naics, sector], at) => ({ naics, sector, jobCount: bySector[at], citation: counted })),
    }),
  };
}

export interface JobsCircle {
  readonly radiusMeters: number;
  readonly states: readonly string[];
}

/** Jobs by place of work in the census blocks of a circle. An old or partial copy gives no facts. Queries nothing outside. */
export function jobsAround(
  { subject, mirror }: { readonly subject: PointSubject; readonly mirror: MirrorAccess },
  { radiusMeters, states }: JobsCircle,
): Answer {
  const builder = new AnswerBuilder(subject);
  const within = `within ${radiusMeters} m of the point`;
  const year = mirror.status(blockJobs.id).vintage ?? 'not loaded';
  const blocks = builder.addLookup(
    states.length > 0
      ? blocksAround(mirror, subject, radiusMeters, states)
      : { state: 'unresolved', source: blockTable.id, reason: 'the point lies in no state of the embedded boundaries' },
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
    return builder.finish({ state, summary: `${findings} ${within}.`, limits: jobsLimits, verifyNext });
  }
  const { data } = jobs;
  return builder.finish({
    summary: `The Census Bureau counts ${many(data.jobs, 'job')} of ${year} in ${many(data.blocksWithJobs, 'census block')} ${within}.`,
    facts: factsOf(radiusMeters, year, blocks.data.length, blocks.citation, data, jobs.citation),
    limits: jobsLimits,
    verifyNext,
  });
}
