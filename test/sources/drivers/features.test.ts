import { describe, expect, test } from 'vitest';
import { queryFeatures } from '../../../src/sources/drivers/ogc-features.ts';
import { searchStac } from '../../../src/sources/drivers/stac.ts';
import type { UpstreamRequest } from '../../upstreams/fake-upstream.ts';
import { testCard, withRig } from '../rig.ts';
import { hasSample, sampleJson } from '../samples.ts';

const bbox = [-78.7, 35.7, -78.6, 35.8] as const;
const hosts = ['api.test'];

describe('ogc-features', () => {
  const card = testCard({ endpoint: 'https://api.test/ogcapi/v1' });
  const collectionUrl = 'https://api.test/ogcapi/v1/collections/sites';
  const page =
    (total: number, size: number, next: (offset: number) => string) =>
    ({ query }: UpstreamRequest) => {
      const offset = Number(query.get('offset') ?? 0);
      const ids = Array.from({ length: total }, (_, index) => index).slice(offset, offset + size);
      return {
        body: {
          type: 'FeatureCollection',
          features: ids.map((id) => ({ id: `s${id}`, properties: { name: `site ${id}`, contact: 'SOMEBODY' } })),
          numberMatched: total,
          links:
            offset + size < total
              ? [
                  { rel: 'self', href: '#' },
                  { rel: 'next', href: next(offset + size) },
                ]
              : [],
        },
      };
    };
  const nextHere = (offset: number) => `${collectionUrl}/items?offset=${offset}`;

  test('follows the next link, keeps the named properties', async () => {
    await withRig({ hosts, respond: page(25, 10, nextHere) }, async ({ access, upstreams }) => {
      const found = await queryFeatures(access, card, { collectionUrl, bbox, properties: ['name'] });
      expect('data' in found && found.data.length).toBe(25);
      expect('data' in found && found.data[0]).toEqual({ id: 's0', properties: { name: 'site 0' } });
      expect(upstreams.requests.length).toBe(3);
      expect(Object.fromEntries(new URLSearchParams(upstreams.requests[0]?.query))).toEqual({
        f: 'json',
        bbox: '-78.7,35.7,-78.6,35.8',
        limit: '201',
        properties: 'name',
      });
    });
  });

  test('a link to another host is not followed, and what is missing is said', async () => {
    const away = () => 'https://elsewhere.test/items';
    await withRig({ hosts, respond: page(25, 10, away) }, async ({ access, upstreams }) => {
      const found = await queryFeatures(access, card, { collectionUrl });
      expect(found).toMatchObject({ state: 'partial', reason: 'The source counts 25 features and gave 10.' });
      expect(upstreams.requests.every((request) => request.host === 'api.test')).toBe(true);
    });
  });

  test('the limit cuts and says so; a link that goes in circles ends', async () => {
    await withRig({ hosts, respond: page(25, 10, nextHere) }, async ({ access }) => {
      const cut = await queryFeatures(access, card, { collectionUrl, limit: 5 });
      expect(cut).toMatchObject({ state: 'partial', reason: expect.stringContaining('25 matching') });
      expect('data' in cut && cut.data.length).toBe(5);
    });
    await withRig({ hosts, respond: page(1000, 2, () => nextHere(2)) }, async ({ access, upstreams }) => {
      expect((await queryFeatures(access, card, { collectionUrl })).state).toBe('partial');
      expect(upstreams.requests.length).toBeLessThan(25);
    });
  });

  test('no features are empty; another shape is unavailable', async () => {
    await withRig({ hosts, respond: page(0, 10, nextHere) }, async ({ access }) => {
      expect((await queryFeatures(access, card, { collectionUrl })).state).toBe('empty');
    });
    await withRig({ hosts, respond: () => ({ body: { code: 'NotFound' } }) }, async ({ access }) => {
      expect((await queryFeatures(access, card, { collectionUrl })).state).toBe('unavailable');
    });
  });

  const sites = 'federal/usgs-waterdata/ogc_monitoring-locations.json';
  test.skipIf(!hasSample(sites))('recorded USGS monitoring locations (../shared/samples)', async () => {
    await withRig({ hosts, respond: () => ({ body: sampleJson(sites) }) }, async ({ access }) => {
      const found = await queryFeatures(access, card, { collectionUrl, properties: ['agency_code', 'county_code'] });
      expect('data' in found && found.data[0]).toMatchObject({
        id: 'USGS-410252073314801',
        properties: { agency_code: 'USGS', county_code: '190' },
        geometry: { type: 'Point' },
      });
    });
  });
});

