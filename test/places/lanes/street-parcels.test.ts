import { describe, expect, it } from 'vitest';
import { distanceToOutline } from '../../../src/geometry/lines.ts';
import { AnswerBuilder } from '../../../src/kernel/answer-builder.ts';
import type { SourceAccess } from '../../../src/kernel/ports/sources.ts';
import type { PointSubject } from '../../../src/kernel/subject.ts';
import { findParcel, type ParcelUse } from '../../../src/places/lanes/parcel.ts';
import { createJurisdictions } from '../../../src/places/registry/index.ts';
import { shippedPlaces } from '../../../src/places/registry/load.ts';
import { directSources } from '../../upstreams/direct.ts';
import type { FakeUpstream } from '../../upstreams/fake-upstream.ts';
import { layerTable, offset } from '../../upstreams/tables.ts';

const port = createJurisdictions(shippedPlaces);
/** A lot of Greensboro in the statewide layer of North Carolina: a square that reaches 60 m from here to every side. */
const lot = { latitude: 36.0726, longitude: -79.792 };

async function parcelAt(
  metersNorth: number,
  streetLine: string,
  precision: 'address' | 'point' = 'address',
  whenAround: (url: string) => boolean = () => false,
  use: ParcelUse = 'to_tell',
  extra: readonly FakeUpstream[] = [],
) {
  const subject: PointSubject = {
    input: streetLine,
    streetLine,
    ...offset(lot, 0, metersNorth),
    precision,
    stateFips: '37',
    county: { fips: '37081', vintage: 'counties', name: 'Guilford County' },
    countyAlternates: [],
    countyCandidates: [],
    candidates: [],
  };
  const direct = directSources({ extra });
  const sources: SourceAccess = {
    ...direct,
    fetch: async (card, request) =>
      whenAround(String(request.url))
        ? { ok: false, kind: 'timeout', reason: 'It did not answer.', url: '', at: '2026-11-21T12:00:00Z' }
        : direct.fetch(card, request),
  };
  const lane = await port.lane(subject, 'parcel', sources);
  if (lane.state !== 'configured') throw new Error('not wired');
  const answer = new AnswerBuilder(subject);
  return {
    found: await findParcel(sources, lane.configured, subject, answer, use),
    answer: answer.finish({ summary: '' }),
  };
}

describe('an address that the geocoder puts in the street', () => {
  it('is found by the site address of a lot beside the street', async () => {
    const { found, answer } = await parcelAt(75, '300 W Washington Street');
    expect([found?.parcelId, found?.facts.matchedBy?.value]).toEqual(['7864000001', 'site_address']);
    expect(answer.searched.map(({ area, state }) => [area, state])).toEqual([
      [expect.stringContaining(', and 40 m around'), 'found'],
    ]);
  });

  it('is found in a layer that has lost a column that is not needed', async () => {
    const layer = layerTable({
      cardId: 'nc-onemap-parcels',
      endpoint: 'services.nconemap.gov/secure/rest/services/NC1Map_Parcels/FeatureServer/1',
      rows: () => [
        { at: lot, reachMeters: 60, columns: { parno: '7864000001', siteadd: '300 W WASHINGTON ST', gisacres: 2.4 } },
      ],
    });
    const { found, answer } = await parcelAt(75, '300 W Washington Street', 'address', undefined, 'to_tell', [layer]);
    expect(found?.parcelId).toBe('7864000001');
    expect([answer.state, answer.searched[0]?.reason]).toEqual(['partial', expect.stringContaining('altparno')]);
  });

  it('is offered the nearest lot of such a layer', async () => {
    const layer = layerTable({
      cardId: 'nc-onemap-parcels',
      endpoint: 'services.nconemap.gov/secure/rest/services/NC1Map_Parcels/FeatureServer/1',
      rows: () => [{ at: lot, reachMeters: 60, columns: { parno: '7864000001', gisacres: 2.4 } }],
    });
    const { found } = await parcelAt(75, '300 W Washington Street', 'address', undefined, 'to_tell', [layer]);
    expect(found?.parcelId).toBe('7864000001');
  });

  it('offers the lots around and takes none where each states another address', async () => {
    const { found, answer } = await parcelAt(75, '999 NOSUCH AVE');
    expect(found).toBeUndefined();
    expect([answer.state, answer.searched[0]?.reason]).toEqual([
      'unresolved',
      'The point lies in no parcel, and of those within 40 m none is certain: 7864000001 (15 m).',
    ]);
    expect(answer.subject?.candidates).toEqual([
      { label: 'parcel 7864000001, "300 W WASHINGTON ST", 15 m', latitude: 36.0726, longitude: -79.792 },
    ]);
  });

  it('is not said to be nowhere where what lies around the point could not be read', async () => {
    const { found, answer } = await parcelAt(75, '300 W WASHINGTON ST', 'address', (url) => url.includes('distance='));
    expect(found).toBeUndefined();
    expect([answer.state, answer.searched.map(({ state }) => state)]).toEqual(['partial', ['empty', 'unavailable']]);
  });

  it('is not looked for farther than a street is wide', async () => {
    const { found, answer } = await parcelAt(140, '300 W WASHINGTON ST');
    expect([found, answer.state, answer.searched[0]?.reason]).toEqual([undefined, 'empty', undefined]);
  });
});

describe('coordinates in the street', () => {
  it('are only offered the nearest lot where its number leads to other records', async () => {
    const { found, answer } = await parcelAt(75, '300 W WASHINGTON ST', 'point', undefined, 'to_look_up');
    expect([found, answer.state]).toEqual([undefined, 'unresolved']);
    expect(answer.subject?.candidates?.[0]?.label).toContain('7864000001');
  });

  it('stand for the nearest lot, and the answer says so', async () => {
    const { found } = await parcelAt(75, '300 W WASHINGTON ST', 'point');
    expect(found?.parcelId).toBe('7864000001');
    expect(found?.facts.matchedBy).toMatchObject({ value: 'nearest_within_40m', note: '15 m from the point' });
    expect(found?.limits[0]).toContain('this is the nearest, 15 m away');
  });
});

describe('distance to an outline', () => {
  const square = [
    [-0.001, -0.001],
    [0.001, -0.001],
    [0.001, 0.001],
    [-0.001, 0.001],
    [-0.001, -0.001],
  ];

  it('is that of the nearest edge of any ring', () => {
    const at = (latitude: number) => distanceToOutline({ latitude, longitude: 0 }, { rings: [square] });
    expect(at(0.002)).toBeCloseTo(111.2, 0);
    expect(at(0)).toBeCloseTo(111.2, 0);
    expect(distanceToOutline({ latitude: 0, longitude: 0 }, { x: 1, y: 1 })).toBeUndefined();
    expect(distanceToOutline({ latitude: 0, longitude: 0 }, undefined)).toBeUndefined();
  });
});
