import { z } from 'zod';
import type { FreeContext } from '../catalog/context.ts';
import { type Answer, rows } from '../kernel/answer.ts';
import { firstRows, leftOut } from '../kernel/nearby-shape.ts';
import { datasetFacts, mostFrequent, type NearbyEntry, readNearby } from '../places/lanes/nearby.ts';
import type { Lane } from '../places/schema/jurisdiction.ts';
import { counted, outcomeOf } from './outcome.ts';
import { askPublisher, laneOrAnswer, placeWords } from './uncovered.ts';

const listed = 6;

export const nearbyFacts = z.strictObject({
  datasets: z.array(datasetFacts),
  newest: rows({
    date: z.string().optional(),
    type: z.string(),
    detail: z.string().optional(),
    status: z.string().optional(),
    closedOn: z.string().optional(),
    where: z.string().optional().describe('Block or address as the source publishes it'),
    distanceMeters: z.number().optional().describe('Only where the source gives the position itself'),
    distanceRange: z.string().optional().describe('Where the source gives the block only'),
    recordId: z.string().optional(),
  }),
  leftOut,
});

const text = (value: unknown) => (value === undefined ? undefined : String(value));

function shown({ record, row: { fields }, citation }: NearbyEntry): z.input<typeof nearbyFacts>['newest'][number] {
  const { title, description, occurredAt, status, distanceMeters, distanceBucket, source } = record;
  return {
    date: occurredAt,
    type: title,
    detail: description === title ? undefined : description,
    status,
    closedOn: text(fields.closedAt),
    where: text(fields.address),
    distanceMeters,
    distanceRange: distanceBucket,
    recordId: source.recordId,
    citation,
  };
}

/**
 * The answer of a tool that lists what was reported around a point within a period: counts under the source's own
 * words, the newest records, and what each source does not measure. Never a rate and never a comparison.
 *
 * @param one a record in words: "police incident"
 */
export async function answerNearby(
  ctx: FreeContext<'point', Lane>,
  input: { readonly radiusMeters: number; readonly lookbackDays: number },
  lane: Lane,
  one: string,
): Promise<Answer> {
  const { subject, answer } = ctx;
  const at = laneOrAnswer(ctx, lane, one);
  if ('answer' in at) return at.answer;
  const near = await readNearby(ctx.sources, at.configured, { subject, now: ctx.now, ...input }, answer);
  const kinds = mostFrequent(near.datasets);
  const findings = counted(near.entries, one)?.concat(kinds ? ` (most frequent: ${kinds})` : '');
  const outcome = outcomeOf(
    answer.state,
    findings,
    `no ${one} published there, which does not say that nothing happened`,
  );
  return answer.finish({
    summary: `${at.names}, within ${input.radiusMeters} m of ${placeWords(subject)}${near.period ? `, ${near.period}` : ''}: ${outcome}.`,
    facts: near.entries.length > 0 && { datasets: near.datasets, ...firstRows('newest', near.entries, listed, shown) },
    limits: near.limits,
    verifyNext: askPublisher(at.configured, 'Look the records up with their publisher'),
  });
}
