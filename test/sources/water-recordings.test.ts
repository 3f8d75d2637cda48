import { describe, expect, it } from 'vitest';
import type { SourceAccess } from '../../src/kernel/ports/sources.ts';
import { closestReadings } from '../../src/sources/airnow-api/client.ts';
import { mappedWorksNear } from '../../src/sources/osm-mapped-utilities/client.ts';
import { wellsNear } from '../../src/sources/usgs-groundwater/client.ts';
import { networkWellsNear } from '../../src/sources/usgs-ngwmn/client.ts';
import { hasSample, sampleJson } from './samples.ts';
import { unkept } from './unkept.ts';

/** Answers every question with the recording that `bodyOf` names for its address. */
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
const empty = { type: 'FeatureCollection', features: [] };

describe('readers of water and air against recorded answers', () => {
  const airnow = 'federal/airnow/current_ziplatlong.json';
  it.skipIf(!hasSample(airnow))('AirNow service of 2026', async () => {
    const found = await closestReadings(
      recorded(() => sampleJson(airnow)),
      { latitude: 34.05, longitude: -118.2 },
    );
    expect(found).toMatchObject({
      state: 'found',
      data: [
        { area: 'Central LA CO', pollutant: 'OZONE', aqi: 44, category: 'Good', observedLocal: '2020-12-20 15:00 PST' },
        { pollutant: 'PM2.5', aqi: 37 },
        { pollutant: 'PM10', aqi: 11 },
      ],
    });
  });

  const locations = 'federal/usgs-waterdata/ogc_monitoring-locations.json';
  it.skipIf(!hasSample(locations))('USGS wells', async () => {
    const sources = recorded((url) => (url.includes('/monitoring-locations/') ? sampleJson(locations) : empty));
    const found = await wellsNear(sources, { latitude: 41.0478, longitude: -73.5296 }, 20_000);
    expect(found).toMatchObject({
      state: 'found',
      data: [
        { id: 'USGS-410252073314801', wellDepthFeet: 84, aquiferCode: 'N600NECRSN', verticalDatum: 'NAVD88' },
        { id: 'USGS-410257073251001' },
      ],
    });
  });

  const sites = 'federal/usgs-ngwmn/sites.json';
  it.skipIf(!hasSample(sites))('wells of the monitoring network', async () => {
    const found = await networkWellsNear(
      recorded(() => sampleJson(sites)),
      { latitude: 42.52, longitude: -90.27 },
      5000,
    );
    expect(found).toMatchObject({
      state: 'found',
      data: [{ id: 'USGS-272838082142201', agency: 'U.S. Geological Survey', aquiferType: 'CONFINED' }],
    });
  });

  const remark = 'federal/osm-overpass/remark-runtime-error-01.json';
  it.skipIf(!hasSample(remark))('a time-out of Overpass inside a 200 is no empty answer', async () => {
    let said: string | undefined;
    const sources: SourceAccess = {
      ...unkept,
      hasKey: () => true,
      fetch: async (_card, request) => {
        said = request.detectError?.(sampleJson(remark));
        return { ok: false, kind: 'error_in_body', reason: 'x', url: String(request.url), at: '' };
      },
    };
    expect(await mappedWorksNear(sources, { latitude: 35, longitude: -78 }, 500)).toMatchObject({
      state: 'unavailable',
    });
    expect(said).toBeDefined();
  });
});