describe('stac', () => {
  const card = testCard({ endpoint: 'https://api.test/stac/v1/search' });
  const query = { collections: ['sentinel-2-l2a'], bbox, properties: ['datetime', 'eo:cloud_cover'] };
  const item = (id: number) => ({
    id: `i${id}`,
    bbox: [...bbox],
    properties: { datetime: '2026-05-01T00:00:00Z', 'eo:cloud_cover': id, operator: 'SOMEBODY' },
  });

  test('posts the search, follows a next link that is a body to post', async () => {
    const bodies: Record<string, unknown>[] = [];
    const respond = ({ body }: UpstreamRequest) => {
      const queried = JSON.parse(body) as Record<string, unknown>;
      bodies.push(queried);
      const from = Number(queried.next ?? 0);
      const next = { rel: 'next', method: 'POST', href: card.endpoint, merge: true, body: { next: from + 2 } };
      return { body: { features: [item(from), item(from + 1)], numberMatched: 6, links: from < 4 ? [next] : [] } };
    };
    await withRig({ hosts, respond }, async ({ access }) => {
      const found = await searchStac(access, card, { ...query, query: { 'eo:cloud_cover': { lt: 30 } } });
      expect('data' in found && [found.state, found.data.length]).toEqual(['found', 6]);
      expect('data' in found && found.data[1]).toMatchObject({
        id: 'i1',
        properties: { datetime: '2026-05-01T00:00:00Z', 'eo:cloud_cover': 1 },
      });
      expect(JSON.stringify(found)).not.toContain('SOMEBODY');
    });
    expect(bodies).toEqual([
      { collections: ['sentinel-2-l2a'], bbox: [...bbox], query: { 'eo:cloud_cover': { lt: 30 } }, limit: 51 },
      expect.objectContaining({ collections: ['sentinel-2-l2a'], next: 2 }),
      expect.objectContaining({ collections: ['sentinel-2-l2a'], next: 4 }),
    ]);
  });

  test('follows a next link that is an address', async () => {
    const respond = ({ query: queried }: UpstreamRequest) => {
      const links = queried.get('token') ? [] : [{ rel: 'next', href: `${card.endpoint}?token=b` }];
      return { body: { features: [item(queried.get('token') ? 2 : 1)], links } };
    };
    await withRig({ hosts, respond }, async ({ access, upstreams }) => {
      const found = await searchStac(access, card, { ...query, datetime: '2026-05-01/2026-05-31' });
      expect('data' in found && found.data.map((entry) => entry.id)).toEqual(['i1', 'i2']);
      expect(upstreams.requests.map((request) => request.method)).toEqual(['POST', 'GET']);
    });
  });

  test.skipIf(!hasSample('federal/stac-earth-search/search_s2_items.json')).each([
    ['federal/stac-earth-search/search_s2_items.json', 'eo:cloud_cover'],
    ['federal/stac-planetary-computer/search_naip.json', 'gsd'],
  ])('recorded %s (../shared/samples)', async (path, property) => {
    await withRig({ hosts, respond: () => ({ body: sampleJson(path) }) }, async ({ access }) => {
      const found = await searchStac(access, card, { ...query, properties: ['datetime', property], limit: 3 });
      expect('data' in found && found.data[0]).toMatchObject({
        id: expect.any(String),
        properties: { datetime: expect.any(String), [property]: expect.any(Number) },
      });
    });
  });
});
