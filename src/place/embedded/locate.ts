import { findState, type State } from '../../geography/us-states.ts';
import type { CountyCode, GeoPoint } from '../../kernel/subject.ts';
import { countyCode, isPlanningRegion, otherCodeOf, sameGround } from '../counties.ts';
import { type City, citiesNamed, cityKey } from './cities.ts';
import { countyFipsAt } from './polygons.ts';
import { type ZipRow, zipTable } from './zips.ts';

export interface LocatedArea {
  readonly kind: 'zip' | 'place' | 'state';
  readonly label: string;
  readonly point?: GeoPoint;
  readonly state: State;
  readonly zip?: string;
  readonly placeName?: string;
  /** Set where the signals agree, or all but one do. */
  readonly county?: CountyCode;
  readonly countyAlternates: readonly CountyCode[];
  /** Where the signals split: every county that one of them names, most votes first. */
  readonly countyCandidates: readonly CountyCode[];
}

/** The ZIP row, or undefined for a code that neither table has. */
export const zipRow = (zip: string): ZipRow | undefined => zipTable().rows.get(zip);

/** ZIP codes that begin with these digits, in order. */
export const zipsStarting = (digits: string): readonly string[] =>
  [...zipTable().rows.keys()].filter((zip) => zip.startsWith(digits)).toSorted();

export const zipsOfPlace = (city: string, state: State): readonly string[] =>
  zipTable().byPlace.get(`${cityKey(city)}|${state.code}`) ?? [];

/** County by vote of independent signals; Connecticut's planning regions are not counted and are returned as alternates. */
function vote(
  signals: readonly (string | undefined)[],
): Pick<LocatedArea, 'county' | 'countyAlternates' | 'countyCandidates'> {
  const regions = new Set(signals.filter((fips): fips is string => fips !== undefined && isPlanningRegion(fips)));
  const votes: { fips: string; count: number }[] = [];
  for (const fips of signals) {
    if (fips === undefined || isPlanningRegion(fips)) continue;
    const known = votes.find((entry) => sameGround(entry.fips, fips));
    if (known) known.count++;
    else votes.push({ fips, count: 1 });
  }
  votes.sort((a, b) => b.count - a.count);
  const counties = votes.flatMap(({ fips }) => countyCode(fips) ?? []);
  const alternates = regions.size === 1 ? [...regions].flatMap((fips) => countyCode(fips) ?? []) : [];
  const [first, second] = votes;
  const clear =
    first !== undefined &&
    (second === undefined || first.count >= second.count + 2 || (first.count > second.count && first.count >= 2));
  const [county] = counties;
  const split = votes.length > 1;
  const before = clear && county && regions.size === 0 ? otherCodeOf(county.fips) : undefined;
  return {
    ...(clear && county && { county }),
    countyAlternates: before ? [...alternates, before] : alternates,
    countyCandidates: split ? counties : [],
  };
}

const cityFips = (city: City) => {
  const state = findState(city.stateCode);
  return state && city.county3 ? state.fips + city.county3 : undefined;
};

/** The city of a name in a state; undefined where several of that name lie in different counties. */
function cityIn(name: string, state: State): City | undefined {
  const found = citiesNamed(name).filter(({ stateCode }) => stateCode === state.code);
  const [first] = found;
  return first && found.every(({ county3 }) => county3 === first.county3) ? first : undefined;
}

const pointFips = (point: GeoPoint | undefined) => point && countyFipsAt(point);

/** Area of a ZIP code: its point, state, and county by vote (table, two centroids, and the city where one is named). */
export function locateZip(zip: string, city?: string): LocatedArea | undefined {
  const row = zipRow(zip);
  if (!row) return undefined;
  const center = row.zcta ?? row.geonames;
  const inside = pointFips(center);
  const state = (row.stateCode && findState(row.stateCode)) || (inside ? findState(inside.slice(0, 2)) : undefined);
  if (!state) return undefined;
  const signals = [row.countyFips, row.zcta && inside, row.geonames && countyFipsAt(row.geonames)];
  const given = signals.filter((fips): fips is string => fips !== undefined && !isPlanningRegion(fips));
  const [first] = given;
  const agreed = first !== undefined && given.length > 1 && given.every((fips) => sameGround(fips, first));
  // the list of cities is large: it is read only where the other signals split
  const named = agreed ? undefined : cityIn(city ?? row.place ?? '', state);
  return {
    kind: 'zip',
    label: row.place ? `${row.place}, ${state.code} ${zip}` : `${state.code} ${zip}`,
    ...(center && { point: center }),
    state,
    zip,
    ...(row.place && { placeName: row.place }),
    ...vote([...signals, named && cityFips(named)]),
  };
}

/** Area of "City, ST": GeoNames place first, then the ZIP table's places. Several places of that name: all of them. */
export function locateCity(city: string, state: State): readonly LocatedArea[] {
  const named = citiesNamed(city).filter(({ stateCode }) => stateCode === state.code);
  const codes = zipsOfPlace(city, state);
  const zipSignals = codes.map((zip) => zipRow(zip)?.countyFips);
  const distinct = named.filter((one, at) => named.findIndex(({ county3 }) => county3 === one.county3) === at);
  if (distinct.length > 0) {
    return distinct.map((one) => {
      const own = cityFips(one);
      const signals = distinct.length > 1 ? [own, own] : [own, countyFipsAt(one), mostCommon(zipSignals)];
      const voted = vote(signals);
      const label = `${one.name}, ${state.code}`;
      return {
        kind: 'place' as const,
        label: distinct.length > 1 && voted.county ? `${label} (${voted.county.name})` : label,
        point: { latitude: one.latitude, longitude: one.longitude },
        state,
        placeName: one.name,
        ...voted,
      };
    });
  }
  const first = codes[0] === undefined ? undefined : zipRow(codes[0]);
  if (!first) return [];
  const point = first.zcta ?? first.geonames;
  return [
    {
      kind: 'place',
      label: `${first.place ?? city}, ${state.code}`,
      ...(point && { point }),
      state,
      placeName: first.place ?? city,
      ...vote([...zipSignals.slice(0, 3), pointFips(point)]),
    },
  ];
}

function mostCommon(values: readonly (string | undefined)[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/** Places of a name in all states, one each, as "Name, ST". */
export function citiesEverywhere(name: string): readonly City[] {
  const all = citiesNamed(name);
  return all.filter(
    (one, at) =>
      all.findIndex(({ stateCode, county3 }) => stateCode === one.stateCode && county3 === one.county3) === at,
  );
}

/** Planning region of a point in Connecticut, where every ZIP code near it lies in the same one. */
export function planningRegionNear(point: GeoPoint): CountyCode | undefined {
  const near: { fips: string | undefined; away: number }[] = [];
  for (const row of zipTable().rows.values()) {
    if (row.stateCode !== 'CT') continue;
    const at = row.zcta ?? row.geonames;
    if (at)
      near.push({
        fips: row.countyFips,
        away: (at.latitude - point.latitude) ** 2 + ((at.longitude - point.longitude) * 0.75) ** 2,
      });
  }
  const regions = new Set(
    near
      .sort((a, b) => a.away - b.away)
      .slice(0, 4)
      .map(({ fips }) => fips)
      .filter((fips): fips is string => fips !== undefined && isPlanningRegion(fips)),
  );
  const [only] = regions;
  return regions.size === 1 && only ? countyCode(only) : undefined;
}
