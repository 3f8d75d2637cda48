import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../../../src/kernel/answer.ts';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { offset } from '../../upstreams/tables.ts';
import { askWith } from '../ask.ts';

const { raleigh, chicago, newYork, biloxi } = samplePlaces;

interface Facts {
  readonly districts?: readonly Record<string, unknown>[];
  readonly overlays?: readonly Record<string, unknown>[];
  readonly landmarks?: readonly Record<string, unknown>[];
}
const factsOf = (answer: Answer) => answer.facts as Facts | undefined;

describe('svc_zoning', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openService({ mirrors: false });
  });
  afterAll(() => service.close());
  const zoning = (args: object) => service.call('svc_zoning', args);

  it('gives the code as the city writes it, with its label, and the overlays mapped there', async () => {
    const answer = await zoning({ address: raleigh.address });
    expect(answer.state).toBe('found');
    expect(answer.facts).toEqual({
      districts: [
        {
          code: 'DX-20-UG',
          label: 'Downtown Mixed Use',
          maxStories: 20,
          frontage: 'Urban General',
          case: 'Z-27B-2014',
          citation: 'c1',
        },
      ],
      overlays: [{ code: 'TOD', label: 'Transit Overlay District', citation: 'c5' }],
      districtsOnParcel: [{ code: 'DX-20-UG', label: 'Downtown Mixed Use', sharePercent: 100, citation: 'c1' }],
      overlaysOnParcel: [{ code: 'TOD', label: 'Transit Overlay District', sharePercent: 100, citation: 'c5' }],
      pointAgrees: { value: true, citation: 'c1' },
      parcelOutline: { parcelId: '1703570123', matchedBy: 'point', mappedAcres: 1.58, citation: 'c6' },
    });
    expect(factsOf(answer)?.districts?.[0]).toEqual({
      code: 'DX-20-UG',
      label: 'Downtown Mixed Use',
      maxStories: 20,
      case: 'Z-27B-2014',
      frontage: 'Urban General',
      citation: 'c1',
    });
    expect(factsOf(answer)?.overlays?.map((entry) => entry.code)).toEqual(['TOD']);
    expect(answer.verifyNext[0]?.with).toContain('Unified Development Ordinance');
    expect(answer.components?.landmarks?.state).toBe('not_covered');
    expect(answer.limits.join(' ')).not.toContain('placed along its street');
  });

  it('links the ordinance of a conditional district', async () => {
    const answer = await zoning(offset(raleigh, 1200, 0));
    expect(factsOf(answer)?.districts?.[0]).toEqual({
      code: 'R-10-CU',
      conditional: '-CU',
      conditionsUrl: 'https://raleigh.example/Z-106-98-ORD.pdf',
      label: 'Residential-10',
      case: 'Z-106-1998',
      citation: 'c1',
    });
    expect(factsOf(answer)?.districts?.[0]?.maxStories).toBeUndefined();
    expect(factsOf(answer)?.overlays?.[0]).toEqual({
      code: 'HOD-G',
      name: 'Oakwood',
      label: 'General Historic Overlay District',
      citation: 'c2',
    });
  });

  it('tells an overlay that reaches the outline and not the point', async () => {
    const overlay = await zoning(offset(raleigh, -340, 60));
    expect(overlay.facts).toMatchObject({
      overlays: [{ code: 'TOD' }],
      overlaysOnParcel: [
        { code: 'TOD', sharePercent: 100 },
        { code: 'NCOD', name: 'Synthetic Hill', sharePercent: 43 },
      ],
      pointAgrees: { value: false },
    });
    expect(overlay.summary).toContain('The parcel outline, not the point, lies in 1 overlay: "Synthetic Hill" (43%).');
  });

  it('lays every configured overlay layer over outlines', () => {
    const layers = service.service.jurisdictions
      .all()
      .flatMap(({ sources }) => sources.filter(({ lane }) => lane === 'zoning_overlay'));
    expect(layers.length).toBeGreaterThan(8);
    for (const { cardId, platform, query, fields } of layers) {
      expect([cardId, platform, query.point, 'parcelId' in fields]).toEqual([cardId, 'arcgis', true, false]);
    }
  });

  it('reads zoning off the tax lot where the city keeps it there', async () => {
    const answer = await zoning({ latitude: newYork.latitude, longitude: newYork.longitude });
    expect(factsOf(answer)?.districts?.[0]).toEqual({
      code: 'C6-4',
      specialDistricts: 'LM',
      commercialFar: 10,
      residentialFar: 10,
      facilityFar: 10,
      parcelId: '1000940020',
      citation: 'c1',
    });
    // a lot without a designation is no landmark row
    expect(factsOf(answer)?.landmarks).toBeUndefined();
    expect(answer.components?.landmarks?.state).toBe('empty');
  });

  it('shows a landmark district', async () => {
    const answer = await zoning(offset(chicago, 1500, 0));
    expect(factsOf(answer)?.landmarks?.[0]?.name).toBe('Historic Michigan Boulevard District');
    expect(factsOf(answer)?.districts?.[0]?.code).toBe('PD 1523');
  });

  it('is empty where the layer maps no district', async () => {
    const answer = await zoning(offset(chicago, -2000, 0));
    expect(answer.state).toBe('empty');
    expect(answer.summary).toContain('maps no district');
  });

  it('is not covered outside the wired cities, also inside a wired county', async () => {
    expect((await zoning({ address: biloxi.address })).state).toBe('not_covered');
    const cary = await zoning(offset(raleigh, -2700, 0));
    expect(cary.state).toBe('not_covered');
    expect(cary.facts).toBeUndefined();
  });

  it('refuses half a point', async () => {
    await expect(zoning({ latitude: 35.7 })).rejects.toThrow('give address');
  });

  it('lets no person through', async () => {
    expect(JSON.stringify(await zoning({ address: raleigh.address }))).not.toContain('PLANTED');
  });

  it('gives every field of the layers of Chicago', async () => {
    const answer = await zoning({ address: chicago.address });
    expect(answer.facts).toEqual({
      districts: [{ code: 'DC-16', citation: 'c1' }],
      districtsOnParcel: [{ code: 'DC-16', sharePercent: 100, citation: 'c1' }],
      pointAgrees: { value: true, citation: 'c1' },
      parcelOutline: { parcelId: '1709444001', matchedBy: 'site_address', mappedAcres: 2, citation: 'c3' },
    });
  });

  it('gives every field of the layers of New York', async () => {
    const answer = await zoning({ address: newYork.address });
    expect(answer.facts).toEqual({
      districts: [
        {
          code: 'C6-4',
          specialDistricts: 'LM',
          residentialFar: 10,
          commercialFar: 10,
          facilityFar: 10,
          parcelId: '1000940020',
          citation: 'c1',
        },
      ],
    });
  });

  it('gives every field of the layers of Philadelphia', async () => {
    const answer = await zoning({ address: samplePlaces.philadelphia.address });
    expect(answer.facts).toMatchObject({
      districts: [{ code: 'SYNTHETIC code', otherCodes: 'SYNTHETIC otherCodes' }],
      landmarks: [{ name: 'SYNTHETIC name' }],
    });
  });
});

