import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Lookup } from '../../src/kernel/lookup.ts';
import type { SourceAccess } from '../../src/kernel/ports/sources.ts';
import { membersFor } from '../../src/sources/congress-legislators/client.ts';
import { toGauge } from '../../src/sources/noaa-nwps/map.ts';
import { ListedGauge } from '../../src/sources/noaa-nwps/schema.ts';
import { droughtWeeks } from '../../src/sources/usdm/client.ts';
import { elevationAt } from '../../src/sources/usgs-epqs/client.ts';
import { stationsNear } from '../../src/sources/usgs-water/stations.ts';
import { unkept } from './unkept.ts';

const folder = join(import.meta.dirname, '../../../shared/samples/federal');
const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'));

/** Answers every question with what `bodyOf` gives for its address: the recording in the place of the source. */
function recorded(bodyOf: (url: string) => unknown): SourceAccess {
  return {
    ...unkept,
    hasKey: () => true,
    fetch: async (_card, request) => ({
      ok: true,
      status: 200,
      body: bodyOf(String(request.url)),
      url: String(request.url),
      fetchedAt: '2026-11-21T12:00:00Z',
      synthetic: false,
      bodyHash: String(request.url),
    }),
  };
}
const dataOf = <T>(lookup: Lookup<T>) => ('data' in lookup ? lookup.data : undefined);

describe.skipIf(!existsSync(folder))('readers against recorded answers (folder of recordings)', () => {
  it('USGS elevation point', async () => {
    const sources = recorded(() => read('usgs-epqs/point.json'));
    expect(dataOf(await elevationAt(sources, { latitude: 38.9, longitude: -77 }))).toEqual({
      feet: 44.56,
      resolutionMeters: 1,
    });
  });

  it('USGS latest continuous: stage and discharge of one station', async () => {
    const body = read('usgs-waterdata/ogc_latest-continuous.json') as {
      features: { properties: { parameter_code: string } }[];
    };
    const sources = recorded((url) => {
      const code = new URL(url).searchParams.get('parameter_code');
      return { ...body, features: body.features.filter(({ properties }) => properties.parameter_code === code) };
    });
    const near = { latitude: 40.2343, longitude: -92.6864 };
    const stations = dataOf(await stationsNear(sources, near, 5000, new Date('2026-08-01T00:00:00Z')));
    expect(stations).toMatchObject([
      {
        id: 'USGS-06904500',
        gageHeight: { value: 1.59, unit: 'ft', observedAt: '2026-08-07T18:45:00.000Z' },
        discharge: { value: 535, unit: 'ft^3/s' },
      },
    ]);
  });

  it('US Drought Monitor: a row of a county', async () => {
    const sources = recorded(() => read('_shapes-not-recordings/usdm-county-percent-row-shape.json'));
    const [from, to] = [new Date('2026-09-01T00:00:00Z'), new Date('2026-09-15T00:00:00Z')];
    expect(dataOf(await droughtWeeks(sources, ['25009'], from, to))).toMatchObject([
      { countyFips: '25009', date: '2026-09-08', percentNone: 0, percentAtLeast: { D0: 100, D4: 0 } },
    ]);
  });

  it('members of Congress: the last term counts, and only the office is kept', async () => {
    const sources = recorded(() => read('congress-legislators/legislators-current-3.json'));
    const members = dataOf(await membersFor(sources, { stateCode: 'WA', district: undefined, on: '2026-11-21' }));
    expect(members?.length).toBeGreaterThan(0);
    for (const member of members ?? []) {
      expect(Object.keys(member).sort()).toEqual(['chamber', 'name', 'party', 'termEnds', 'website']);
      expect(member.chamber).toBe('senate');
    }
  });
});

describe('river gauge of the list', () => {
  it('has no forecast where the service sends its fillers', () => {
    const gauge = toGauge(
      ListedGauge.parse({
        lid: 'TEST1',
        name: 'Synthetic Creek',
        latitude: 35,
        longitude: -78,
        status: {
          observed: {
            primary: 2,
            primaryUnit: 'ft',
            secondary: -999,
            secondaryUnit: '',
            floodCategory: 'no_flooding',
            validTime: '2026-11-21T10:00:00Z',
          },
          forecast: {
            primary: -999,
            primaryUnit: '',
            floodCategory: 'fcst_not_current',
            validTime: '0001-01-01T00:00:00Z',
          },
        },
      }),
      { latitude: 35, longitude: -78 },
    );
    expect(gauge.observed).toEqual({
      stage: 2,
      stageUnit: 'ft',
      floodCategory: 'no flooding',
      at: '2026-11-21T10:00:00.000Z',
    });
    expect(gauge).not.toHaveProperty('forecast');
  });
});
