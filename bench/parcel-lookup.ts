import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { findState } from '../src/geography/us-states.ts';
import { readDataFile } from '../src/kernel/data-file.ts';
import type { PointSubject } from '../src/kernel/subject.ts';
import { createJurisdictions } from '../src/places/registry/index.ts';
import { parseLayers, shippedLayers } from '../src/places/registry/layers/index.ts';
import { shippedPlaces } from '../src/places/registry/load.ts';
import { directSources } from '../test/upstreams/direct.ts';
import { streetPointNear } from '../test/upstreams/parcel-grid.ts';
import { parcelLayers } from '../test/upstreams/parcel-layers.ts';
import parcelLookup from '../tools/property/parcel-lookup.ts';
import { type BenchRow, median, percentile } from './row.ts';

function subjectIn(fips: string): PointSubject {
  const { latitude, longitude } = streetPointNear({
    latitude: 30 + (Number(fips) % 1700) / 100,
    longitude: -75 - (Number(fips) % 4500) / 100,
  });
  const stateFips = fips.slice(0, 2);
  return {
    input: fips,
    latitude,
    longitude,
    precision: 'point',
    stateFips,
    stateCode: findState(stateFips)?.code ?? '',
    county: { fips, vintage: 'counties', name: fips },
    countyAlternates: [],
    countyCandidates: [],
    candidates: [],
  };
}

/** What one parcel look-up takes of ours in every county, the first of each state included; its sources answer at once. */
export async function parcelLookups(): Promise<BenchRow[]> {
  const text = readFileSync(new URL('../scripts/coverage/county-people.csv', import.meta.url), 'utf8');
  const counties: Record<string, string>[] = parse(text, { columns: true });
  const port = createJurisdictions(shippedPlaces, shippedLayers);
  const sources = directSources({ extra: [parcelLayers(parseLayers(readDataFile('layers/parcels.csv')))] });
  const times: number[] = [];
  for (const { county = '' } of counties) {
    const subject = subjectIn(county);
    const began = performance.now();
    const lane = await port.lane(subject, 'parcel', sources);
    await parcelLookup.run({ subject, lane, sources } as never, {} as never);
    times.push(performance.now() - began);
  }
  return [
    { name: `parcel look-ups, ${times.length} counties, median`, value: median(times), unit: 'ms' },
    {
      name: 'parcel look-ups, p95 beside the sources',
      value: percentile(times, 0.95),
      unit: 'ms',
      bar: { at: 150, is: 'ceiling' },
    },
  ];
}
