import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick, tokensOf } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';

const { raleigh, olathe } = samplePlaces;
/** A county of Nevada whose published layer tells a parcel's identity alone. */
const fallon = { latitude: 39.4735, longitude: -118.7774 };

function citationsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const entry of value) citationsIn(entry, found);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, entry] of Object.entries(value)) {
      if (name === 'citation' && typeof entry === 'string') found.add(entry);
      else citationsIn(entry, found);
    }
  }
  return found;
}

describe('svc_place_facts', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openService();
  });
  afterAll(() => service.close());

  it('bundles the parts that the catalog has, each with its state and its own citations', async () => {
    const answer = await service.call('svc_place_facts', { address: raleigh.address });
    expect(Object.keys(answer.components ?? {})).toEqual(
      expect.arrayContaining(['parcel', 'floodZone', 'governingDistricts', 'transportation']),
    );
    expect({
      parcel: pick(answer.facts?.parcel, 'parcelId', 'centroidPrecision'),
      floodZone: answer.facts?.floodZone,
      transportation: answer.facts?.transportation,
    }).toEqual({
      parcel: {
        parcelId: { value: '1703570123', citation: 'c1' },
        centroidPrecision: { value: 'parcel', citation: 'c1' },
      },
      floodZone: {
        specialFloodHazardArea: { value: 'outside', citation: 'c2' },
        zones: [
          {
            zone: 'X',
            subtype: '0.2 PCT ANNUAL CHANCE FLOOD HAZARD',
            specialFloodHazardArea: false,
            floodway: false,
            floodAreaId: '37183C_101',
            studyType: 'NP',
            citation: 'c2',
          },
        ],
        otherZonesNearby: [
          { zone: 'AE', subtype: 'FLOODWAY', specialFloodHazardArea: true, withinMeters: 50, citation: 'c2' },
        ],
        panels: [
          { panel: '3720170300K', effectiveOn: '2022-07-19', panelType: 'Countywide, Panel Printed', citation: 'c2' },
        ],
        specialFloodHazardAreaOnParcel: { extent: 'part', sharePercent: 25, citation: 'c3' },
        pointAgrees: { value: false, citation: 'c3' },
      },
      transportation: {
        highways: [{ route: 'U70', distanceMeters: 420, citation: 'c5' }],
        railLines: [{ railroad: 'NS', network: 'M', distanceMeters: 350, citation: 'c6' }],
        transitStops: [
          { name: 'SYNTHETIC ST AT 1 AVE', stopId: 'S1', mode: 'Bus', distanceMeters: 72, citation: 'c7' },
        ],
        stopCount: { value: 6, unit: 'stops', citation: 'c7' },
        airports: [
          {
            name: 'Raleigh Synthetic Intl',
            ident: 'SY0',
            icao: 'KSY0',
            city: 'RALEIGH',
            distanceMeters: 16_637,
            citation: 'c8',
          },
        ],
      },
    });
    const standsOut = answer.facts?.standsOut as { headline: string; citation: string }[];
    expect(standsOut.map(({ headline }) => headline)).toEqual([
      'Flood zone AE on 25% of the parcel',
      'Flood map revised: 23-04-1234P',
    ]);
    for (const key of citationsIn(answer.facts)) expect(answer.citations[key], key).toBeDefined();
    expect(answer.searched.some((entry) => entry.source.includes('svc_flood_zone'))).toBe(true);
    expect(JSON.stringify(answer)).not.toContain('PLANTED');
    expect(tokensOf(answer)).toBeLessThan(2250);
  });

  it('says so where no local lane is wired, and still gives the national parts', async () => {
    const answer = await service.call('svc_place_facts', { address: olathe.address });
    expect(answer.components?.parcel?.state).toBe('not_covered');
    expect(answer.facts?.parcel).toBeUndefined();
    expect(Object.keys(answer.facts ?? {})).toEqual([
      'floodZone',
      'governingDistricts',
      'transportation',
      'taxContext',
    ]);
  });

  it('names the assessor where a layer tells number, outline and area alone', async () => {
    const answer = await service.call('svc_place_facts', fallon);
    expect(answer.components?.parcel).toEqual({ state: 'found', tool: 'svc_parcel_lookup' });
    expect(answer.facts?.parcel).toMatchObject({ depth: { value: 'identity' } });
    expect(answer.verifyNext[0]).toMatchObject({
      action: 'Ask for use, year built and values of the parcel',
      with: expect.stringContaining('Churchill County'),
    });
  });

  it('is partial where one part fails, and gives the others', async () => {
    const broken = await openService();
    broken.upstreams.setFault('fema-nfhl', 'http500');
    const answer = await broken.call('svc_place_facts', { address: raleigh.address });
    expect(answer.state).toBe('partial');
    expect(answer.components?.floodZone).toEqual({
      state: 'unavailable',
      reason: "FEMA's effective flood map could not be read, so the flood zone of the point is unknown.",
      tool: 'svc_flood_zone',
    });
    expect(answer.components?.floodZone?.reason).toBeTruthy();
    expect(answer.facts?.floodZone).toBeUndefined();
    expect(answer.facts?.parcel).toBeDefined();
    await broken.close();
  });

  it('refuses unknown arguments', async () => {
    await expect(service.call('svc_place_facts', { address: raleigh.address, radius: 1 })).rejects.toThrow('radius');
  });
});
