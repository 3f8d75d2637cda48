import { describe, expect, it } from 'vitest';
import { readDataFile } from '../../../src/kernel/data-file.ts';
import type { Subject } from '../../../src/kernel/subject.ts';
import { createJurisdictions } from '../../../src/places/registry/index.ts';
import { openPlaces, parsePlace, shippedPlaces } from '../../../src/places/registry/load.ts';
import { directSources } from '../../upstreams/direct.ts';
import { type SamplePlace, samplePlaces } from '../../upstreams/places.ts';
import { subjectAt } from './subject-at.ts';

/** A city of Harrison County, Mississippi, with a permit source and whatever the test wants of its boundary. */
const city = (id: string, more: object) => ({
  id,
  displayName: id,
  kind: 'city',
  stack: { state: 'MS', county: ['Harrison County'] },
  geoid: { state: '28', county: ['28047'] },
  aliases: [],
  sources: [
    {
      cardId: `${id}-permits`,
      name: `${id} permits`,
      lane: 'permits',
      category: 'permit',
      platform: 'arcgis',
      endpoint: 'https://gis.example/permits/FeatureServer/0',
      query: { radius: { maxMeters: 1000 } },
      fields: { recordId: 'number' },
      locationPrecision: 'exact',
      limits: { notes: [] },
      freshness: { cadence: 'daily' },
      publisher: id,
      landingUrl: 'https://gis.example/',
      license: { note: 'synthetic' },
      seen: { by: 'none', note: 'synthetic' },
    },
  ],
  absent: [],
  policySources: [],
  rules: {},
  ...more,
});

const pathOf = (id: string) => `jurisdictions/us/ms/${id}.json`;
const load = (id: string, more: object) => parsePlace(JSON.stringify(city(id, more)), pathOf(id));
const portOf = (cities: Readonly<Record<string, object>>) =>
  createJurisdictions(
    openPlaces([
      {
        list: () => Object.keys(cities).map(pathOf),
        read: (path) => {
          const [id = '', more = {}] = Object.entries(cities).find(([one]) => pathOf(one) === path) ?? [];
          return JSON.stringify(city(id, more));
        },
      },
    ]),
  );
const geoid = (place: string) => ({ geoid: { state: '28', county: ['28047'], place } });
const at = (place: SamplePlace): Subject => subjectAt(place);

describe('a city without a boundary layer', () => {
  const cities = { 'biloxi-ms': geoid('2806220'), 'gulfport-ms': geoid('2829700') };

  it('holds what the Census Bureau puts into it, and nothing else of its county', async () => {
    const port = portOf(cities);
    const sources = directSources();
    const located = await port.locate(at(samplePlaces.biloxi), sources);
    expect(located).toEqual({
      state: 'found',
      jurisdictions: [port.byId('biloxi-ms')],
      note: expect.stringContaining('No boundary layer of biloxi-ms is configured; that the place lies in it is taken'),
    });
    expect(sources.queried).toHaveLength(1);
    const lane = await port.lane(at(samplePlaces.biloxi), 'permits', directSources());
    expect(lane.state === 'configured' && lane.configured.map(({ source }) => source.cardId)).toEqual([
      'biloxi-ms-permits',
    ]);
    expect(lane).not.toHaveProperty('undecided');
  });

  it('is not decided, and that is said, where the Bureau does not answer', async () => {
    const port = portOf({ 'biloxi-ms': geoid('2806220') });
    const down = () => directSources({ down: ['census-geocoder'] });
    const reason = expect.stringContaining('it is not known which place speaks for this point');
    expect(await port.locate(at(samplePlaces.biloxi), down())).toEqual({
      state: 'unavailable',
      reason,
      jurisdictions: [],
    });
    expect(await port.lane(at(samplePlaces.biloxi), 'permits', down())).toEqual({ state: 'unavailable', reason });
  });

  it('speaks for its whole county only where its file says that it is exactly that', async () => {
    const check = { boundaryCheck: { none: 'The city is exactly its county.', wholeCounty: true } };
    const port = portOf({ 'biloxi-ms': check });
    const sources = directSources();
    expect((await port.locate(at(samplePlaces.biloxi), sources)).state).toBe('found');
    expect(sources.queried).toEqual([]);
  });

  it('is refused at load without a place code, and none is refused without wholeCounty', () => {
    expect(() => load('biloxi-ms', {})).toThrow(/a city needs a boundary check, or its Census place code/);
    const none = { boundaryCheck: { none: 'No boundary layer is configured yet.' }, ...geoid('2806220') };
    expect(() => load('biloxi-ms', none)).toThrow(
      /boundaryCheck[\s\S]*must be a layer, or none with wholeCounty: true/,
    );
    const county = { kind: 'county', boundaryCheck: { none: 'its code decides', wholeCounty: true } };
    expect(() => load('harrison-county-ms', county)).toThrow('wholeCounty is said of a city');
    expect(load('biloxi-ms', geoid('2806220')).boundaryCheck).toBeUndefined();
  });
});

describe('a lane that a city and its county both have', () => {
  const port = createJurisdictions(shippedPlaces);
  const idsOf = (lane: Awaited<ReturnType<typeof port.lane>>) =>
    lane.state === 'configured' ? lane.configured.map(({ jurisdiction }) => jurisdiction.id) : [];

  it('is queried from the city too where only its own boundary layer fails: the Bureau decides', async () => {
    const lane = await port.lane(at(samplePlaces.raleigh), 'parcel', directSources({ down: ['raleigh-nc-boundary'] }));
    expect(idsOf(lane)).toEqual(['raleigh-nc', 'wake-county-nc', 'north-carolina']);
    expect(lane).not.toHaveProperty('undecided');
  });

  it('is queried from the county alone where no one decides, and says so', async () => {
    const sources = directSources({ down: ['raleigh-nc-boundary', 'census-geocoder'] });
    const lane = await port.lane(at(samplePlaces.raleigh), 'parcel', sources);
    expect(idsOf(lane)).toEqual(['wake-county-nc', 'north-carolina']);
    expect(lane).toHaveProperty('undecided', expect.stringContaining('The boundary of Raleigh, NC could not be read'));
  });
});

it('every shipped city says how it is decided', () => {
  for (const { id, kind, boundaryCheck, geoid: codes } of shippedPlaces.all()) {
    if (kind === 'city') expect([id, boundaryCheck !== undefined || codes.place !== undefined]).toEqual([id, true]);
  }
  expect(JSON.parse(readDataFile('jurisdictions/us/ny/new-york-ny.json')).boundaryCheck.wholeCounty).toBe(true);
});
