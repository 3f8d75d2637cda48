import { describe, expect, it } from 'vitest';
import { AnswerBuilder } from '../../src/kernel/answer-builder.ts';
import { createPlacePort } from '../../src/place/index.ts';
import { lineParts, sameName } from '../../src/place/match.ts';
import { directSources } from '../upstreams/direct.ts';
import type { FakeUpstream } from '../upstreams/fake-upstream.ts';

const place = createPlacePort();

/** A geocoder that gives these addresses to every query. */
function lying(found: readonly string[], county = '55025'): FakeUpstream {
  const addressMatches = found.map((matchedAddress, at) => {
    const [, city, state, zip] = matchedAddress.split(', ');
    return {
      matchedAddress,
      coordinates: { x: -89.38 - at / 10, y: 43.07 },
      addressComponents: { city, state, zip },
      geographies: { Counties: [{ GEOID: county, NAME: 'A County', BASENAME: 'A' }] },
    };
  });
  return {
    cardId: 'census-geocoder',
    hosts: ['geocoding.geo.census.gov'],
    respond: () => ({ body: { result: { addressMatches } } }),
  };
}

const ask = (address: string, ...found: readonly string[]) =>
  place.resolve({ address }, directSources({ extra: [lying(found)] }));

describe('a geocoder that knows another place', () => {
  it.each([
    ['another street', '2400 Elm St, Madison, WI 53703', '2400 OAK ST, MADISON, WI, 53703'],
    ['another number', '2100 Main St, Madison, WI 53703', '2102 MAIN ST, MADISON, WI, 53703'],
    ['another city and ZIP', '2300 Main St, Madison, WI 53703', '2300 MAIN RD, MILWAUKEE, WI, 53202'],
    ['another city', '2300 Main St, Madison, WI', '2300 MAIN ST, MILWAUKEE, WI, 53202'],
    ['another ZIP without a city', '2300 Main St, 53703', '2300 MAIN ST, MILWAUKEE, WI, 53202'],
    ['another numbered road', '4500 County Road M, Madison, WI', '4500 COUNTY RD N, MADISON, WI, 53703'],
    ['another class of road', '4500 County Road 14, Madison, WI', '4500 US HWY 14, MADISON, WI, 53703'],
    ['another grid number', 'W255 N499 Hill Rd, Madison, WI', 'W255N498 HILL RD, MADISON, WI, 53703'],
    ['another hyphenated number', '10-17 Hill Rd, Madison, WI', '10-19 HILL RD, MADISON, WI, 53703'],
    ['another crossing', 'Main St & Hill Rd, Madison, WI', '1 MAIN ST, MADISON, WI, 53703'],
  ])('%s is a choice', async (_, address, found) => {
    const { state, subject, ...rest } = await ask(address, found);
    expect(state).toBe('ambiguous');
    expect(subject.precision).toBe('unknown');
    expect(subject.candidates).toEqual([{ label: found, latitude: 43.07, longitude: -89.38, countyFips: '55025' }]);
    expect('reason' in rest && rest.reason).toMatch(/does not know .* and offers another address/);
  });

  it.each([
    ['the direction', '2200 N Main St, Madison, WI', '2200 S MAIN ST, MADISON, WI, 53703'],
    ['the direction', '2200 Main St, Madison, WI', '2200 S MAIN ST, MADISON, WI, 53703'],
    ['the direction', '2200 Main St N, Madison, WI', '2200 N MAIN ST, MADISON, WI, 53703'],
    ['the kind of street', '2200 Main St, Madison, WI', '2200 MAIN RD, MADISON, WI, 53703'],
    ['part of the house number', '1015 1/2 Main St, Madison, WI', '1015 MAIN ST, MADISON, WI, 53703'],
    ['part of the house number', '1015A Main St, Madison, WI', '1015 MAIN ST, MADISON, WI, 53703'],
    ['the ZIP', '2200 Main St, Madison, WI 53704', '2200 MAIN ST, MADISON, WI, 53703'],
    ['the city', '2200 Main St, Monona, WI 53703', '2200 MAIN ST, MADISON, WI, 53703'],
    ['the city', '2200 Main St, Maddison, WI', '2200 MAIN ST, MADISON, WI, 53703'],
  ])('%s of it is a limit of the answer: %s', async (part, address, found) => {
    const { state, subject } = await ask(address, found);
    expect(state).toBe('resolved');
    expect(subject.resolved).toBe(found);
    expect(subject.doubts).toEqual([expect.stringContaining(`differs from the address as it was given in ${part}`)]);
    expect(new AnswerBuilder(subject).finish({ summary: '' }).limits).toEqual(subject.doubts);
  });

  it.each([
    ['2200 North Main Street Apt 4, Madison, WI', '2200 N MAIN ST, MADISON, WI, 53703'],
    ['2200 5th Ave, Madison, WI', '2200 FIFTH AVE, MADISON, WI, 53703'],
    ['2200 State Route 9, Madison, WI', '2200 STATE HWY 9, MADISON, WI, 53703'],
    ['2200 CR 220, Madison, WI', '2200 COUNTY ROAD 220, MADISON, WI, 53703'],
    ['2200 Highway 50, Madison, WI', '2200 US HWY 50, MADISON, WI, 53703'],
    ['2200 Saint Marys Rd, Madison, WI', '2200 ST MARYS RD, MADISON, WI, 53703'],
    ['W255 N499 Hill Rd, Madison, WI', 'W255N499 HILL RD, MADISON, WI, 53703'],
    ['2200 Main, Madison, WI', '2200 MAIN ST, MADISON, WI, 53703'],
  ])('"%s" in another spelling is the same', async (address, found) => {
    const { state, subject } = await ask(address, found);
    expect([state, subject.resolved, subject.doubts]).toEqual(['resolved', found, undefined]);
  });

  it('a borough of New York is the city of a match in its county', async () => {
    const found = '200 W 57TH ST, NEW YORK, NY, 10019';
    const sources = directSources({ extra: [lying([found], '36061')] });
    const { state, subject } = await place.resolve({ address: '200 W 57th St, Manhattan, NY' }, sources);
    expect([state, subject.resolved, subject.doubts]).toEqual(['resolved', found, undefined]);
  });

  it('the one that differs in nothing is taken, and no other one', async () => {
    const [other, same] = ['2200 S MAIN ST, MADISON, WI, 53703', '2200 N MAIN ST, MADISON, WI, 53703'];
    const { state, subject } = await ask('2200 N Main St, Madison, WI', other, same);
    expect([state, subject.resolved, subject.doubts]).toEqual(['resolved', same, undefined]);
  });
});

it.each([
  ['4500 I-35 Frontage Rd', '4500 INTERSTATE 35 FRONTAGE RD', true],
  ['789 FM 1960', '789 FARM TO MARKET RD 1960', true],
  ['12 LaSalle St', '12 LA SALLE ST', true],
  ['450 S 200 E', '450 S 300 E', false],
  ['200 Calle Luna', '200 CALLE SOL', false],
  ['12 Avenue C', '12 AVENUE D', false],
])('the streets of %s and %s are one: %s', (one, other, same) =>
  expect(sameName(lineParts(one), lineParts(other))).toBe(same),
);
