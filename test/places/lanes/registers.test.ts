import { describe, expect, it } from 'vitest';
import { AnswerBuilder } from '../../../src/kernel/answer-builder.ts';
import type { PointSubject } from '../../../src/kernel/subject.ts';
import { parcelNumberAt } from '../../../src/places/lanes/parcel-number.ts';
import { readRentalRegisters } from '../../../src/places/lanes/registers.ts';
import { createJurisdictions } from '../../../src/places/registry/index.ts';
import { shippedPlaces } from '../../../src/places/registry/load.ts';
import { directSources } from '../../upstreams/direct.ts';
import { type SamplePlace, samplePlaces } from '../../upstreams/places.ts';

const jurisdictions = createJurisdictions(shippedPlaces);

async function read(place: SamplePlace, streetLine: string, sources = directSources()) {
  const county = { fips: place.countyFips, vintage: 'counties', name: place.countyName } as const;
  const subject: PointSubject = {
    input: streetLine,
    latitude: place.latitude,
    longitude: place.longitude,
    precision: 'address',
    stateCode: place.stateCode,
    stateFips: place.stateFips,
    county,
    countyAlternates: [],
    countyCandidates: [],
    candidates: [],
    streetLine,
  };
  const lane = await jurisdictions.lane(subject, 'rental_registry', sources);
  if (lane.state !== 'configured') throw new Error('not wired');
  const answer = new AnswerBuilder(subject);
  const found = await readRentalRegisters({ subject, jurisdictions, sources, answer }, lane.configured);
  const parcel = await parcelNumberAt({ jurisdictions, sources, subject });
  return { state: answer.state, ...found, parcel };
}

describe('a register is queried for exactly one building', () => {
  it('takes a house number inside the published range on the same side of the street', async () => {
    const even = await read(samplePlaces.newYork, '102 Gold St');
    expect(even.entries.map(({ match, row }) => [match, row.recordId])).toEqual([['house number range', '100201']]);
    const odd = await read(samplePlaces.newYork, '101 Gold St');
    expect(odd).toMatchObject({ state: 'empty', entries: [] });
    expect(odd.otherAddresses).toEqual(['12 SPRUCE STREET MANHATTAN', '100 GOLD STREET MANHATTAN']);
  });

  it('says which parcel numbers are of a lot with another site address', async () => {
    expect((await read(samplePlaces.newYork, '101 Gold St')).parcel).toHaveProperty('otherAddress', '100 GOLD STREET');
    expect((await read(samplePlaces.newYork, '100 Gold St')).parcel).not.toHaveProperty('otherAddress');
  });

  it('keeps an entry of the parcel that states no address', async () => {
    const plain = directSources();
    const sources: typeof plain = {
      ...plain,
      async fetch(card, request) {
        const reply = await plain.fetch(card, request);
        if (!reply.ok || !Array.isArray(reply.body)) return reply;
        return { ...reply, body: reply.body.map(({ registrationid }) => ({ registrationid })) };
      },
    };
    const { state, entries } = await read(samplePlaces.newYork, '101 Gold St', sources);
    expect(state).toBe('found');
    expect(entries.map(({ match }) => match)).toContain('tax parcel');
  });

  it('leaves out the licenses of the neighbors', async () => {
    expect(await read(samplePlaces.chicago, '30 W Randolph St')).toMatchObject({ state: 'empty', entries: [] });
    const next = await read(samplePlaces.chicago, '134 N LaSalle St');
    expect(next.entries.map(({ row }) => row.recordId)).toEqual(['2755555']);
  });
});