interface Feature {
  readonly attributes: Record<string, unknown>;
  geometry?: { rings: number[][][] };
}

/** The district of the lot ends a little east of the point, and another begins there. */
const splitLot = {
  edit(body: unknown) {
    const { features = [] } = body as { features?: Feature[] };
    const [first] = features;
    const ring = first?.geometry?.rings[0];
    if (!first || !ring) return body;
    const line = offset(raleigh, 20, 0).longitude;
    const west = ring.map(([x = 0, y = 0]) => [Math.min(x, line), y]);
    const east = ring.map(([x = 0, y = 0]) => [Math.max(x, line), y]);
    first.geometry = { rings: [west] };
    features.push({ attributes: { ...first.attributes, ZONING: 'R-10' }, geometry: { rings: [east] } });
    return body;
  },
};

describe('svc_zoning of a split lot', () => {
  it('gives the share of each district and says that the point knows one of them', async () => {
    const answer = await askWith({ 'raleigh-zoning': splitLot }, 'svc_zoning', { address: raleigh.address });
    expect(answer.facts).toMatchObject({
      districts: [{ code: 'DX-20-UG' }],
      districtsOnParcel: [
        { code: 'DX-20-UG', sharePercent: 75 },
        { code: 'R-10', sharePercent: 25 },
      ],
      pointAgrees: { value: false },
    });
    expect(answer.summary).toMatch(/^The parcel outline lies in DX-20-UG \(75%\), R-10 \(25%\)\. /);
  });
});

describe('svc_zoning when sources fail', () => {
  it('takes the Census place where the city’s own boundary does not answer', async () => {
    const service = await openService({ mirrors: false });
    service.upstreams.setFault('raleigh-nc-boundary', 'error200');
    const answer = await service.call('svc_zoning', { address: raleigh.address });
    expect(answer.state).toBe('found');
    expect(service.upstreams.requests.some(({ path }) => path.includes('geographies/coordinates'))).toBe(true);
    await service.close();
  });

  it('is unavailable where neither says which place it is: the neighbor’s code is never shown', async () => {
    const service = await openService({ mirrors: false });
    service.upstreams.setFault('raleigh-nc-boundary', 'error200');
    service.upstreams.setFault(({ path }) => path.includes('geographies/coordinates'), 'http500');
    const answer = await service.call('svc_zoning', { address: raleigh.address });
    expect(answer.state).toBe('unavailable');
    expect(answer.summary).toContain('boundary');
    await service.close();
  });

  it('is partial where an overlay layer fails', async () => {
    const service = await openService({ mirrors: false });
    service.upstreams.setFault('raleigh-overlay-ncod', 'wrongShape');
    const answer = await service.call('svc_zoning', { address: raleigh.address });
    expect(answer.state).toBe('partial');
    expect(answer.components?.overlays?.state).toBe('partial');
    expect(factsOf(answer)?.districts).toHaveLength(1);
    await service.close();
  });

  it('is unavailable, never empty, where the zoning layer fails alone', async () => {
    const service = await openService({ mirrors: false });
    service.upstreams.setFault('chicago-zoning', 'html200');
    service.upstreams.setFault('chicago-historic-districts', 'html200');
    const answer = await service.call('svc_zoning', { latitude: chicago.latitude, longitude: chicago.longitude });
    expect(answer.state).toBe('unavailable');
    expect(answer.facts).toBeUndefined();
    await service.close();
  });
});
