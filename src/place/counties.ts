import { z } from 'zod';
import { legendOf } from '../fields/legends.ts';
import { findState, states } from '../geography/us-states.ts';
import { readDataTable } from '../kernel/data-file.ts';
import { once } from '../kernel/memoize.ts';
import type { CountyCode } from '../kernel/subject.ts';
import { countyNames } from './embedded/polygons.ts';

const Change = z.strictObject({
  former: z.string().regex(/^\d{5}$/),
  former_name: z.string().min(1),
  current: z.string().regex(/^\d{5}$/),
  current_name: z.string().min(1),
  /** `replaced`: the current code came in place of the former; `joined`: the area was added to an existing county. */
  kind: z.enum(['replaced', 'joined']),
  effective: z.iso.date(),
  page_url: z.url(),
});

/** Pairs of a county code that was retired and the current code of its area (`data/geography/county-changes.csv`). */
const changes = once(() => z.array(Change).parse(readDataTable('geography/county-changes.csv')));

/** Full names of every code in the table, retired or current. */
function changedCountyNames(): ReadonlyMap<string, string> {
  return new Map(
    changes().flatMap((row) => [
      [row.former, row.former_name],
      [row.current, row.current_name],
    ]),
  );
}

/** Codes of the table that replaced another. */
const replacingCodes = (): readonly string[] => [
  ...new Set(changes().flatMap(({ kind, current }) => (kind === 'replaced' ? [current] : []))),
];

/** Codes that were retired. */
const formerCodes = (): readonly string[] => [...new Set(changes().map(({ former }) => former))];

/** Codes before or after a change whose area overlaps the county; none where its code never changed. */
export function counterpartsOf(fips: string): readonly string[] {
  const after = changes().flatMap(({ former, current }) => (former === fips ? [current] : []));
  const before = changes().flatMap(({ former, current, kind }) =>
    current === fips && kind === 'replaced' ? [former] : [],
  );
  return [...new Set([...after, ...before])];
}

/** The one other code whose area contains all of this county; undefined where there is none, or there are several. */
function containerOf(fips: string): string | undefined {
  const others = counterpartsOf(fips);
  return others.length === 1 ? others[0] : undefined;
}

// kinds of county equivalents of Alaska, where all others are boroughs
const kinds = legendOf('census-counties', 'kind');
const territoryNames = legendOf('census-counties', 'full name');

/** Connecticut's planning regions, county equivalents since 2022, are numbered from 110 on. */
export const isPlanningRegion = (fips: string) => fips.startsWith('09') && Number(fips.slice(2)) >= 110;

/** Codes that may name the same area: a county and its former code, or the code of which it was a part. */
export const sameGround = (a: string, b: string): boolean => a === b || counterpartsOf(a).includes(b);

/** The other code whose area contains all of this county: 02261 for 02063, the planning region for Middlesex County. */
export function otherCodeOf(fips: string): CountyCode | undefined {
  const other = containerOf(fips);
  return other === undefined ? undefined : countyCode(other);
}

/** Codes of other lists over which this county extends: both parts for 02261, three regions for Hartford County. */
export const spreadOver = (fips: string): readonly CountyCode[] =>
  containerOf(fips) === undefined ? counterpartsOf(fips).flatMap((other) => countyCode(other) ?? []) : [];

function suffix(fips: string, name: string): string {
  const state = fips.slice(0, 2);
  if (state === '02') return `${name} ${kinds[fips] ?? 'Borough'}`;
  if (state === '22') return `${name} Parish`;
  if (state === '72') return `${name} Municipio`;
  if (['11', '60', '66', '69', '78'].includes(state)) return territoryNames[fips] ?? name;
  if (state === '51' && Number(fips.slice(2)) >= 510) return `${name} city`;
  if (fips === '32510') return name;
  if (['24510', '29510'].includes(fips)) return `${name} city`;
  return `${name} County`;
}

/** County code with its vintage and full name; undefined for a code that no embedded list knows. */
export function countyCode(fips: string): CountyCode | undefined {
  const vintage = isPlanningRegion(fips) ? 'ct-planning-regions-2022' : 'counties';
  const embedded = countyNames().get(fips);
  const name = embedded === undefined ? changedCountyNames().get(fips) : suffix(fips, embedded);
  return name === undefined ? undefined : { fips, vintage, name };
}

const plain = (name: string) =>
  name
    .toUpperCase()
    .normalize('NFD')
    .replace(/-/g, ' ')
    .replace(/[^A-Z0-9 ]+/g, '')
    .replace(/\bST\b/g, 'SAINT')
    .replace(/\s+/g, ' ')
    .trim();
const kindWord =
  / (COUNTY|PARISH|CITY AND BOROUGH|BOROUGH|CENSUS AREA|MUNICIPALITY|MUNICIPIO|PLANNING REGION|DISTRICT|ISLAND)$/;

/** "De Kalb" and "DeKalb" are one name. */
const joined = (name: string) => name.replaceAll(' ', '');

type ByName = ReadonlyMap<string, readonly CountyCode[]>;

/** Counties by state and name, with and without the word for their kind. */
function indexed(codes: Iterable<string>): ByName {
  const map = new Map<string, CountyCode[]>();
  for (const fips of codes) {
    const county = countyCode(fips);
    if (!county) continue;
    const name = plain(county.name);
    for (const key of new Set([name, name.replace(kindWord, ''), name.replace(/ CITY$/, '')].map(joined))) {
      const at = `${fips.slice(0, 2)}|${key}`;
      map.set(at, [...(map.get(at) ?? []), county]);
    }
  }
  return map;
}

/** Current names first; a retired name is searched only where no county has it today. */
const names = once((): readonly ByName[] => {
  const known = new Set([...countyNames().keys(), ...replacingCodes()]);
  return [indexed(known), indexed(formerCodes().filter((fips) => !known.has(fips)))];
});

/** Counties of a state by name, 3-digit or 5-digit code; several where a name is a county's and a city's (Fairfax, VA). */
export function findCounty(stateText: string, countyText: string): readonly CountyCode[] {
  const state = findState(stateText);
  if (!state) return [];
  const text = countyText.trim();
  if (/^\d{3}$/.test(text) || /^\d{5}$/.test(text)) {
    const fips = text.length === 3 ? state.fips + text : text;
    const county = fips.startsWith(state.fips) ? countyCode(fips) : undefined;
    return county ? [county] : [];
  }
  const name = plain(text);
  const keys = [name, name.replace(kindWord, '')].map((key) => `${state.fips}|${joined(key)}`);
  for (const list of names()) {
    const found = keys.map((key) => list.get(key)).find((one) => one !== undefined);
    if (found) return found;
  }
  return [];
}

/** Counties of a name in every state: those of the whole name ("Orleans Parish"), else those of any kind. */
export function countiesNamed(name: string): readonly { county: CountyCode; stateCode: string }[] {
  const all = states.flatMap(({ code }) => findCounty(code, name).map((county) => ({ county, stateCode: code })));
  const whole = all.filter(({ county }) => plain(county.name) === plain(name));
  return whole.length > 0 ? whole : all;
}
