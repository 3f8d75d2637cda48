import { describe, expect, it } from 'vitest';
import { adoptFacts, shortened } from '../../../src/answers/sub-answers.ts';
import { AnswerBuilder } from '../../../src/kernel/answer-builder.ts';
import { mapBounded, within } from '../../../src/kernel/bounded.ts';
import type { PointSubject } from '../../../src/kernel/subject.ts';
import { findParcel, sameAddress } from '../../../src/places/lanes/parcel.ts';
import { createJurisdictions } from '../../../src/places/registry/index.ts';
import { shippedPlaces } from '../../../src/places/registry/load.ts';
import { directSources } from '../../upstreams/direct.ts';
import { type SamplePlace, samplePlaces } from '../../upstreams/places.ts';

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

  it('is found in the parcels of 2021 where the county’s own layer is down, and says how old they are', async () => {
    const { found, answer } = await parcelAt(chicago, '121 N LASALLE ST', ['cook-parcel']);
    expect([found?.parcelId, found?.configured.card.id]).toEqual(['1709444001', 'cook-parcel-2021']);
    expect(found?.rows[0]?.geometry).toMatchObject({ rings: [expect.any(Array)] });
    expect(found?.facts.centroid).toMatchObject({ latitude: chicago.latitude });
    const { searched, state } = answer.finish({ summary: '' });
    expect(state).toBe('partial');
    expect(searched.find(({ state: one }) => one === 'stale')?.reason).toContain('tax year 2021');
    // the county's own edition has no such parcel at the point: the address leads to it
    const { found: moved } = await parcelAt({ ...chicago, latitude: chicago.latitude + 0.0006 }, '121 N LASALLE ST', [
      'cook-parcel',
    ]);
    expect([moved?.parcelId, moved?.facts.matchedBy?.value]).toEqual(['1709444001', 'site_address']);
  });

  it('is known by its number and position where no parcel layer answers at all', async () => {
    const down = ['cook-parcel', 'cook-parcel-2021'];
    const { found, answer } = await parcelAt(chicago, '121 N LASALLE ST', down);
    expect(found?.facts).toMatchObject({
      accountId: { value: '17094440010000' },
      matchedBy: { value: 'site_address' },
      siteAddress: { value: '121 N LASALLE ST, CHICAGO, 60602' },
      centroid: { latitude: chicago.latitude, longitude: chicago.longitude },
    });
    expect(found?.limits.join(' ')).toContain('without its outline');
    expect(answer.state).toBe('partial');
    // a namesake far away is another parcel, and without a position it cannot be told apart
    const far = { ...chicago, latitude: chicago.latitude + 0.05 };
    expect((await parcelAt(far, '121 N LASALLE ST', down)).found).toBeUndefined();
    const { found: none, answer: failed } = await parcelAt(chicago, '121 N LASALLE ST', [
      ...down,
      'cook-parcel-universe',
    ]);
    expect([none, failed.state]).toEqual([undefined, 'unavailable']);
    // only what was queried is named: without a number there is nothing to ask the other tables by
    const { answer: unknown } = await parcelAt(chicago, '999 NOSUCH AVE', down);
    const queried = ['addresses', 'universe'].map((table) => unknown.hasAsked(`Cook County parcel ${table}`));
    expect([unknown.state, ...queried]).toEqual(['unavailable', true, false]);
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
    ['222 W HARGETT ST UNIT 3', '222 W Hargett St', true],
    ['222 W HARGETT ST', '222 W Hargett St Apt 4B', true],
    ['222 W HARGETT ST', '222 W Hargett St #4', true],
    // a street whose name goes on, another kind of street, another direction, half a number: other places
    ['100 OAK STATION RD', '100 OAK ST', false],
    ['100 MAIN ST', '100 MAIN AVE', false],
    ['100 N MAIN ST', '100 S MAIN ST', false],
    ['100 MAIN ST NW', '100 MAIN ST NE', false],
    ['100 1/2 MAIN ST', '10012 MAIN ST', false],
    ['100 1/2 MAIN ST', '100 MAIN ST', false],
    ['100A MAIN ST', '100 MAIN ST', false],
    ['100-104 MAIN ST', '103 MAIN ST', false],
    // what is behind the kind of street is a unit or a city
    ['100 GOLD STREET MANHATTAN', '100 Gold St', true],
    ['121 N LASALLE ST 1204', '121 N LaSalle St', true],
    ['100 PARK AVE SOUTH', '100 Park Ave', undefined],
    // what one of the two leaves open
    ['100-104 MAIN ST', '102 MAIN ST', undefined],
    ['100 N MAIN ST', '100 MAIN ST', undefined],
    ['100 MAIN ST NW', '100 MAIN ST', undefined],
    // spellings of one line
    ['94-44 201 STREET', '94-44 201st St', true],
    ['350 5 AVENUE', '350 5th Ave', true],
    ['100 WEST 23 STREET', '100 W 23rd St', true],
    ['100 NORTH ST', '100 North Street', true],
    ['100 AVENUE A', '100 Avenue A', true],
    ['MAIN ST', '100 MAIN ST', false],
    [undefined, '222 W HARGETT ST', undefined],
    ['', '', undefined],
  ])('%j and %j: %j', (site, queried, same) => {
    expect(sameAddress(site, queried)).toBe(same);
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
