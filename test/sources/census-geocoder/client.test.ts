import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { geocode, geographiesAt, geographyIn } from '../../../src/sources/census-geocoder/client.ts';
import { directSources } from '../../upstreams/direct.ts';
import type { FakeUpstream } from '../../upstreams/fake-upstream.ts';
import { samplePlaces } from '../../upstreams/places.ts';

const { raleigh, hartford } = samplePlaces;

/** Replies in turn; the last one stays. */
function saying(...bodies: unknown[]) {
  let turn = 0;
  const fakeUpstream: FakeUpstream = {
    cardId: 'census-geocoder',
    hosts: ['geocoding.geo.census.gov'],
    respond: () => ({ body: bodies[Math.min(turn++, bodies.length - 1)] }),
  };
  return directSources({ extra: [fakeUpstream] });
}
const county = [{ GEOID: '37183', NAME: 'Wake County', BASENAME: 'Wake' }];
const failed = [{ status: 'Layer query encountered an error: java.lang.RuntimeException' }];

describe('geographiesAt', () => {
  it('gives every layer with its published name', async () => {
    const lookup = await geographiesAt(directSources(), raleigh);
    expect(lookup).toMatchObject({
      state: 'found',
      citation: { sourceDate: expect.stringContaining('Current_Current') },
    });
    if (lookup.state !== 'found') return;
    for (const layer of [
      /^Counties$/,
      /^Census Tracts$/,
      /Congressional Districts$/,
      /State Legislative Districts - Upper$/,
      /State Legislative Districts - Lower$/,
      /^Unified School Districts$/,
      /^Incorporated Places$/,
      /^County Subdivisions$/,
      /ZIP Code Tabulation Areas$/,
    ]) {
      expect(geographyIn(lookup.data, layer), String(layer)).toMatchObject({ geoid: expect.stringMatching(/^\d+$/) });
    }
  });

  it('asks the vintage that it is reported, longitude as x', async () => {
    const sources = directSources();
    const lookup = await geographiesAt(sources, hartford, { vintage: '2010' });
    const url = new URL(sources.queried[0] ?? '');
    expect(url.searchParams.get('vintage')).toBe('Census2010_Current');
    expect([url.searchParams.get('x'), url.searchParams.get('y')]).toEqual(['-72.673400', '41.763700']);
    expect(lookup.state === 'found' && geographyIn(lookup.data, /^Census Tracts$/)?.geoid).toBe(hartford.tract);
  });

  it('a point in no geography is empty', async () => {
    expect(await geographiesAt(directSources(), { latitude: 10, longitude: 10 })).toMatchObject({ state: 'empty' });
  });

  it('a failed layer is queried again; failing still, it makes the answer partial and is named', async () => {
    const broken = { result: { geographies: { Counties: county, 'Census Tracts': failed } } };
    expect(await geographiesAt(saying(broken), raleigh)).toMatchObject({
      state: 'partial',
      reason: expect.stringContaining('Census Tracts'),
    });
    const whole = { result: { geographies: { Counties: county, 'Census Tracts': [] } } };
    const recovered = saying(broken, whole);
    expect(await geographiesAt(recovered, raleigh)).toMatchObject({ state: 'found' });
    expect(recovered.queried).toHaveLength(2);
  });

  it('nothing but failed layers, another shape, no answer: unavailable, never empty', async () => {
    const nothing = { result: { geographies: { Counties: failed } } };
    for (const sources of [saying(nothing), saying({ errors: ['x'] }), directSources({ down: ['census-geocoder'] })]) {
      expect(await geographiesAt(sources, raleigh)).toMatchObject({ state: 'unavailable' });
    }
  });
});

