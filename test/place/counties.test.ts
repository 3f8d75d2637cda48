import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { states } from '../../src/geography/us-states.ts';
import { countyCode } from '../../src/place/counties.ts';
import { citiesNamed } from '../../src/place/embedded/cities.ts';
import { zipTable } from '../../src/place/embedded/zips.ts';
import { createPlacePort } from '../../src/place/index.ts';
import { directSources } from '../upstreams/direct.ts';

const place = createPlacePort();
const ask = (text: string) => place.resolve({ place: text }, directSources()).then(({ subject }) => subject);

describe('findCounty', () => {
  it.each([
    ['NC', 'Wake', ['37183']],
    ['37', 'wake county', ['37183']],
    ['NC', '183', ['37183']],
    ['NC', '37183', ['37183']],
    ['NC', '17031', []],
    ['LA', 'LaSalle Parish', ['22059']],
    ['MO', 'Saint Louis County', ['29189']],
    ['MO', 'St. Louis city', ['29510']],
    ['VA', 'Fairfax', ['51600', '51059']],
    ['AK', 'Juneau', ['02110']],
    ['AK', 'Chugach Census Area', ['02063']],
    ['AK', 'Valdez-Cordova', ['02261']],
    ['NM', 'Dona Ana', ['35013']],
    ['PR', 'Ponce', ['72113']],
    ['CT', 'Hartford', ['09003']],
    ['CT', 'Capitol', ['09110']],
    ['CT', '09190', ['09190']],
    ['ZZ', 'Wake', []],
    ['NC', 'Nowhere', []],
  ])('%s, %s', (state, county, fips) => {
    const found = place.findCounty(state, county).map((entry) => entry.fips);
    expect(found.sort()).toEqual([...fips].sort());
  });
});

describe('Connecticut', () => {
  it.each([
    ['06103', '09003', '09110'],
    ['Hartford, CT', '09003', '09110'],
    ['Westport, CT', '09001', '09190'],
    ['06606', '09001', '09120'],
  ])('%s carries its county and its planning region', async (text, county, region) => {
    const subject = await ask(text);
    expect(subject.county).toMatchObject({ fips: county, vintage: 'counties' });
    expect(subject.countyAlternates).toMatchObject([{ fips: region, vintage: 'ct-planning-regions-2022' }]);
  });

  it('an address: the geocoder names the region, the boundaries the county', async () => {
    const subject = await ask('550 Main St, Hartford, CT 06103');
    expect(subject.county).toMatchObject({ fips: '09110', vintage: 'ct-planning-regions-2022' });
    expect(subject.countyAlternates).toMatchObject([{ fips: '09003', vintage: 'counties' }]);
  });

  it('a point gets a region only where the ZIP codes around it agree', async () => {
    const at = async (latitude: number, longitude: number) => {
      const { subject } = await place.resolve({ latitude, longitude }, directSources());
      return [subject.county, ...subject.countyAlternates].map((county) => county?.fips);
    };
    expect(await at(41.7637, -72.6734)).toEqual(['09003', '09110']);
    expect((await at(41.66, -72.78))[0]).toBe('09003');
  });

  it('a county or region that is named alone has no counterpart', () => {
    expect(place.findCounty('CT', 'Fairfield')).toHaveLength(1);
  });
});

describe('Alaska, where 02261 was split into 02063 and 02066', () => {
  it('places and ZIP codes carry the new code first and the old one beside it', async () => {
    for (const text of ['Valdez, AK', '99686']) {
      const subject = await ask(text);
      expect(subject.county).toMatchObject({ fips: '02063', name: 'Chugach Census Area' });
      expect(subject.countyAlternates.map(({ fips }) => fips)).toEqual(['02261']);
    }
    expect((await ask('99588')).county?.fips).toBe('02066');
  });

  it('a point has the old code, and both parts as candidates', async () => {
    const { subject } = await place.resolve({ latitude: 61.13, longitude: -146.35 }, directSources());
    expect(subject.county).toMatchObject({ fips: '02261', name: 'Valdez-Cordova Census Area' });
    expect(subject.countyCandidates.map(({ fips }) => fips)).toEqual(['02063', '02066']);
  });
});

describe('countyAt and timeZoneAt', () => {
  it.each([
    ['Raleigh', 35.7783, -78.6431, '37183', 'America/New_York'],
    ['the water off Grand Isle', 29.2, -90.0, '22057', 'America/Chicago'],
    ['Phoenix', 33.4484, -112.074, '04013', 'America/Phoenix'],
    ['San Juan', 18.4655, -66.1057, '72127', 'America/Puerto_Rico'],
    ['Honolulu', 21.3069, -157.8583, '15003', 'Pacific/Honolulu'],
  ])('%s', (_, latitude, longitude, fips, zone) => {
    expect(place.countyAt({ latitude, longitude })?.fips).toBe(fips);
    expect(place.timeZoneAt({ latitude, longitude })).toBe(zone);
  });

  it('nothing in the open sea, and no throw for what is no point', () => {
    expect(place.countyAt({ latitude: 30, longitude: -50 })).toBeUndefined();
    expect(place.countyAt({ latitude: Number.NaN, longitude: 0 })).toBeUndefined();
    expect(place.timeZoneAt({ latitude: Number.NaN, longitude: 0 })).toBeUndefined();
  });
});

const census = new URL('../../../shared/data/census-fips-2019/all_geocodes_v2019.csv.gz', import.meta.url);

describe.skipIf(!existsSync(census))('names against the Census list of 2019 (shared/data)', () => {
  it('every county has the name that the Bureau gives it', () => {
    const rows = parse(gunzipSync(readFileSync(census)), { columns: true, bom: true }) as Record<string, string>[];
    const official = rows.filter((row) => row['Summary Level'] === '050');
    const wrong = official.flatMap((row) => {
      const fips = `${row['State Code (FIPS)']}${row['County Code (FIPS)']}`;
      const name = row['Area Name (including legal/statistical area description)'];
      const ours = countyCode(fips)?.name;
      return ours === name ? [] : [`${fips} ${name} / ${ours}`];
    });
    expect(official.length).toBeGreaterThan(3200);
    expect(wrong).toEqual([]);
  });
});

it('knows 50 states, the District and five territories', () => {
  expect(states).toHaveLength(56);
});

it('the embedded geography holds what is read out of it', () => {
  expect(zipTable().rows.size).toBeGreaterThan(41_000);
  expect(citiesNamed('Springfield').length).toBeGreaterThan(15);
  expect(citiesNamed('San Juan').map(({ stateCode }) => stateCode)).toContain('PR');
});
