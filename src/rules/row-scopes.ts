import type { RowScope } from './cited-row.ts';

const county = (name: string, state: string, fips: string): RowScope => ({
  name: `${name} County, ${state}`,
  state,
  counties: [fips],
});
const city = (name: string, state: string, placeCounties: readonly string[]): RowScope => ({
  name: `${name}, ${state}`,
  state,
  place: name.toLowerCase(),
  placeCounties,
});
const wholeState = (name: string, state: string): RowScope => ({ name, state });

/** Places that rule rows speak for. A city that is its own counties is known by these. */
export const scopes = {
  nation: { name: 'United States' },

  alabama: wholeState('Alabama', 'AL'),
  california: wholeState('California', 'CA'),
  district: wholeState('District of Columbia', 'DC'),
  florida: wholeState('Florida', 'FL'),
  illinois: wholeState('Illinois', 'IL'),
  louisiana: wholeState('Louisiana', 'LA'),
  mississippi: wholeState('Mississippi', 'MS'),
  newYorkState: wholeState('New York State', 'NY'),
  northCarolina: wholeState('North Carolina', 'NC'),
  southCarolina: wholeState('South Carolina', 'SC'),

  alachua: county('Alachua', 'FL', '12001'),
  carteret: county('Carteret', 'NC', '37031'),
  cook: county('Cook', 'IL', '17031'),
  davidson: county('Davidson', 'NC', '37057'),
  duval: county('Duval', 'FL', '12031'),
  king: county('King', 'WA', '53033'),
  losAngeles: county('Los Angeles', 'CA', '06037'),
  miamiDade: county('Miami-Dade', 'FL', '12086'),
  travis: county('Travis', 'TX', '48453'),
  wake: county('Wake', 'NC', '37183'),
  wayne: county('Wayne', 'NC', '37191'),

  newYorkCity: {
    name: 'New York City, NY',
    state: 'NY',
    place: 'new york',
    counties: ['36005', '36047', '36061', '36081', '36085'],
  },
  philadelphia: { name: 'Philadelphia, PA', state: 'PA', place: 'philadelphia', counties: ['42101'] },

  austin: city('Austin', 'TX', ['48453', '48491', '48209']),
  boston: city('Boston', 'MA', ['25025']),
  boulder: city('Boulder', 'CO', ['08013']),
  cedarHill: city('Cedar Hill', 'TX', ['48113', '48139']),
  chicago: city('Chicago', 'IL', ['17031', '17043']),
  raleigh: city('Raleigh', 'NC', ['37183', '37063']),
  sanFrancisco: { name: 'San Francisco, CA', state: 'CA', place: 'san francisco', counties: ['06075'] },
  seattle: city('Seattle', 'WA', ['53033']),
  tukwila: city('Tukwila', 'WA', ['53033']),
} as const satisfies Record<string, RowScope>;