describe('geocode', () => {
  it('an unknown address is empty', async () => {
    expect(await geocode(directSources(), '99 Nowhere Rd, Raleigh, NC')).toMatchObject({ state: 'empty' });
  });

  it('an error in a needed layer is unavailable', async () => {
    const coordinates = { x: -78.64, y: 35.78 };
    const reply = (Counties: object[], more: object = {}) => ({
      result: {
        addressMatches: [
          { matchedAddress: '1 A ST, TOWN, NC, 27601', coordinates, geographies: { Counties, ...more } },
        ],
      },
    });
    expect(await geocode(saying(reply(failed)), '1 A St')).toMatchObject({ state: 'unavailable' });
    const lookup = await geocode(saying(reply(county, { 'Combined Statistical Areas': failed })), '1 A St');
    expect(lookup).toMatchObject({ state: 'found', data: [{ failedLayers: ['Combined Statistical Areas'] }] });
  });

  it('a match that cannot be read leaves no other as the only choice', async () => {
    const match = (matchedAddress: string) => ({ matchedAddress, coordinates: { x: -78, y: 35 }, geographies: {} });
    const body = { result: { addressMatches: [match('1 A ST, TOWN, NC, 27601'), match('<b>1 A ST</b>')] } };
    expect(await geocode(saying(body), '1 A St')).toMatchObject({ state: 'unavailable' });
  });

  it('keeps the text of the source clean and bounded', async () => {
    const body = {
      result: {
        addressMatches: [
          {
            matchedAddress: '1 A ST, TOWN, NC, 27601',
            coordinates: { x: -78, y: 35 },
            addressComponents: { state: 'NC; DROP', zip: 'none', city: 'A\u200bB' },
            geographies: {},
          },
        ],
      },
    };
    const lookup = await geocode(saying(body), '1 A St');
    expect(lookup.state === 'found' && lookup.data[0]).toMatchObject({ city: 'AB' });
    if (lookup.state !== 'found') return;
    expect(lookup.data[0]?.matchedAddress).toBe('1 A ST, TOWN, NC, 27601');
    expect(lookup.data[0]).not.toHaveProperty('zip');
    expect(lookup.data[0]).not.toHaveProperty('stateCode');
  });
});

const samples = new URL('../../../../shared/samples/federal/census-geocoder/', import.meta.url);
const sample = (name: string) => JSON.parse(readFileSync(new URL(name, samples), 'utf8')) as unknown;

describe.skipIf(!existsSync(samples))('recorded answers (shared/samples)', () => {
  it('an address whose layers partly failed is still placed in its county', async () => {
    const lookup = await geocode(saying(sample('onelineaddress-geographies-with-layer-errors.json')), 'x');
    expect(lookup.state).toBe('found');
    if (lookup.state !== 'found') return;
    expect(lookup.data).toHaveLength(1);
    expect(geographyIn(lookup.data[0]?.geographies ?? [], /^Counties$/)?.geoid).toBe('11001');
    expect(lookup.data[0]?.failedLayers).toContain('115th Congressional Districts');
  });

  it('an address with two matches', async () => {
    const lookup = await geocode(saying(sample('address-geographies-census2020.json')), 'x');
    expect(lookup).toMatchObject({
      state: 'found',
      data: [{ zip: '20037' }, { zip: '20502', tigerLineId: '76225813' }],
    });
  });

  it('a match without geographies', async () => {
    const lookup = await geocode(saying(sample('address-locations.json')), 'x');
    expect(lookup).toMatchObject({ state: 'found', data: [{ stateCode: 'DC', geographies: [] }] });
  });

  it('a point', async () => {
    const lookup = await geographiesAt(saying(sample('coordinates-geographies.json')), {
      latitude: 43,
      longitude: -74,
    });
    expect(lookup.state).toBe('found');
    if (lookup.state !== 'found') return;
    expect(lookup.data.map(({ layer, geoid }) => [layer, geoid])).toEqual([
      ['Counties', '36091'],
      ['Census Tracts', '36091061500'],
      ['2010 Census Blocks', '360910615002076'],
      ['States', '36'],
    ]);
  });
});
