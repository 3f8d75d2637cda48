import { describe, expect, it } from 'vitest';
import { readDataFile } from '../../../src/kernel/data-file.ts';
import type { HouseQuery } from '../../../src/kernel/ports/place.ts';
import { createAddressPoints, layersFor } from '../../../src/places/lanes/house-points.ts';
import type { AddressColumns } from '../../../src/places/registry/addresses/columns.ts';
import {
  openAddressLayers,
  parseAddressLayers,
  shippedAddressLayers,
} from '../../../src/places/registry/addresses/index.ts';
import { type AddressTrap, addressPoints, elmStreet, type FakeHouse, north } from '../../upstreams/address-points.ts';
import { directSources } from '../../upstreams/direct.ts';

const text = readDataFile('layers/address-points.csv');
const header = text.slice(0, text.indexOf('\n'));
const rows = parseAddressLayers(text);
const street = { latitude: 44.05, longitude: -91.66 };

/** A question on the ground of a layer; a city's layer by its code. */
const houseOn = ({ geoid, level }: AddressColumns, lines: readonly string[] = ['104 Elm St']): HouseQuery => ({
  lines,
  stateFips: geoid.slice(0, 2),
  countyFips: level === 'county' ? [geoid] : [],
  ...(level === 'place' && { placeGeoid: geoid }),
  near: street,
});

