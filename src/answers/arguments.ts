import type { Subject } from '../kernel/subject.ts';
import { isMatchedAddress, isPointSubject } from '../kernel/subject.ts';

export type Arguments = Readonly<Record<string, unknown>>;

/** A place from which the arguments of parts are derived: what the caller wrote, and what it was resolved to. */
export interface AskedPlace {
  readonly address?: string | undefined;
  readonly zip?: string | undefined;
  readonly latitude?: number | undefined;
  readonly longitude?: number | undefined;
  readonly stateCode?: string | undefined;
  readonly countyName?: string | undefined;
  /** 5-digit state and county FIPS code. */
  readonly countyFips?: string | undefined;
  /** Whether the address is one that the geocoder matched: from its words a tool knows its street line too. */
  readonly matched?: boolean;
}

/** A resolved subject as other tools take it; coordinates only where they are those of the place itself. */
export function queriedPlaceOf(subject: Subject, address: string | undefined): AskedPlace {
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
 * The arguments of a place for a tool that takes these names: the words of a matched address, then coordinates, then the
 * county.
 * Undefined where the tool takes none of them.
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

function areaArguments(has: (name: string) => boolean, place: AskedPlace): Arguments | undefined {
  const { zip, stateCode, countyName, countyFips } = place;
  const county = stateCode && countyName ? { state: stateCode, county: countyName } : undefined;
  if (countyFips && has('stateFips') && has('countyFips3')) {
    return {
      stateFips: countyFips.slice(0, 2),
      countyFips3: countyFips.slice(2),
      ...(zip && has('zipCode') && { zipCode: zip }),
    };
  }
  if (county && has('state') && has('county')) return county;
  if (zip && has('zip') && has('state') && stateCode) return { state: stateCode, zip };
  if (zip && has('place')) return { place: zip };
  if (county && has('place')) return { place: `${county.county}, ${county.state}` };
  return undefined;
}
