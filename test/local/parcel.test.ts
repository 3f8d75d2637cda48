import { describe, expect, it } from 'vitest';
import { adoptFacts, shortened } from '../../src/answers/sub-answers.ts';
import { createJurisdictions } from '../../src/jurisdictions/index.ts';
import { shippedPlaces } from '../../src/jurisdictions/load.ts';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import { mapBounded, within } from '../../src/kernel/bounded.ts';
import type { PointSubject } from '../../src/kernel/subject.ts';
import { findParcel, sameAddress } from '../../src/local/parcel.ts';
import { directSources } from '../upstreams/direct.ts';
import { type SamplePlace, samplePlaces } from '../upstreams/places.ts';

const port = createJurisdictions(shippedPlaces);

async function parcelAt(place: SamplePlace, streetLine: string, down: readonly string[] = []) {
  const subject: PointSubject = {
    input: streetLine,
    streetLine,
    latitude: place.latitude,
    longitude: place.longitude,
    precision: 'address',
    stateFips: place.stateFips,
    county: { fips: place.countyFips, vintage: 'counties', name: place.countyName },
    countyAlternates: [],
    countyCandidates: [],
    candidates: [],
  };
  const sources = directSources({ down });
  const lane = await port.lane(subject, 'parcel', sources);
  if (lane.state !== 'configured') throw new Error('not wired');
  const answer = new AnswerBuilder(subject);
  return { found: await findParcel(sources, lane.configured, subject, answer), answer };
}

const { raleigh, chicago } = samplePlaces;

describe('an address that the geocoder puts on a neighbor’s parcel', () => {
  it('is found by its site address near the point', async () => {
    for (const line of ['310 W HARGETT ST', '310 W Hargett Street']) {
      const { found } = await parcelAt(raleigh, line);
      expect(found?.parcelId).toBe('1703570987');
      expect(found?.facts.matchedBy?.value).toBe('site_address');
    }
  });

  it('keeps the parcel at the point, and says that its site address is another', async () => {
    const { found } = await parcelAt(raleigh, '999 NOSUCH AVE');
    expect(found?.facts.matchedBy?.value).toBe('point');
    expect(found?.limits.join(' ')).toContain('may be a neighboring parcel');
  });

  it('is found through the address file where the parcel layer has no addresses', async () => {
    const { found } = await parcelAt(chicago, '121 N LASALLE ST');
    expect(found?.facts.siteAddress?.value).toContain('121 N LASALLE ST');
    expect(found?.limits.join(' ')).not.toContain('neighboring');
  });

  it('counts a detail file that fails as a gap, not as a missing parcel', async () => {
    const { found, answer } = await parcelAt(chicago, '121 N LASALLE ST', ['cook-parcel-universe']);
    expect(found?.parcelId).toBe('1709444001');
    expect(found?.facts.township).toBeUndefined();
    expect(answer.state).toBe('partial');
  });

  it.each([
    ['222 W HARGETT ST', '222 West Hargett Street, Raleigh', true],
    ['121 N LASALLE ST, CHICAGO, 60602', '121 N LaSalle St', true],
    ['310 W HARGETT ST', '222 W HARGETT ST', false],
    [undefined, '222 W HARGETT ST', undefined],
    ['', '', undefined],
  ])('%j and %j: %j', (site, asked, same) => {
    expect(sameAddress(site, asked)).toBe(same);
  });
});

describe('helpers of composites', () => {
  it('run so many at a time and keep the order', async () => {
    let running = 0;
    let most = 0;
    const results = await mapBounded([30, 10, 20, 5], 2, async (delay, index) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, delay));
      running--;
      return index;
    });
    expect(results).toEqual([0, 1, 2, 3]);
    expect(most).toBe(2);
  });

  it('do not wait for a part that hangs', async () => {
    const hanging = new Promise<string>(() => {});
    expect(await within(20, hanging, () => 'late')).toBe('late');
    expect(await within(1000, Promise.resolve('in time'), () => 'late')).toBe('in time');
    await expect(within(1000, Promise.reject(new Error('bug')), () => 'late')).rejects.toThrow('bug');
  });

  it('exchange citation keys and refuse a citation that is not carried', () => {
    const citation = { sourceName: 's', sourceUrl: 'https://s.example/', fetchedAt: '2026-11-21T12:00:00Z' };
    const from = {
      state: 'found' as const,
      summary: '',
      citations: { c1: citation },
      searched: [],
      limits: [],
      verifyNext: [],
    };
    const answer = new AnswerBuilder();
    answer.cite({ ...citation, sourceName: 'other' });
    const facts = adoptFacts({ a: { value: 1, citation: 'c1' }, list: [{ citation: 'c1' }] }, from, answer);
    expect(facts).toEqual({ a: { value: 1, citation: 'c2' }, list: [{ citation: 'c2' }] });
    expect(() => adoptFacts({ citation: 'c9' }, from, answer)).toThrow('c9');
    expect(shortened({ list: [1, 2, 3], text: 'x' }, 2)).toEqual({ list: [1, 2], text: 'x' });
  });
});
