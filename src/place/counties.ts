import type { CountyCode } from '../kernel/subject.ts';
import { findState, states } from '../kernel/us-states.ts';
import { countyNames } from './embedded/polygons.ts';

/** Connecticut's planning regions, county equivalents since 2022. */
const planningRegions: Readonly<Record<string, string>> = {
  '09110': 'Capitol Planning Region',
  '09120': 'Greater Bridgeport Planning Region',
  '09130': 'Lower Connecticut River Valley Planning Region',
  '09140': 'Naugatuck Valley Planning Region',
  '09150': 'Northeastern Connecticut Planning Region',
  '09160': 'Northwest Hills Planning Region',
  '09170': 'South Central Connecticut Planning Region',
  '09180': 'Southeastern Connecticut Planning Region',
  '09190': 'Western Connecticut Planning Region',
};

/** Counties that were split or renamed after the embedded boundaries (2017): code to name. */
const newer: Readonly<Record<string, string>> = {
  '02063': 'Chugach Census Area',
  '02066': 'Copper River Census Area',
};

/** Old code whose area a newer code lies in. */
const successors: Readonly<Record<string, string>> = { '02063': '02261', '02066': '02261' };

// full names where the state has several kinds of county equivalents; all others of Alaska are boroughs
const alaska: Readonly<Record<string, string>> = {
  '016': 'Census Area',
  '020': 'Municipality',
  '050': 'Census Area',
  '063': 'Census Area',
  '066': 'Census Area',
  '070': 'Census Area',
  '105': 'Census Area',
  '110': 'City and Borough',
  '158': 'Census Area',
  '180': 'Census Area',
  '198': 'Census Area',
  '220': 'City and Borough',
  '230': 'Municipality',
  '240': 'Census Area',
  '261': 'Census Area',
  '275': 'City and Borough',
  '282': 'City and Borough',
  '290': 'Census Area',
};
const territoryNames: Readonly<Record<string, string>> = {
  '60010': 'Eastern District',
  '60020': "Manu'a District",
  '60050': 'Western District',
  '69085': 'Northern Islands Municipality',
  '69100': 'Rota Municipality',
  '69110': 'Saipan Municipality',
  '69120': 'Tinian Municipality',
  '78010': 'St. Croix Island',
  '78020': 'St. John Island',
  '78030': 'St. Thomas Island',
};

export const isPlanningRegion = (fips: string) => fips in planningRegions;

/** Codes that may name the same ground: a split county and its parts. */
export function sameGround(a: string, b: string): boolean {
  return (successors[a] ?? a) === (successors[b] ?? b);
}

/** Codes of the list before or after a split: 02261 for 02063, both parts for 02261; empty for all other counties. */
export const predecessorOf = (fips: string): CountyCode | undefined => {
  const old = successors[fips];
  return old === undefined ? undefined : countyCode(old);
};
export const successorsOf = (fips: string): readonly CountyCode[] =>
  Object.keys(successors).flatMap((part) => (successors[part] === fips ? (countyCode(part) ?? []) : []));

function suffix(fips: string, name: string): string {
  const state = fips.slice(0, 2);
  if (state === '02') return `${name} ${alaska[fips.slice(2)] ?? 'Borough'}`;
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
  const region = planningRegions[fips];
  if (region) return { fips, vintage: 'ct-planning-regions-2022', name: region };
  const name = countyNames().get(fips);
  if (name !== undefined) return { fips, vintage: 'counties', name: suffix(fips, name) };
  return newer[fips] === undefined ? undefined : { fips, vintage: 'counties', name: newer[fips] };
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

let byName: ReadonlyMap<string, readonly CountyCode[]> | undefined;

function index(): ReadonlyMap<string, readonly CountyCode[]> {
  if (byName) return byName;
  const map = new Map<string, CountyCode[]>();
  const fipsCodes = [...countyNames().keys(), ...Object.keys(newer), ...Object.keys(planningRegions)];
  for (const fips of fipsCodes) {
    const county = countyCode(fips);
    if (!county) continue;
    for (const key of new Set([
      plain(county.name),
      plain(county.name).replace(kindWord, ''),
      plain(county.name).replace(/ CITY$/, ''),
    ])) {
      const at = `${fips.slice(0, 2)}|${key}`;
      map.set(at, [...(map.get(at) ?? []), county]);
    }
  }
  byName = map;
  return map;
}

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
  return index().get(`${state.fips}|${name}`) ?? index().get(`${state.fips}|${name.replace(kindWord, '')}`) ?? [];
}

/** Counties of a name in every state. */
export function countiesNamed(name: string): readonly { county: CountyCode; stateCode: string }[] {
  return states.flatMap(({ code }) => findCounty(code, name).map((county) => ({ county, stateCode: code })));
}
