import type { ToolContext } from '../../catalog/context.ts';
import { deadlineIn, within } from '../../kernel/bounded.ts';
import { defined } from '../../kernel/defined.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { PlaceQuery } from '../../kernel/ports/place.ts';
import { isPointSubject } from '../../kernel/subject.ts';
import { limitsOf } from '../../rules/limits.ts';
import { type CoveredPlace, coverageOf } from '../place-report/coverage.ts';
import { parcelLanesOf, parcelReadingOf, subjectParcel } from '../place-report/gather.ts';
import { type PlaceReportInput, placeReportInputShape } from '../place-report/schema/report.ts';
import { placeName } from '../shared/compose/words.ts';
import { type Established, establish } from '../shared/follow-up/subject.ts';
import { type CurrentContext, currentContext, leastRecords } from './context.ts';
import { sinceOf, type UpdateDiagnostic, type UpdateInput } from './schema.ts';

type Context = ToolContext<'none'>;

const resolveMs = 6_000;
const parcelMs = 10_000;

const caveats = limitsOf('property-update.diagnostic');

const alternatives = [
  { slug: 'svc-place-report', why: 'the whole record of the place, whatever its dates' },
  { slug: 'svc-permit-closeout-check', why: 'every permit of exactly this property, all dates' },
  { slug: 'svc-local-trend-brief', why: 'counts around the place by quarter' },
] as const;

interface Said extends Pick<UpdateDiagnostic, 'code' | 'message'> {
  readonly resolved?: string | undefined;
  readonly parcelId?: string | undefined;
  readonly more?: Pick<UpdateDiagnostic, 'context' | 'suggestedRadiusMeters'>;
  readonly next: UpdateDiagnostic['nextChecks'][number];
}

function diagnosticOf(ctx: Context, { address }: UpdateInput, said: Said): UpdateDiagnostic {
  const { code, message, resolved, parcelId, more, next } = said;
  return {
    kind: 'property_update_diagnostic',
    charged: false,
    code,
    message: `Not charged: ${message}.`,
    subject: { input: address, ...defined({ resolved, parcelId }) },
    ...more,
    alternativeTools: alternatives.map(({ slug, why }) => ({
      slug,
      ...defined({ priceUsdc: ctx.catalog.find(slug)?.priceUsdc }),
      why,
    })),
    nextChecks: [next],
    caveats: [...caveats],
  };
}

/** Nothing is charged and nothing is offered while it is not clear which property is meant. */
function clarify(
  why: string,
  candidates: readonly { readonly label: string; readonly parcelId?: string }[],
  retryInput?: UpdateInput,
): ServiceError {
  const instead = retryInput
    ? 'Show the candidate to the user; where it is the one meant, send retryInput as it stands. Never send the first request again.'
    : 'Ask the user for a corrected address. Never send the first request again.';
  return new ServiceError('clarification_required', {
    detail: `${why}. ${instead}`,
    charged: false,
    extra: { candidates, ...(retryInput && { retryInput }) },
  });
}

/** The place as the coverage and the work of a report ask for it; a confirmed parcel is known by its point. */
export function reportInput(input: UpdateInput, days: number): PlaceReportInput {
  const { address, radiusMeters, confirm } = input;
  return {
    radiusMeters: placeReportInputShape.radiusMeters.parse(radiusMeters),
    lookbackDays: days,
    mode: 'reasoning',
    address,
    ...(confirm && { latitude: confirm.latitude, longitude: confirm.longitude }),
  };
}

/**
 * Why an address is no point that a parcel could be read at; undefined where it is one, or a parcel was confirmed. Throws
 * `clarification_required` where several places fit.
 */
async function whyNoPoint(
  { place, sources }: Context,
  { address, confirm }: UpdateInput,
): Promise<Pick<Said, 'code' | 'message' | 'resolved'> | undefined> {
  if (confirm) return undefined;
  const query: PlaceQuery = { address };
  const found = await within(resolveMs, place.resolve(query, sources), () => undefined);
  if (!found) return { code: 'source_unavailable', message: 'the geocoder did not answer in time' };
  const { state, subject } = found;
  if (state === 'ambiguous') {
    const candidates = subject.candidates.slice(0, 5).map(({ label }) => ({ label }));
    throw clarify('Several places fit the address', candidates);
  }
  const plain = (text: string) => text.replace(/\.$/, '');
  if (state === 'unavailable') return { code: 'source_unavailable', message: plain(found.reason) };
  if (state === 'unresolved') return { code: 'subject_unresolved', message: plain(found.reason) };
  if (isPointSubject(subject)) return undefined;
  const silent = found.searched.some((one) => one.state === 'unavailable');
  return {
    code: silent ? 'source_unavailable' : 'subject_unresolved',
    message: silent
      ? `the geocoder did not answer, and the place is known only to its ${subject.areaKind ?? 'area'}`
      : `the address is known only to its ${subject.areaKind ?? 'area'}, which has no one parcel`,
    resolved: placeName(subject),
  };
}

