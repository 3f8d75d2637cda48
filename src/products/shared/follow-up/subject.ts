import type { PartReading } from '../../../answers/ask-tools.ts';
import type { ToolContext } from '../../../catalog/context.ts';
import { citationsOf, groupOf, statedIn } from '../../../findings/reading.ts';
import { within } from '../../../kernel/bounded.ts';
import { defined } from '../../../kernel/defined.ts';
import type { PlaceQuery } from '../../../kernel/ports/place.ts';
import { isMatchedAddress, isPointSubject, type PointSubject, type Subject } from '../../../kernel/subject.ts';
import { sameAddress } from '../../../places/lanes/parcel.ts';
import { itemCitation, type PacketMaterial } from './material.ts';
import type { PacketSubject } from './schema.ts';

const resolveMs = 6_000;

type Problem = NonNullable<PacketMaterial['problem']>;

export type Resolved = { readonly point: PointSubject } | { readonly subject: Subject; readonly problem: Problem };

const unknownPlace = (input: string): Subject => ({
  input,
  precision: 'unknown',
  countyAlternates: [],
  countyCandidates: [],
  candidates: [],
});

const instead: Readonly<Record<'parcel' | 'parcel_or_point', string>> = {
  parcel: 'give house number, street, city and state',
  parcel_or_point: 'give house number, street, city and state, or latitude and longitude of the land itself',
};

/** The place as a point, or why it is none. An address that is known to its area only is never a point. */
export async function resolvePoint(
  { place, sources }: Pick<ToolContext, 'place' | 'sources'>,
  query: PlaceQuery,
  allowed: keyof typeof instead,
): Promise<Resolved> {
  const found = await within(resolveMs, place.resolve(query, sources), () => undefined);
  if (!found) {
    const message = 'subject: the geocoder did not answer in time';
    return { subject: unknownPlace(query.address ?? ''), problem: { message, sourceFailed: true } };
  }
  const { subject } = found;
  if (found.state !== 'resolved') {
    const sourceFailed = found.state === 'unavailable';
    const why = {
      unavailable: found.reason.replace(/\.$/, ''),
      ambiguous: 'several places fit; choose one of the candidates',
      unresolved: `no place was matched; ${instead[allowed]}`,
    };
    return { subject, problem: { message: `subject: ${why[found.state]}`, sourceFailed } };
  }
  if (isPointSubject(subject)) return { point: subject };
  const unanswered = found.searched.some(({ state }) => state === 'unavailable');
  const message = `subject: the place is known only to its ${subject.areaKind ?? 'area'}, and a parcel needs a point; ${instead[allowed]}`;
  return { subject, problem: { message, sourceFailed: unanswered } };
}

export type Established = Pick<PacketMaterial, 'established' | 'problem'>;

type Parcel = NonNullable<PacketSubject['parcel']>;

function parcelOf({ answer }: PartReading, subject: Subject): Parcel | undefined {
  const stated = groupOf(answer, 'parcelId');
  const [citation] = citationsOf(answer, stated);
  const text = (name: string) => {
    const value = statedIn(answer, name);
    return value === undefined ? undefined : String(value);
  };
  const [parcelId, accountId, siteAddress, matchedBy] = ['parcelId', 'accountId', 'siteAddress', 'matchedBy'].map(text);
  if (!parcelId || !citation) return undefined;
  const agrees = !isMatchedAddress(subject)
    ? undefined
    : matchedBy === 'site_address' || sameAddress(siteAddress, subject.streetLine);
  return defined({
    parcelId,
    accountId: accountId === parcelId ? undefined : accountId,
    ...{ siteAddress, matchedBy, addressAgrees: agrees },
    citation: itemCitation(citation),
  });
}

/**
 * Whether the packet has a stable subject: a numbered parcel that carries the address queried, or that holds the
 * very point that the caller gave. Where a profile allows it such a point stands for itself.
 */
export function establish(subject: Subject, reading: PartReading, pointWillDo: boolean): Established {
  const parcel = parcelOf(reading, subject);
  const given = subject.precision === 'point';
  const isHeld = parcel?.matchedBy !== 'nearest_within_40m';
  if (parcel && isHeld && (given || parcel.addressAgrees === true)) return { established: { basis: 'parcel', parcel } };
  if (given && pointWillDo) return { established: { basis: 'caller_point' } };
  const { state } = reading.answer;
  const hint = pointWillDo ? '; give latitude and longitude of the land itself' : '';
  const message = !parcel
    ? `subject: no numbered tax parcel (${reading.answer.summary.replace(/\.$/, '')})${hint}`
    : parcel.addressAgrees === false
      ? `subject: the parcel at the matched point, ${parcel.parcelId}, carries another address (${parcel.siteAddress})${hint}`
      : `subject: parcel ${parcel.parcelId} was matched by position alone, its own address could not be read${hint}`;
  const unanswered = reading.answer.searched.some((entry) => entry.state === 'unavailable');
  return {
    established: { basis: 'not_established', ...(parcel && { parcel }) },
    problem: { message, sourceFailed: state === 'unavailable' || (unanswered && parcel?.addressAgrees !== false) },
  };
}
