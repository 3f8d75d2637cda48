import { z } from 'zod';
import type { PartReading } from '../../answers/ask-tools.ts';
import { many } from '../../kernel/nearby-shape.ts';
import type { Subject } from '../../kernel/subject.ts';
import { sentence } from '../../kernel/text.ts';
import { capital } from '../../reports/words.ts';
import { type TrendReading, trendIsReady, whyNoTrend } from '../local-trend-brief/gather.ts';
import { hasAnswered, hasFacts } from '../shared/brief.ts';
import type { OnParcelReading } from '../shared/on-parcel/readings.ts';
import { partOf, whyNoParcel } from '../shared/parcel-record.ts';
import { givesOfPlace } from '../shared/place-subjects.ts';

/** `ready`: enough was read to be sold. `weak`: what was read is too little. `missing`: nothing could be read. */
const ReadinessSchema = z.enum(['ready', 'weak', 'missing']);
type Readiness = z.infer<typeof ReadinessSchema>;

const readinessParts = ['trend', 'parcel', 'policy'] as const;
type Parts<T> = Record<(typeof readinessParts)[number], T>;

const parts = <T extends z.ZodType>(schema: T) => z.strictObject({ trend: schema, parcel: schema, policy: schema });

export const readinessFields = {
  componentReadiness: parts(ReadinessSchema),
  componentReadinessDetail: parts(z.string()).describe('Per part one sentence: what was read, or why it is not ready'),
};

export const alternativeFields = {
  suggestedAlternative: z.strictObject({
    tools: z.array(z.string()).min(1).describe('Free tools that answer what can be answered here'),
    why: z.string(),
  }),
};

interface ReadinessReport {
  readonly componentReadiness: Parts<Readiness>;
  readonly componentReadinessDetail: Parts<string>;
}

export const isReady = ({ componentReadiness }: ReadinessReport): boolean =>
  readinessParts.every((part) => componentReadiness[part] === 'ready');

/** The parts that keep the brief from being sold, in words. */
export const notReady = ({ componentReadiness }: ReadinessReport): string =>
  readinessParts
    .filter((part) => componentReadiness[part] !== 'ready')
    .map((part) => `${part} (${componentReadiness[part]})`)
    .join(', ');

/** Sections that stand for what a public body has ruled or decided about the place. */
export const policyParts = ['zoning', 'permit_rules', 'local_legislation', 'rental_registration_check'];
const leastPolicyParts = 2;

/** Whether a part has facts about the place; the building code of its state and counts of unlisted council matters are none. */
export const tellsPolicy = (reading: PartReading): boolean =>
  givesOfPlace(reading) && (reading.id !== 'local_legislation' || 'matters' in (reading.answer.facts ?? {}));

function trendOf(trend: TrendReading | undefined): readonly [Readiness, string] {
  if (trend && trendIsReady(trend)) {
    const answered = Object.values(trend.answered).filter((count) => count > 0).length;
    return ['ready', `${answered} of ${trend.readings.length} registers have quarters with a count that is reported.`];
  }
  const answered = trend?.readings.some(hasAnswered) ?? false;
  return [answered ? 'weak' : 'missing', sentence(trend ? whyNoTrend(trend) : 'nothing was read')];
}

function parcelOf(readings: readonly PartReading[], subject: Subject): readonly [Readiness, string] {
  const parcel = partOf(readings, 'parcel_lookup');
  const why = whyNoParcel(readings, subject);
  if (parcel && !why) return ['ready', parcel.answer.summary];
  return [parcel && hasFacts(parcel) ? 'weak' : 'missing', sentence(why ?? 'no parcel source was queried')];
}

function policyOf(readings: readonly PartReading[]): readonly [Readiness, string] {
  const queried = readings.filter(({ id }) => policyParts.includes(id));
  const found = queried.filter(tellsPolicy);
  const detail = `${found.length} of ${queried.length} gave facts${found.length > 0 ? `: ${found.map(({ title }) => title.toLowerCase()).join(', ')}` : ''}; ${leastPolicyParts} are needed.`;
  return [found.length >= leastPolicyParts ? 'ready' : found.length > 0 ? 'weak' : 'missing', detail];
}

/** How ready each part is, and why. Pure. */
export function readinessOf(
  readings: readonly PartReading[],
  subject: Subject,
  trend: TrendReading | undefined,
): ReadinessReport {
  const [trendState, trendDetail] = trendOf(trend);
  const [parcelState, parcelDetail] = parcelOf(readings, subject);
  const [policyState, policyDetail] = policyOf(readings);
  return {
    componentReadiness: { trend: trendState, parcel: parcelState, policy: policyState },
    componentReadinessDetail: { trend: trendDetail, parcel: parcelDetail, policy: policyDetail },
  };
}

/** Free tools for a place whose brief is not sold: those that gave facts here, and the two that always answer. Pure. */
export function alternativeOf(readings: readonly PartReading[]): {
  suggestedAlternative: { tools: string[]; why: string };
} {
  const useful = [...new Set(readings.filter(hasFacts).map(({ tool }) => tool))];
  return {
    suggestedAlternative: {
      tools: [...useful, 'svc_place_facts', 'svc_lane_availability'].slice(0, 8),
      why:
        useful.length > 0
          ? 'These free tools gave facts here or say what is wired here; each answers its part alone.'
          : 'National facts of any resolved address, and what is wired here; local parts can be requested with svc_request_coverage.',
    },
  };
}

/** The brief in one sentence: what the parcel's own registers hold. */
export function signingLead(own: OnParcelReading): string {
  const queried = own.readings.filter(({ answer }) => answer.state !== 'unresolved');
  const heard = queried.filter(hasAnswered).length;
  const of = heard < queried.length ? ` that answered of ${queried.length}` : '';
  return queried.length > 0
    ? capital(`${many(own.entries.length, 'record')} of the parcel itself in ${many(heard, 'register')}${of}.`)
    : 'No register here could be queried for the parcel itself.';
}