function differing(
  input: UpdateInput,
  { subject }: CoveredPlace,
  { established, problem }: Established,
): ServiceError | undefined {
  const parcel = established.basis === 'not_established' ? established.parcel : undefined;
  const { latitude, longitude } = subject;
  if (!parcel || latitude === undefined || longitude === undefined) return undefined;
  const { parcelId, siteAddress } = parcel;
  const candidate = { label: siteAddress ?? `Parcel ${parcelId} at ${placeName(subject)}`, parcelId };
  const retryInput = { ...input, confirm: { parcelId, latitude, longitude } };
  const why = (problem?.message ?? 'the parcel is not certain').replace(/^subject: /, '');
  return clarify(`${why.charAt(0).toUpperCase()}${why.slice(1)}`, [candidate], retryInput);
}

/** The numbered parcel that carries the address, or that was confirmed. Throws where another one was found. */
async function exactParcel(
  ctx: Context,
  input: UpdateInput,
  place: CoveredPlace,
): Promise<{ readonly parcelId: string } | { readonly why: string; readonly sourceFailed: boolean }> {
  const lanes = parcelLanesOf(place, (id) => ctx.jurisdictions.card(id));
  const reading = await subjectParcel(ctx, place, lanes, deadlineIn(parcelMs));
  const known = establish(place.subject, parcelReadingOf(reading.answer), false);
  const { established, problem } = known;
  const parcelId = established.parcel?.parcelId;
  if (established.basis === 'parcel' && parcelId) {
    const { confirm } = input;
    if (!confirm || confirm.parcelId === parcelId) return { parcelId };
    throw clarify('The confirmed point lies in another parcel', [{ label: `Parcel ${parcelId}`, parcelId }]);
  }
  const sourceFailed = problem?.sourceFailed ?? false;
  const other = sourceFailed ? undefined : differing(input, place, known);
  if (other) throw other;
  return { why: (problem?.message ?? 'no parcel was found').replace(/^subject: /, ''), sourceFailed };
}

type Decided = NonNullable<ReturnType<typeof sinceOf>> & { readonly place: CoveredPlace; readonly parcelId: string };

function tooFew(ctx: Context, input: UpdateInput, decided: Decided, { within: rings, lanes, failed }: CurrentContext) {
  const { place, parcelId, since } = decided;
  const about = { resolved: placeName(place.subject), parcelId };
  if (failed.length > 0)
    return diagnosticOf(ctx, input, {
      ...about,
      code: 'source_unavailable',
      message: `a register did not answer, so it is not known how much was published: ${failed.join(', ').toLowerCase()}`,
      next: { action: 'Send the same request again later', with: 'svc-property-update' },
    });
  const suggested = rings.find(
    ({ radiusMeters, recordCount }) => radiusMeters > input.radiusMeters && recordCount >= leastRecords,
  );
  return diagnosticOf(ctx, input, {
    ...about,
    code: 'insufficient_current_context',
    message: `fewer than ${leastRecords} dated records since ${since} within ${input.radiusMeters} m`,
    more: {
      context: { sinceDate: since, within: rings.map((ring) => ({ ...ring })), lanes: [...lanes] },
      ...(suggested && { suggestedRadiusMeters: suggested.radiusMeters }),
    },
    next: {
      action: suggested
        ? `Ask again with radiusMeters ${suggested.radiusMeters}, or an earlier sinceDate`
        : 'Ask again with an earlier sinceDate, or use one of alternativeTools',
      with: 'svc-property-update',
    },
  });
}

/**
 * Whether an update is worth its price: one exact parcel, and two dated records at least since the day and within the
 * distance. The free diagnostic says what is missing. Throws `clarification_required` (409) where it is not clear which
 * property is meant, and `invalid_arguments` for a day that is no day of the past ten years.
 */
export async function decideUpdate(ctx: Context, input: UpdateInput) {
  const period = sinceOf(input, ctx.now);
  if (!period) {
    const message = 'between 1 day and 10 years before today';
    throw new ServiceError('invalid_arguments', {
      detail: `svc-property-update: sinceDate: ${message}`,
      charged: false,
      issues: [{ path: 'sinceDate', code: 'out_of_range', message }],
    });
  }
  const refuse = (said: Said) => ({ diagnostic: diagnosticOf(ctx, input, said) });
  const again = { action: 'Give house number, street, city and state of one property', with: 'svc-property-update' };
  const no = await whyNoPoint(ctx, input);
  if (no) return refuse({ ...no, next: again });
  const coverage = await coverageOf(ctx, reportInput(input, period.days), 'local');
  if ('diagnostic' in coverage) {
    const { place, message } = coverage.diagnostic;
    return refuse({
      code: 'unsupported',
      message: message.replace(/^No report was made: /, '').replace(/\.$/, ''),
      resolved: place.resolved,
      next: { action: 'See which sources answer for the place', with: 'svc_lane_availability' },
    });
  }
  const { covered } = coverage;
  const parcel = await exactParcel(ctx, input, covered);
  if (!('parcelId' in parcel))
    return refuse({
      code: parcel.sourceFailed ? 'source_unavailable' : 'subject_unresolved',
      message: parcel.why,
      resolved: placeName(covered.subject),
      next: again,
    });
  const decided: Decided = { place: covered, parcelId: parcel.parcelId, ...period };
  const { radiusMeters } = input;
  const context = await currentContext(ctx, { place: covered, ...period, radiusMeters });
  return context.enough ? { decided } : { diagnostic: tooFew(ctx, input, decided, context) };
}
