import { describe, expect, it } from 'vitest';
import type { Subject } from '../../../src/kernel/subject.ts';
import { createJurisdictions } from '../../../src/places/registry/index.ts';
import { shippedPlaces } from '../../../src/places/registry/load.ts';
import { directSources } from '../../upstreams/direct.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { subjectAt } from './subject-at.ts';

const port = createJurisdictions(shippedPlaces);

const { latitude: _lat, longitude: _lon, ...cityOnly } = subjectAt(samplePlaces.raleigh);

describe('which place speaks for a point', () => {
  it('takes city before county before state', async () => {
    const located = await port.locate(subjectAt(samplePlaces.raleigh), directSources());
    expect(located.state).toBe('found');
    expect(located.state === 'found' && located.jurisdictions.map((place) => place.id)).toEqual([
      'raleigh-nc',
      'wake-county-nc',
      'north-carolina',
    ]);
  });

  it('leaves a city out where its boundary does not hold the point, although county and place name fit', async () => {
    const cary = { latitude: samplePlaces.raleigh.latitude, longitude: samplePlaces.raleigh.longitude - 0.0299 };
    const located = await port.locate(subjectAt(samplePlaces.raleigh, cary), directSources());
    expect(located.state === 'found' && located.jurisdictions.map((place) => place.id)).toEqual([
      'wake-county-nc',
      'north-carolina',
    ]);
  });

  it('asks the boundary with the exact point and no buffer', async () => {
    const sources = directSources();
    await port.locate(subjectAt(samplePlaces.chicago), sources);
    expect(sources.queried).toHaveLength(1);
    expect(sources.queried[0]).toContain('-87.6319,41.8838');
    expect(sources.queried[0]).not.toContain('distance');
  });

  it('is unavailable, not outside, where the boundary fails', async () => {
    const sources = directSources({ down: ['raleigh-nc-boundary', 'census-geocoder'] });
    const located = await port.locate(subjectAt(samplePlaces.raleigh), sources);
    expect(located.state).toBe('unavailable');
    const zoning = await port.lane(subjectAt(samplePlaces.raleigh), 'zoning', sources);
    expect(zoning.state).toBe('unavailable');
    // the county answers for itself whatever the city's boundary does
    const parcel = await port.lane(subjectAt(samplePlaces.raleigh), 'parcel', sources);
    expect(parcel.state === 'configured' && parcel.configured[0]?.source.cardId).toBe('wake-parcel');
  });

  it('takes the boundary of the Census Bureau where the city has none to give, and says so', async () => {
    const sources = directSources({ down: ['raleigh-nc-boundary'] });
    const located = await port.locate(subjectAt(samplePlaces.raleigh), sources);
    expect(located).toMatchObject({ state: 'found', note: expect.stringContaining('Raleigh, NC did not answer') });
    expect(located.state === 'found' && located.jurisdictions.map(({ id }) => id)).toContain('raleigh-nc');
    expect(sources.queried.filter((url) => url.includes('geocoding.geo.census.gov'))).toHaveLength(1);
    // no one else is queried where the city's own boundary answers
    const own = directSources();
    expect(await port.locate(subjectAt(samplePlaces.raleigh), own)).not.toHaveProperty('note');
    expect(own.queried.filter((url) => url.includes('geocoding'))).toEqual([]);
  });

  it('knows a city that is known by name only, without asking anyone', async () => {
    const sources = directSources();
    const subject: Subject = { ...cityOnly, precision: 'area', areaKind: 'place' };
    expect(port.candidates(subject).map((place) => place.id)).toContain('raleigh-nc');
    expect((await port.lane(subject, 'permits', sources)).state).toBe('configured');
    expect(sources.queried).toEqual([]);
    const elsewhere: Subject = { ...subject, placeName: 'Cary' };
    expect(port.candidates(elsewhere).map((place) => place.id)).not.toContain('raleigh-nc');
  });

  it('finds New York by its five counties alone', async () => {
    const sources = directSources();
    const located = await port.locate(subjectAt(samplePlaces.newYork), sources);
    expect(located.state === 'found' && located.jurisdictions[0]?.id).toBe('new-york-ny');
    expect(sources.queried).toEqual([]);
  });

  it('says why a lane is absent, and where to look', async () => {
    const lane = await port.lane(subjectAt(samplePlaces.raleigh), 'rental_registry', directSources());
    expect(lane.state).toBe('not_covered');
    expect(lane.state === 'not_covered' && lane.reason).toContain('160D-1207');
    expect(lane.state === 'not_covered' && lane.officialUrl).toBe('https://raleighnc.gov/');
  });

  it('finds the service requests of Raleigh', async () => {
    const lane = await port.lane(subjectAt(samplePlaces.raleigh), 'service_requests', directSources());
    expect(lane.state === 'configured' && lane.configured.map(({ card }) => card.id)).toEqual(['raleigh-ask']);
  });

  it('is not covered where nothing is wired, and says that this is no statement about records', async () => {
    const lane = await port.lane(subjectAt(samplePlaces.biloxi), 'parcel', directSources());
    expect(lane).toMatchObject({ state: 'not_covered' });
    expect(lane.state === 'not_covered' && lane.reason).toContain('Harrison County');
    expect(lane.state === 'not_covered' && lane.reason).toContain('never means that no records exist');
  });

  it('is unresolved where neither state nor county is known', async () => {
    const { stateFips: _s, county: _c, ...unknown } = subjectAt(samplePlaces.biloxi);
    expect((await port.lane(unknown, 'parcel', directSources())).state).toBe('unresolved');
  });

  it('tries every county where the signals split', () => {
    const { county, ...rest } = subjectAt(samplePlaces.raleigh);
    const split: Subject = {
      ...rest,
      countyCandidates: county ? [{ fips: '37063', vintage: 'counties', name: 'Durham County' }, county] : [],
    };
    expect(port.candidates(split).map((place) => place.id)).toContain('wake-county-nc');
  });
});
