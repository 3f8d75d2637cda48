import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick } from '../../answers.ts';
import { openService, type TestService } from '../../harness.ts';
import { withColumns } from '../../upstreams/edits.ts';
import type { Fault } from '../../upstreams/faults.ts';
import { askWith, hartford, raleigh } from '../ask.ts';

const tool = 'svc_air_quality_current';
let service: TestService;
beforeAll(async () => {
  service = await openService({ mirrors: false });
});
afterAll(() => service.close());

describe(tool, () => {
  it('keeps index values and concentrations apart, and steps back to the newest hour that is there', async () => {
    const answer = await service.call(tool, { address: raleigh });
    expect(answer.state).toBe('found');
    expect(answer.facts?.reportingAreas).toEqual([
      {
        area: 'Made-up Triangle',
        state: 'NC',
        distanceMeters: 4678,
        direction: 'N',
        index: [
          { pollutant: 'OZONE', aqi: 31, category: 'Good', observedLocal: '11/21/26 06:00 EST' },
          { pollutant: 'PM2.5', aqi: 58, category: 'Moderate', observedLocal: '11/21/26 06:00 EST' },
        ],
        citation: 'c1',
      },
      {
        area: 'Made-up Sandhills',
        state: 'NC',
        distanceMeters: 30_518,
        direction: 'SW',
        index: [{ pollutant: 'PM10', observedLocal: '11/21/26 06:00 EST' }],
        citation: 'c1',
      },
    ]);
    const [, second] = (answer.facts?.reportingAreas ?? []) as { index: object[] }[];
    expect(Object.keys({ ...second?.index[0] })).toEqual(['pollutant', 'observedLocal']);
    expect(answer.facts?.monitors).toEqual([
      {
        siteId: '371830014',
        name: 'Made-up Millbrook',
        distanceMeters: 10_651,
        direction: 'NE',
        observedAt: '2026-11-21T10:00:00Z',
        concentrations: [
          { parameter: 'OZONE', value: 28, unit: 'PPB' },
          { parameter: 'PM2.5', value: 11.4, unit: 'UG/M3' },
        ],
        citation: 'c1',
      },
    ]);
    expect(answer.summary).toContain('index of 58 (PM2.5, Moderate)');
    expect(JSON.stringify(answer)).not.toMatch(/PLANTED|-999|synthetic-airnow/);
  });

  it('flags an index of twelve hours ago, whatever zone it is written in', async () => {
    const written = (day: string, hour: string, zone: string) => ({
      edit: (body: unknown) =>
        typeof body === 'string' ? body.replaceAll('11/21/26|06:00|EST', `${day}|${hour}|${zone}`) : body,
    });
    const old = await askWith({ 'airnow-files': written('11/20/26', '16:00', 'PST') }, tool, { address: raleigh });
    expect(old.state).toBe('stale');
    expect(old.searched[0]).toMatchObject({
      state: 'stale',
      reason: 'the newest index is 12 hours old; AirNow writes one every hour',
    });
    expect(old.summary).toContain('index of 58 (PM2.5, Moderate; 12 hours old, not current)');
    const [area] = (old.facts?.reportingAreas ?? []) as { index: object[] }[];
    expect(area?.index[0]).toMatchObject({ observedLocal: '11/20/26 16:00 PST', hoursOld: 12 });
    // a zone whose outcome is not known gives no age, and no verdict on it
    const unknown = await askWith({ 'airnow-files': written('11/20/26', '16:00', 'XYZ') }, tool, { address: raleigh });
    expect(unknown.state).toBe('found');
    expect(JSON.stringify(unknown.facts)).not.toContain('hoursOld');
  });

  it('flags an old reading of the service with a key too', async () => {
    const edit = withColumns({ dateObserved: '2026-11-20', hourObserved: '19:00' });
    const answer = await askWith({ 'airnow-files': 'http500', 'airnow-api': edit }, tool, { address: raleigh });
    const [area] = (answer.facts?.reportingAreas ?? []) as { index: object[] }[];
    expect(area?.index[1]).toEqual({
      pollutant: 'PM2.5',
      aqi: 61,
      category: 'Moderate',
      observedLocal: '2026-11-20 19:00 EST',
      hoursOld: 12,
    });
    expect(answer.searched.find(({ state }) => state === 'stale')).toBeDefined();
  });

  it('keeps the radius and takes a point', async () => {
    const answer = await service.call(tool, { latitude: 35.7783, longitude: -78.6431, radiusKm: 8 });
    expect(answer.facts?.reportingAreas).toHaveLength(1);
    expect(answer.facts?.monitors).toBeUndefined();
    expect(answer.summary).toContain('no monitor reported');
  });

  it('is empty where nothing reports', async () => {
    expect(pick(await service.call(tool, { address: hartford }), 'state')).toEqual({ state: 'empty' });
  });

  it('asks the service with a key where the files fail, and never shows the key', async () => {
    const answer = await askWith({ 'airnow-files': 'http500' }, tool, { address: raleigh });
    expect(pick(answer, 'state', 'facts')).toEqual({
      state: 'partial',
      facts: {
        reportingAreas: [
          {
            area: 'Made-up Triangle',
            index: [
              { pollutant: 'OZONE', aqi: 33, category: 'Good', observedLocal: '2026-11-21 06:00 EST' },
              { pollutant: 'PM2.5', aqi: 61, category: 'Moderate', observedLocal: '2026-11-21 06:00 EST' },
              { pollutant: 'PM10', observedLocal: '2026-11-21 06:00 EST' },
            ],
            citation: 'c1',
          },
        ],
      },
    });
    expect(JSON.stringify(answer)).not.toMatch(/synthetic-airnow|API_KEY/);
  });

  it.each<Fault>(['http404', 'html200', 'http500'])('%s everywhere is unavailable, never empty', async (fault) => {
    const answer = await askWith({ 'airnow-files': fault, 'airnow-api': fault }, tool, { address: raleigh });
    expect(answer.state).toBe('unavailable');
    expect(answer.facts).toBeUndefined();
  });

  it.each([[{}], [{ latitude: 35 }], [{ address: raleigh, radiusKm: 500 }]])('refuses %j', async (args) => {
    await expect(service.call(tool, args)).rejects.toMatchObject({ code: 'invalid_arguments' });
  });
});
