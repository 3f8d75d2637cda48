import { describe, expect, it } from 'vitest';
import { readDataFile } from '../../../src/kernel/data-file.ts';
import { SourceCardSchema } from '../../../src/kernel/source-card.ts';
import type { Subject } from '../../../src/kernel/subject.ts';
import { createJurisdictions } from '../../../src/places/registry/index.ts';
import { openLayers, parseLayers, shippedLayers } from '../../../src/places/registry/layers/index.ts';
import { shippedPlaces } from '../../../src/places/registry/load.ts';
import { JurisdictionSchema, parcelDepthOf, sourcesOf } from '../../../src/places/schema/jurisdiction.ts';
import { directSources } from '../../upstreams/direct.ts';

const text = readDataFile('layers/parcels.csv');
const rows = parseLayers(text);
const places = shippedLayers.everyPlace();
const port = createJurisdictions(shippedPlaces, shippedLayers);

const subjectIn = (fips: string, name: string, stateCode: string): Subject => ({
  input: name,
  precision: 'area',
  areaKind: 'county',
  stateFips: fips.slice(0, 2),
  stateCode,
  county: { fips, vintage: 'counties', name },
  countyAlternates: [],
  countyCandidates: [],
  candidates: [],
});
const laneAt = (fips: string, stateCode: string, sold = false) =>
  (sold ? port.forSale() : port).lane(subjectIn(fips, 'the county', stateCode), 'parcel', directSources());
const cardsAt = async (fips: string, stateCode: string) => {
  const lane = await laneAt(fips, stateCode);
  return lane.state === 'configured' ? lane.configured.map(({ source }) => source.cardId) : [];
};

