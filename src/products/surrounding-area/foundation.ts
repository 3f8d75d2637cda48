import { z } from 'zod';
import type { PartReading } from '../../answers/ask-tools.ts';
import type { ToolContext } from '../../catalog/context.ts';
import { groupOf } from '../../findings/reading.ts';
import { holdsPoint } from '../../geometry/outline.ts';
import { type Deadline, deadlineIn, within } from '../../kernel/bounded.ts';
import { memoizeByFirst } from '../../kernel/memoize.ts';
import { isPointSubject, type PointSubject } from '../../kernel/subject.ts';
import { type ParcelsWithin, parcelsWithin, type SurroundingParcel } from '../../places/lanes/parcels-within.ts';
import { askOnce } from '../shared/ask-once.ts';
import type { LaneReading } from '../shared/compose/material.ts';
import { type Established, establish } from '../shared/follow-up/subject.ts';
import { around, cited, headOf, unreadLane } from './registers.ts';
import { type AnalysisDiagnostic, type Center, type SubjectParcel, windowMeters } from './schema.ts';

/** What is read before anything else, and whatever is queried: the compact windows. */
export const compactMeters = Math.max(...windowMeters);
export const registerMs = 15_000;

export interface AreaInput {
  readonly address?: string | undefined;
  readonly radiusMeters: number;
}

export interface Foundation {
  readonly subject: PointSubject;
  readonly lookup: PartReading;
  readonly center: Center;
  readonly subjectParcel: SubjectParcel | undefined;
  /** Numbers under which the subject's own parcel is known. */
  readonly ownNumbers: readonly string[];
  readonly compact: ParcelsWithin;
}

export interface NoFoundation {
  readonly reason: AnalysisDiagnostic['reason'];
  readonly message: string;
  readonly lookup: PartReading;
  readonly parcels?: LaneReading;
}

export const isFoundation = (read: Foundation | NoFoundation): read is Foundation => 'compact' in read;

const CentroidSchema = z.looseObject({ centroid: z.looseObject({ latitude: z.number(), longitude: z.number() }) });

/** Where distances run from: the middle of the parcel of an address, else the point itself. */
function centerOf(subject: PointSubject, { established }: Established, { answer }: PartReading): Center {
  const { latitude, longitude } = subject;
  if (subject.precision === 'point') return { latitude, longitude, basis: 'given_point' };
  const known = established.basis === 'parcel' ? CentroidSchema.safeParse(answer.facts).data : undefined;
  return known
    ? { latitude: known.centroid.latitude, longitude: known.centroid.longitude, basis: 'parcel_middle' }
    : { latitude, longitude, basis: 'matched_point' };
}

/** A number of a parcel as two registers write it alike. */
export const plainNumber = (value: unknown) =>
  String(value ?? '')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');

/** The parcels without that of the subject: by its number, else by the outline that holds the place. */
export function others(
  parcels: readonly SurroundingParcel[],
  { ownNumbers, center }: Pick<Foundation, 'ownNumbers' | 'center'>,
): readonly SurroundingParcel[] {
  const own = new Set(ownNumbers.map(plainNumber));
  const isNumbered = ({ row: { fields } }: SurroundingParcel) =>
    [fields.parcelId, fields.accountId, fields.mapNumber].some((number) => own.has(plainNumber(number)));
  return parcels.some(isNumbered)
    ? parcels.filter((parcel) => !isNumbered(parcel))
    : parcels.filter(({ rings }) => rings.length === 0 || !holdsPoint(rings, center));
}

/** The line of the ledger for the parcel register. */
export function parcelLedger(found: ParcelsWithin, count: number): LaneReading {
  const { lane, readMeters, withoutPosition } = found;
  const head = headOf(lane, found, around(readMeters));
  return {
    ...head,
    count,
    whole: found.state !== 'partial',
    recordScope: 'tax parcels, without that of the place itself',
    reasons: [
      ...head.reasons,
      ...(withoutPosition > 0 ? [`${withoutPosition} without a position are in no window`] : []),
    ],
  };
}

async function compactOf(
  { jurisdictions, sources }: Pick<ToolContext, 'jurisdictions' | 'sources'>,
  subject: PointSubject,
  center: Center,
  deadline: Deadline,
) {
  const location = await jurisdictions.lane(subject, 'parcel', sources);
  const source = 'parcels around the place';
  if (location.state !== 'configured') return { ...location, source };
  const work = parcelsWithin(sources, location.configured, center, compactMeters);
  const reason = 'The parcel register did not answer in time.';
  return within<Awaited<typeof work>>(deadline.remainingMs(), work, () => ({ state: 'unavailable', source, reason }));
}

async function readFoundation(ctx: ToolContext<'point'>, input: AreaInput): Promise<Foundation | NoFoundation> {
  const { subject } = ctx;
  const deadline = deadlineIn(registerMs);
  const part = { tool: 'svc_parcel_lookup', title: 'Tax parcel of the place', lane: 'parcel' } as const;
  const [lookup] = await askOnce(ctx, [part], deadline, { subject, address: input.address });
  if (!lookup || !isPointSubject(subject)) throw new Error('the parcel lookup needs a point');
  const known = establish(subject, lookup, true);
  if (known.problem) return { reason: 'unstable_subject', message: known.problem.message, lookup };
  const center = centerOf(subject, known, lookup);
  const parcel = known.established.basis === 'parcel' ? known.established.parcel : undefined;
  const ownNumbers = parcel ? [parcel.parcelId, ...(parcel.accountId ? [parcel.accountId] : [])] : [];
  const none = (reason: string, parcels: LaneReading): NoFoundation => ({
    reason: 'no_surrounding_parcels',
    message: `surrounding parcels: ${reason}`,
    ...{ lookup, parcels },
  });
  const compact = await compactOf(ctx, subject, center, deadline);
  if (!('parcels' in compact)) {
    const reason = 'reason' in compact ? compact.reason : `The register has no parcel ${around(compactMeters)}.`;
    return none(reason, {
      ...unreadLane('parcel', { state: compact.state, reason }, compactMeters),
      ...('citation' in compact && { citation: compact.citation, source: compact.citation.sourceName }),
    });
  }
  if (others(compact.parcels, { ownNumbers, center }).length === 0)
    return none(`the register has no other parcel ${around(compactMeters)}`, {
      ...parcelLedger(compact, 0),
      state: 'empty',
    });
  return { subject, lookup, center, subjectParcel: parcel && subjectParcelOf(lookup, parcel), ownNumbers, compact };
}

function subjectParcelOf(
  { answer }: PartReading,
  { parcelId, siteAddress }: { readonly parcelId: string; readonly siteAddress?: string | undefined },
): SubjectParcel | undefined {
  const citation = answer.citations[String(groupOf(answer, 'parcelId').citation)];
  return citation && { parcelId, ...(siteAddress && { siteAddress }), citation: cited(citation) };
}

/** The foundation of one call, read once: coverage and work put the same questions. */
export const foundationOf = memoizeByFirst(readFoundation);
