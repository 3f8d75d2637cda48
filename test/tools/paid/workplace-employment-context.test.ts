import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PaidTool } from '../../../src/catalog/registry.ts';
import { openService, type TestService } from '../../harness.ts';
import { samplePlaces } from '../../upstreams/places.ts';
import { askMirrored, chargeOf, reload, withService } from './mirrored.ts';

const { raleigh, chicago } = samplePlaces;

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service.close());

const call = (slug: string, given: object, at: TestService = service) => askMirrored(at, slug, given);

describe('svc-workplace-employment-context', () => {
  const slug = 'svc-workplace-employment-context';
  const at = { latitude: raleigh.latitude, longitude: raleigh.longitude };

  test('adds up the blocks whose point lies within the radius, sector by sector', async () => {
    const { facts } = await call(slug, at);
    expect(facts.area).toEqual({ radiusMeters: 1000, blockCount: 3, citation: 'c1' });
    expect(facts.employment).toEqual({ year: '2023', jobCount: 424, jobBlockCount: 2, citation: 'c2' });
    expect(facts.monthlyEarnings).toEqual([
      { toUsd: 1250, jobCount: 41, citation: 'c2' },
      { fromUsd: 1251, toUsd: 3333, jobCount: 113, citation: 'c2' },
      { fromUsd: 3334, jobCount: 270, citation: 'c2' },
    ]);
    expect(facts.sectors).toHaveLength(20);
    expect(facts.sectors[0]).toEqual({
      naics: '11',
      jobCount: 44,
      sector: 'Agriculture, forestry, fishing and hunting',
      citation: 'c2',
    });
    const wider = await call(slug, { ...at, radiusMeters: 2500 });
    expect(wider.facts.employment).toEqual({ jobCount: 514, jobBlockCount: 3, year: '2023', citation: 'c2' });
    expect(wider.facts.sectors[19]).toEqual({
      naics: '92',
      jobCount: 110,
      sector: 'Public administration',
      citation: 'c2',
    });
  });

  test('is free where no block with jobs lies within the radius', async () => {
    const empty = { latitude: 35.7779, longitude: -78.65, radiusMeters: 460 };
    const body = await call(slug, empty);
    expect(body.charged).toBe(false);
    expect(body.state).toBe('empty');
    const nowhere = await call(slug, { latitude: 35.5, longitude: -79, radiusMeters: 250 });
    expect(nowhere.charged).toBe(false);
    expect(nowhere.state).toBe('empty');
  });

  test('is free where the file of a state that the circle touches is not loaded or is stale', async () => {
    const chicagoBody = await call(slug, { address: chicago.address });
    expect(chicagoBody.searched[0]?.reason).toContain('mirror sync lodes-blocks --part il');
    expect(chicagoBody.charged).toBe(false);
    // North Carolina, 900 m from the line of Virginia
    const border = { latitude: 36.535, longitude: -79.4 };
    expect((await call(slug, { ...border, radiusMeters: 5000 })).searched[0]?.reason).toContain('--part va');
    await withService(async (own) => {
      await reload(own, 'lodes-workplace', { retrievedAt: '2024-09-01T12:00:00Z' });
      expect(chargeOf(await call(slug, at, own))).toEqual([false, 'stale']);
    });
  });

  test('keeps the radius of the specification', () => {
    const { input } = service.service.registry.paidTool(slug) as PaidTool;
    for (const [radiusMeters, allowed] of [
      [249, false],
      [250, true],
      [5000, true],
      [5001, false],
    ] as const)
      expect(input.safeParse({ ...at, radiusMeters }).success, String(radiusMeters)).toBe(allowed);
  });
});