describe('the table of published parcel layers', () => {
  it('makes jurisdictions and cards of the published shapes out of every line', () => {
    expect(rows.length).toBeGreaterThan(1000);
    expect(places.flatMap(({ sources }) => sources)).toHaveLength(rows.length);
    for (const place of places) {
      const checked = JurisdictionSchema.safeParse(place);
      expect(checked.error?.message, place.id).toBeUndefined();
      for (const { cardId } of place.sources) {
        const card = createJurisdictions({ all: () => [place], inState: () => [], byId: () => place }).card(cardId);
        expect(SourceCardSchema.safeParse(card).error?.message, cardId).toBeUndefined();
      }
    }
  });

  it('has no dataset twice for one place, and no id twice at all', () => {
    const lanes = rows.map(({ geoid, url, where }) => [geoid, url.toLowerCase(), where].join(' '));
    expect(lanes.filter((lane, at) => lanes.indexOf(lane) !== at)).toEqual([]);
    const ids = [
      ...places.map(({ id }) => id),
      ...places.flatMap(({ sources }) => sources.map(({ cardId }) => cardId)),
    ];
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  it('says of each line who saw the layer and on which day, and claims no look of its own', () => {
    for (const row of rows) {
      expect(row.seen_by, row.geoid).not.toBe('doctor');
      expect(row.seen_in, row.geoid).not.toMatch(/stored file|\/work|\/tmp|localhost/);
    }
  });

  const header = text.split('\n')[0] ?? '';
  const line = text.split('\n').find((one) => one.startsWith('04013')) ?? '';
  const refused = (change: (cells: string) => string) => () =>
    openLayers(() => `${header}\n${change(line)}\n`).inState('04');

  it.each([
    ['a column of a person', (cells: string) => cells.replace(',APN,', ',OWNER_NAME,'), /about a person: OWNER_NAME/],
    ['the number of a row', (cells: string) => cells.replace(',APN,', ',OBJECTID,'), /number of a row/],
    [
      'a host of a private network',
      (cells: string) => cells.replace('gis.mcassessor.maricopa.gov', '10.0.0.8'),
      /not public/,
    ],
    ['an address that is not https', (cells: string) => cells.replace('https://gis.', 'http://gis.'), /url/],
    ['a condition in the place of a column', (cells: string) => cells.replace(',APN,', ',APN OR 1=1,'), /parcel_id/],
  ])('refuses %s', (_, change, reason) => {
    expect(refused((cells) => cells)).not.toThrow();
    expect(refused(change)).toThrow(reason);
  });

  it('refuses one dataset that is listed twice for one place', () => {
    expect(() => openLayers(() => `${header}\n${line}\n${line}\n`).inState('04')).toThrow(/asks the dataset of/);
  });
});

describe('layers beside the place files', () => {
  it('are queried county before state, by their rank', async () => {
    expect(await cardsAt('04013', 'AZ')).toEqual([
      'maricopa-county-az-parcels',
      'maricopa-county-az-parcels-2',
      'arizona-parcels',
      'arizona-parcels-2',
    ]);
  });

  it('give way to a file that has a parcel source, and fill one that has none', async () => {
    expect(await cardsAt('37183', 'NC')).toEqual(['raleigh-parcel', 'wake-parcel', 'nc-onemap-parcels'].slice(1));
    expect(await cardsAt('36061', 'NY')).not.toContain('new-york-county-ny-parcels');
    expect(await cardsAt('42101', 'PA')).not.toContain('philadelphia-county-pa-parcels');
    const king = port.byId('king-county-wa');
    expect(king?.sources.map(({ lane }) => lane)).toEqual(expect.arrayContaining(['legislation', 'parcel']));
    expect(port.byId('baltimore-md')?.sources.map(({ cardId }) => cardId)).toEqual(
      expect.arrayContaining(['baltimore-city-md-parcels']),
    );
  });

  it('are said to be missing where the layer is known to lack the county', async () => {
    const lane = await laneAt('36027', 'NY');
    expect(lane).toMatchObject({ state: 'not_covered', reason: 'New York parcels are not published for this county.' });
    expect(await cardsAt('36029', 'NY')).toContain('new-york-parcels');
  });

  it('are part of nothing that is sold where their terms forbid it', async () => {
    expect(await laneAt('08005', 'CO')).toMatchObject({ state: 'configured' });
    const sold = await laneAt('08005', 'CO', true);
    const cards = sold.state === 'configured' ? sold.configured.map(({ source }) => source.cardId) : [];
    expect(cards).not.toContain('colorado-parcels');
    expect(port.card('colorado-parcels')?.commercialUse).toBe('forbidden');
  });

  it('are found by the id of their place and of their card, and stand in no list of everything', () => {
    expect(port.byId('maricopa-county-az')?.displayName).toBe('Maricopa County, AZ');
    expect(port.byId('ohio')?.kind).toBe('state');
    expect(port.card('king-county-wa-parcels')?.name).toBe('King County, WA parcels');
    expect(port.card('no-such-parcels')).toBeUndefined();
    expect(port.byId('no-such-place-zz')).toBeUndefined();
    expect(port.all()).toHaveLength(shippedPlaces.all().length);
    expect(port.cards().some(({ id }) => id === 'maricopa-county-az-parcels')).toBe(false);
  });

  it('are counted by what they tell', () => {
    const counts = port.layerCounts();
    expect(counts.map(({ depth }) => depth)).toEqual(['identity', 'facts']);
    expect(counts.reduce((sum, { layers }) => sum + layers, 0)).toBe(rows.length);
    expect(counts.every(({ layers, places: own }) => own > 0 && own <= layers)).toBe(true);
  });

  it('are read state by state', () => {
    let reads = 0;
    const layers = openLayers(() => {
      reads++;
      return text;
    });
    const registry = createJurisdictions(shippedPlaces, layers);
    registry.all();
    registry.cards();
    expect(reads).toBe(0);
    registry.candidates(subjectIn('04013', 'Maricopa County', 'AZ'));
    registry.candidates(subjectIn('04019', 'Pima County', 'AZ'));
    expect(reads).toBe(1);
  });

  it('say how much they tell', () => {
    const depthOf = (id: string) => {
      const [source] = sourcesOf(port.byId(id) ?? place404(id), 'parcel');
      return source && parcelDepthOf(source);
    };
    expect([depthOf('ohio'), depthOf('nevada')]).toEqual(['facts', 'identity']);
  });
});

function place404(id: string): never {
  throw new Error(`no place ${id}`);
}
