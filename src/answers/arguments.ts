import type { Subject } from '../kernel/subject.ts';
import { isMatchedAddress, isPointSubject } from '../kernel/subject.ts';

export type Arguments = Readonly<Record<string, unknown>>;

/** A place as the parts of an answer are asked about it: what the caller wrote, and what it was resolved to. */
export interface AskedPlace {
  readonly address?: string | undefined;
  readonly zip?: string | undefined;
  readonly latitude?: number | undefined;
  readonly longitude?: number | undefined;
  readonly stateCode?: string | undefined;
  readonly countyName?: string | undefined;
  /** 5-digit state and county FIPS code. */
  readonly countyFips?: string | undefined;
  /** Whether the address is one that the geocoder matched: asked by its words, a tool knows its street line too. */
  readonly matched?: boolean;
}

/** A resolved subject as it is put to other tools; coordinates only where they stand for the place itself. */
export function askedPlaceOf(subject: Subject, address: string | undefined): AskedPlace {
  return {
    address,
    zip: subject.zip,
    ...(isPointSubject(subject) && { latitude: subject.latitude, longitude: subject.longitude }),
    stateCode: subject.stateCode,
    countyName: subject.county?.name,
    countyFips: subject.county?.fips,
    matched: isMatchedAddress(subject),
  };
}

/**
 * How a place is put to a tool that takes these arguments: the words of a matched address, then coordinates, then the
 * county.
 * Undefined where the tool has no way to be asked about this place.
 */
export function argumentsFor(takes: readonly string[], place: AskedPlace): Arguments | undefined {
  const { latitude, longitude, address, zip, stateCode, countyName, countyFips, matched = false } = place;
  const point = latitude !== undefined && longitude !== undefined;
  const has = (name: string) => takes.includes(name);
  if (matched && address && has('address')) return { address };
  if (point && has('latitude') && has('longitude')) {
    return { ...(address && has('address') && { address }), latitude, longitude };
  }
  if (address && has('address')) return { address };
  if (address && has('place')) return { place: address };
  return areaArguments(has, { zip, stateCode, countyName, countyFips });
}

/** How a county or a ZIP is put to a tool. */
function areaArguments(has: (name: string) => boolean, place: AskedPlace): Arguments | undefined {
  const { zip, stateCode, countyName, countyFips } = place;
  const county = stateCode && countyName ? { state: stateCode, county: countyName } : undefined;
  if (countyFips && has('stateFips') && has('countyFips3')) {
    return { stateFips: countyFips.slice(0, 2), countyFips3: countyFips.slice(2) };
  }
  if (county && has('state') && has('county')) return county;
  if (zip && has('zip') && has('state') && stateCode) return { state: stateCode, zip };
  if (zip && has('place')) return { place: zip };
  if (county && has('place')) return { place: `${county.county}, ${county.state}` };
  return undefined;
}
