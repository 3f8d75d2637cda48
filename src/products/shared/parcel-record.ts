import type { PartReading } from '../../answers/ask-tools.ts';
import { isMatchedAddress, type Subject } from '../../kernel/subject.ts';
import { sameAddress } from '../../places/lanes/parcel.ts';
import { hasFacts } from './brief.ts';

/** The answer of one part by the name of its section. */
export const partOf = (readings: readonly PartReading[], id: string): PartReading | undefined =>
  readings.find((reading) => reading.id === id);

/** One value of the parcel record among the answers of a brief; undefined where the record does not state it. */
export function parcelValue(readings: readonly PartReading[], field: string): string | number | undefined {
  const stated = partOf(readings, 'parcel_lookup')?.answer.facts?.[field];
  const value = typeof stated === 'object' && stated !== null && 'value' in stated ? stated.value : undefined;
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/** The answers with facts about the place itself: a parcel record that cannot stand for it is left out. */
export const statedOfPlace = (readings: readonly PartReading[], subject: Subject): readonly PartReading[] =>
  readings.filter(
    (reading) => hasFacts(reading) && (reading.id !== 'parcel_lookup' || !whyNoParcel(readings, subject)),
  );

/**
 * Why the parcel record among the answers cannot stand for the queried address, as the end of a sentence: not read, not
 * there, of a parcel with another site address, of one that is merely near, or number and outline alone. Undefined where
 * it can.
 */
export function whyNoParcel(readings: readonly PartReading[], subject: Subject): string | undefined {
  const parcel = partOf(readings, 'parcel_lookup');
  if (!parcel || !hasFacts(parcel)) {
    return parcel?.answer.state === 'unavailable'
      ? 'the parcel source of this place did not answer'
      : 'no parcel record could be read for this address';
  }
  if (parcelValue(readings, 'matchedBy') === 'nearest_within_40m') {
    return 'the point lies in no parcel, and the nearest one may not be the one meant';
  }
  if (parcelValue(readings, 'depth') === 'identity') {
    return "the parcel source of this place gives a parcel's number and outline alone";
  }
  const queried = isMatchedAddress(subject) ? subject.streetLine : undefined;
  const site = parcelValue(readings, 'siteAddress');
  return sameAddress(site, queried) === false
    ? `the parcel at the matched point carries another site address (${site}), so it may be a neighbor's`
    : undefined;
}