/** A table of these lines alone. */
const cellText = (value: string) => (/[",]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
const indexOf = (...some: readonly AddressColumns[]) =>
  openAddressLayers(() => [header, ...some.map((row) => Object.values(row).map(cellText).join(','))].join('\n'));

const rowOf = (change: Partial<AddressColumns>): AddressColumns => {
  const [plain] = rows.filter(({ level, line, number }) => level === 'county' && line === '' && number !== '');
  if (!plain) throw new Error('no layer with a number of its own');
  const blank = { number_prefix: '', number_suffix: '', unit: '', city: '', postcode: '' };
  return { ...plain, ...blank, number: 'NUM', street: 'DIR NAME KIND', ...change };
};

interface World {
  readonly trap?: AddressTrap;
  readonly houses?: readonly FakeHouse[];
}

async function find(layers: readonly AddressColumns[], house: HouseQuery, { trap, houses }: World = {}) {
  const world = addressPoints(layers, {
    trapOf: ({ url }) => (url === layers[0]?.url ? trap : undefined),
    ...(houses && { housesAt: () => houses }),
  });
  const sources = directSources({ extra: [world] });
  const port = createAddressPoints(indexOf(...layers));
  return { found: await port.find(house, sources), again: () => port.find(house, sources), world, sources };
}

const [, , elm104] = elmStreet(street);

describe('the published layers of address points', () => {
  it('are a thousand, none asks for a person or for the number of a row', () => {
    expect(rows.length).toBeGreaterThan(1000);
    const ids = shippedAddressLayers.everyLayer().map(({ card }) => card.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('are read for the queried state alone, once', () => {
    let reads = 0;
    const index = openAddressLayers(() => {
      reads += 1;
      return text;
    });
    expect(reads).toBe(0);
    const wisconsin = index.inState('55');
    index.inState('55');
    expect(reads).toBe(1);
    expect(wisconsin.length).toBeGreaterThan(0);
    expect(wisconsin.every(({ columns }) => columns.state === 'WI')).toBe(true);
  });

  it('are each queried one question, which finds the house and its point', async () => {
    const missed: string[] = [];
    for (const row of rows) {
      const { found, world, sources } = await find([row], houseOn(row));
      if (found.point?.latitude !== elm104?.point.latitude || found.line !== '104 ELM ST') missed.push(row.url);
      expect(sources.queried).toHaveLength(1);
      expect(world.personsAsked).toEqual([]);
      expect(JSON.stringify(found)).not.toMatch(/PLANTED|555-010/);
      expect(found.searched).toEqual([expect.objectContaining({ state: 'found' })]);
      expect(found.citation?.sourceUrl).toBe(row.url);
    }
    expect(missed).toEqual([]);
  }, 60_000);

  it('are each queried for a house in its ZIP or city where its place on the street is not known', async () => {
    const able = rows.filter(({ postcode, city }) => postcode !== '' || city !== '');
    expect(able.length / rows.length).toBeGreaterThan(0.8);
    for (const row of able) {
      const { near: _street, ...house } = { ...houseOn(row), zip: '12345', city: 'Springfield' };
      const { found } = await find([row], house);
      expect(found.line, row.url).toBe('104 ELM ST');
    }
    const [blind] = rows.filter(({ postcode, city }) => postcode === '' && city === '');
    if (!blind) throw new Error('every layer has a city');
    const { near: _street, ...house } = houseOn(blind);
    const { found, sources } = await find([blind], { ...house, zip: '12345' });
    expect([found, sources.queried]).toEqual([{ searched: [] }, []]);
  }, 60_000);
});

describe('a house', () => {
  const layer = rowOf({});

  it.each<[AddressTrap, string]>([
    ['token', 'unavailable'],
    ['page', 'unavailable'],
    ['outlines', 'not_covered'],
    ['gone', 'unavailable'],
    ['missing', 'empty'],
  ])('is not found, and it is said why, in a layer with %s', async (trap, state) => {
    const { found } = await find([layer], houseOn(layer), { trap });
    expect(found.point).toBeUndefined();
    expect(found.searched[0]).toMatchObject({ state, reason: expect.any(String) });
  });

  it('is requested in the next layer where the first fails, and not where that has no such house', async () => {
    const state = rowOf({
      geoid: layer.geoid.slice(0, 2),
      level: 'state',
      url: 'https://gis.state.gov/a/FeatureServer/1',
    });
    const walled = await find([layer, state], houseOn(layer), { trap: 'token' });
    expect(walled.found.searched.map((one) => one.state)).toEqual(['unavailable', 'found']);
    expect(walled.found.citation?.sourceUrl).toBe(state.url);
    const without = await find([layer, state], houseOn(layer), { trap: 'missing' });
    expect(without.found.searched.map((one) => one.state)).toEqual(['empty']);
    expect(without.sources.queried).toHaveLength(1);
  });

  it('is requested by a number that is a number after the text was refused, and by that alone from then on', async () => {
    const { found, again, sources, world } = await find([layer], houseOn(layer), { trap: 'number_typed' });
    expect(found.line).toBe('104 ELM ST');
    expect(world.conditions).toEqual(["NUM = '104'", 'NUM = 104']);
    expect((await again()).line).toBe('104 ELM ST');
    expect(sources.queried).toHaveLength(3);
  });

  it('is read out of a whole street line, with gaps in it', async () => {
    const whole = rowOf({ line: 'FULLADDR', number: '', street: '' });
    const { found, world } = await find([whole], houseOn(whole), { trap: 'gaps' });
    expect(world.conditions).toEqual(["FULLADDR LIKE '104 %'"]);
    expect(found.line).toBe('104 ELM ST');
  });

  const house = (change: Partial<FakeHouse>): FakeHouse => ({
    number: 104,
    street: ['', 'ELM', 'ST'],
    city: 'SPRINGFIELD',
    zip: '12345',
    point: north(street, 20),
    ...change,
  });
  const units = rowOf({ unit: 'UNIT' });

  it('with units is one building while they lie together, and the point without a unit stands for it', async () => {
    const bare = house({ point: north(street, 15) });
    const houses = [house({ unit: '1' }), house({ unit: '2', point: north(street, 28) }), bare];
    const { found } = await find([units], houseOn(units), { houses });
    expect(found.point).toEqual(bare.point);
  });

  it('whose points lie apart has none', async () => {
    const houses = [house({ unit: 'A' }), house({ unit: 'B', point: north(street, 90) })];
    const { found } = await find([units], houseOn(units), { houses });
    expect(found.point).toBeUndefined();
    expect(found.searched[0]).toMatchObject({ state: 'empty', reason: expect.stringContaining('farther apart') });
  });

  it.each([
    ['of the same number on another street', house({ street: ['', 'OAK', 'AVE'] })],
    ['of a street with another direction', house({ street: ['N', 'ELM', 'ST'] })],
    ['of another kind of street', house({ street: ['', 'ELM', 'CT'] })],
    ['beyond the reach', house({ point: north(street, 320) })],
  ])('%s is not the one', async (_, other) => {
    const { found } = await find([layer], houseOn(layer), { houses: [other] });
    expect(found.point).toBeUndefined();
  });

  it('with a letter is requested with and without it, and only its own point is taken', async () => {
    const apart = rowOf({ number_suffix: 'SUF' });
    const { found, world } = await find([apart], houseOn(apart, ['104A Elm St']));
    expect(world.conditions).toEqual(["NUM IN ('104A', '104')"]);
    expect(found.point).toBeUndefined();
  });

  it.each(['Elm St & Oak Ave', "O'Hara St", 'Elm'])('that "%s" names no number of asks no one', async (line) => {
    const { found, sources } = await find([layer], houseOn(layer, [line]));
    expect([found, sources.queried]).toEqual([{ searched: [] }, []]);
  });
});

describe('the order of the layers', () => {
  const [county, city, state] = [
    rowOf({ geoid: '55063', level: 'county', name: 'La Crosse County', state: 'WI' }),
    rowOf({ geoid: '5540775', level: 'place', name: 'La Crosse', state: 'WI' }),
    rowOf({ geoid: '55', level: 'state', name: 'WI', state: 'WI' }),
  ];
  const index = indexOf(
    state,
    county,
    city,
    rowOf({ geoid: '55025', level: 'county', name: 'Dane County', state: 'WI' }),
  );
  const order = (house: Partial<HouseQuery>) =>
    layersFor(index, { lines: [], stateFips: '55', countyFips: ['55063'], ...house }).map(
      ({ columns }) => columns.level,
    );

  it('is city, county, state where the city is certain', () => {
    expect(order({ placeGeoid: '5540775' })).toEqual(['place', 'county', 'state']);
    expect(order({ placeGeoid: '5599999', city: 'La Crosse' })).toEqual(['county', 'state']);
  });

  it('puts the county before a city that is known by its postal name alone', () => {
    expect(order({ city: 'La Crosse' })).toEqual(['county', 'place', 'state']);
  });
});
