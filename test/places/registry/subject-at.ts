import type { Subject } from '../../../src/kernel/subject.ts';
import type { SamplePlace } from '../../upstreams/places.ts';

/** The address of a sample place as a subject. */
export function subjectAt(place: SamplePlace, more: Partial<Subject> = {}): Subject {
  return {
    input: place.address,
    latitude: place.latitude,
    longitude: place.longitude,
    precision: 'address',
    stateCode: place.stateCode,
    stateFips: place.stateFips,
    county: { fips: place.countyFips, vintage: 'counties', name: place.countyName },
    countyAlternates: [],
    countyCandidates: [],
    placeName: place.city,
    candidates: [],
    ...more,
  };
}
