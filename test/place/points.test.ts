import { describe, expect, it } from 'vitest';
import { createPlacePort } from '../../src/place/index.ts';
import { decodePlusCode, recoverPlusCode } from '../../src/place/points.ts';
import { directSources } from '../upstreams/direct.ts';
import type { FakeUpstream } from '../upstreams/fake-upstream.ts';
import { unansweringSources } from './unanswering.ts';

const place = createPlacePort();
/** A point of Norfolk that the outlines of 2017 put into Virginia Beach. */
const norfolk = { latitude: 36.8512, longitude: -76.19301 };

describe('a point beside a county line', () => {
  it('has the county that the geocoder names', async () => {
    const geocoder: FakeUpstream = {
      cardId: 'census-geocoder',
      hosts: ['geocoding.geo.census.gov'],
      respond: () => ({
        body: {
          result: { geographies: { Counties: [{ GEOID: '51710', NAME: 'Norfolk city', BASENAME: 'Norfolk' }] } },
        },
      }),
    };
    const { subject } = await place.resolve(norfolk, directSources({ extra: [geocoder] }));
    expect(subject).toMatchObject({ county: { fips: '51710' }, stateCode: 'VA', countyCandidates: [] });
    expect([subject.doubts, subject.citation?.sourceName]).toEqual([
      undefined,
      expect.stringContaining('Census Geocoder'),
    ]);
  });

  it('is told with both counties and the doubt where the geocoder does not answer', async () => {
    const { subject, searched } = await place.resolve(norfolk, unansweringSources);
    expect(searched).toMatchObject([{ state: 'unavailable', area: 'the point', recordScope: 'county' }]);
    expect(subject.countyCandidates.map(({ fips }) => fips)).toEqual(['51810', '51710']);
    expect(subject.doubts).toEqual([expect.stringMatching(/within 1000 m of Norfolk city; .* outlines of 2017 alone/)]);
  });

  it('no query is made for a point far from every line', async () => {
    const sources = directSources();
    await place.resolve({ latitude: 35.7783, longitude: -78.6431 }, sources);
    expect(sources.queried).toEqual([]);
  });
});

// the examples of the specification of Open Location Code
describe('plus codes', () => {
  it.each([
    ['7FG49QCJ+2V', [20.370063, 2.782188]],
    ['7FG49QCJ+2VX', [20.370113, 2.782234]],
    ['8FVC2222+22', [47.000063, 8.000063]],
    ['4VCPPQGP+Q9', [-41.273063, 174.785938]],
  ])('%s is decoded', (code, expected) => {
    const { latitude, longitude } = decodePlusCode(code);
    expect(latitude).toBeCloseTo(expected[0] ?? 0, 4);
    expect(longitude).toBeCloseTo(expected[1] ?? 0, 4);
  });

  it.each([
    ['9C3W9QCJ+2VX', '9QCJ+2VX', { latitude: 51.3701125, longitude: -1.217765625 }],
    ['9C3W9QCJ+2VX', 'CJ+2VX', { latitude: 51.3708675, longitude: -1.217765625 }],
    ['8FJFW222+22', '22+22', { latitude: 42.9, longitude: 9.0 }],
  ])('%s is recovered from %s', (full, short, near) => {
    const [expected, found] = [decodePlusCode(full), recoverPlusCode(short, near)];
    expect(found.latitude).toBeCloseTo(expected.latitude, 5);
    expect(found.longitude).toBeCloseTo(expected.longitude, 5);
  });
});
