import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { findState } from '../../src/geography/us-states.ts';
import { shippedAddressLayers } from '../../src/places/registry/addresses/index.ts';
import { askableAt } from '../../src/places/registry/askable.ts';
import { withLayers } from '../../src/places/registry/layers/beside.ts';
import { shippedLayers } from '../../src/places/registry/layers/index.ts';
import { shippedPlaces } from '../../src/places/registry/load.ts';
import {
  decidedByCodes,
  type Jurisdiction,
  type LaneSource,
  parcelDepthOf,
  sourcesOf,
} from '../../src/places/schema/jurisdiction.ts';

/** What the sources that reach all of a county hold, in the order of the page. */
export const holdings = {
  parcel: 'number and outline',
  facts: 'any fact: use, value, year built or sale',
  value: 'a value of one known kind',
  use: 'use',
  yearBuilt: 'year built',
  sale: 'last sale',
  points: 'address points',
} as const;
export type Holding = keyof typeof holdings;

export interface CountyCoverage {
  /** Census code, five digits. */
  readonly fips: string;
  readonly state: string;
  readonly people: number;
  readonly holds: ReadonlySet<Holding>;
}

/** Whether a place speaks for all of a county; a city does where it is exactly its county. */
const speaksFor = (place: Jurisdiction, county: string) =>
  place.kind === 'state' || (place.geoid.county.includes(county) && (place.kind === 'county' || decidedByCodes(place)));

const values = ['landValue', 'buildingValue', 'totalValue'];
const meansOf = (entry: unknown) =>
  typeof entry === 'object' && entry !== null && 'means' in entry ? entry.means : '';

/** What one source of a parcel or an assessment holds. */
function heldBy(source: LaneSource): readonly Holding[] {
  const named = Object.entries(source.fields);
  const has = (...names: string[]) => named.some(([name]) => names.includes(name));
  const known = named.some(
    ([name, entry]) => values.includes(name) && !['', 'unknown'].includes(String(meansOf(entry))),
  );
  return [
    'parcel',
    ...(parcelDepthOf(source) === 'facts' ? (['facts'] as const) : []),
    ...(known ? (['value'] as const) : []),
    ...(has('propertyClass', 'landUse') ? (['use'] as const) : []),
    ...(has('yearBuilt') ? (['yearBuilt'] as const) : []),
    ...(has('lastSaleDate', 'lastSalePrice') ? (['sale'] as const) : []),
  ];
}

/**
 * Every county of the states with its people (FY 2024 table of HUD, census of 2020) and what the sources that reach
 * all of it hold. A city's own source is counted only where the city is the whole county.
 */
export function readCountyCoverage(): readonly CountyCoverage[] {
  const text = readFileSync(new URL('county-people.csv', import.meta.url), 'utf8');
  const rows: Record<string, string>[] = parse(text, { columns: true });
  const index = withLayers(shippedPlaces, shippedLayers);
  return rows.map(({ county: fips = '', people = '0' }) => {
    const state = findState(fips.slice(0, 2));
    if (!state) throw new Error(`scripts/coverage/county-people.csv: ${fips} is of no state`);
    const places = index
      .inState(state.fips)
      .filter((place) => speaksFor(place, fips))
      .map((place) => askableAt(place, [fips], false));
    const parcels = places
      .flatMap((place) => sourcesOf(place, 'parcel'))
      // of a layer that lacks counties without saying which, nothing is promised
      .filter(({ coverage }) => !coverage?.uncounted);
    const beside = parcels.length === 0 ? [] : places.flatMap((place) => sourcesOf(place, 'assessment'));
    const hasPoints = shippedAddressLayers
      .inState(state.fips)
      .some(({ columns: { geoid, part } }) => part === '' && (geoid === state.fips || geoid === fips));
    const holds = new Set<Holding>([...parcels, ...beside].flatMap(heldBy));
    return { fips, state: state.name, people: Number(people), holds: hasPoints ? holds.add('points') : holds };
  });
}
