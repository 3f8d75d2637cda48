import type { Geography } from '../kernel/ports/place.ts';

export const districtKinds = [
  'county',
  'county_subdivision',
  'place',
  'congressional_district',
  'state_upper_chamber',
  'state_lower_chamber',
  'school_district',
  'tribal_area',
  'zip_tabulation_area',
  'census_tract',
  'block_group',
] as const;
export type DistrictKind = (typeof districtKinds)[number];

/** Layers by what their names say: ids and years in the names change, the words last. */
const patterns: readonly (readonly [RegExp, DistrictKind])[] = [
  [/^counties$/i, 'county'],
  [/^county subdivisions$/i, 'county_subdivision'],
  [/^(incorporated places|census designated places|consolidated cities)$/i, 'place'],
  [/congressional districts$/i, 'congressional_district'],
  [/state legislative districts - upper$/i, 'state_upper_chamber'],
  [/state legislative districts - lower$/i, 'state_lower_chamber'],
  [/(unified|elementary|secondary) school districts$/i, 'school_district'],
  [/(american indian reservations|trust lands|hawaiian home lands|alaska native regional)/i, 'tribal_area'],
  [/zip code tabulation areas$/i, 'zip_tabulation_area'],
  [/^(\d{4} )?census tracts$/i, 'census_tract'],
  [/^(\d{4} )?census block groups$/i, 'block_group'],
];

export interface District {
  readonly kind: DistrictKind;
  readonly name: string;
  readonly geoid: string;
  /** What the layer's name says about its age: "119th Congress", "2024". */
  readonly vintage?: string;
  /** The name without its legal words, for example `2` of Congressional District 2. */
  readonly baseName?: string;
}

function vintageOf(layer: string): string | undefined {
  const congress = /^(\d+(?:st|nd|rd|th)) congressional/i.exec(layer)?.[1];
  return congress ? `${congress} Congress` : /^(\d{4})\b/.exec(layer)?.[1];
}

const nothing = /not defined|no (?:district|state)/i;

/** The governing and statistical areas among census geographies, in a fixed order. */
export function districtsOf(geographies: readonly Geography[]): readonly District[] {
  const districts = geographies.flatMap(({ layer, geoid, name, baseName }) => {
    const kind = patterns.find(([pattern]) => pattern.test(layer.trim()))?.[1];
    if (!kind || nothing.test(name)) return [];
    const vintage = vintageOf(layer.trim());
    return [{ kind, name, geoid, ...(vintage && { vintage }), ...(baseName && { baseName }) }];
  });
  return districts.toSorted((a, b) => districtKinds.indexOf(a.kind) - districtKinds.indexOf(b.kind));
}

/** House district number out of a congressional GEOID; at large (00) and delegate (98) are 0. */
export function houseDistrict(geoid: string): number | undefined {
  const number = /^\d{2}(\d{2})$/.exec(geoid)?.[1];
  if (number === undefined) return undefined;
  return number === '98' ? 0 : Number(number);
}

const legalWords =
  /\b(state|senate|house|senatorial|assembly|general|legislative|representative|representatives|of|delegates?|district|county|no|number|ward|at|large|the|and|subdistrict)\b/g;

const comparable = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(legalWords, ' ')
    .replace(/\b0+(?=\d)/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Whether two sources mean the same legislative district ("038" and "State House District 38"). */
export function sameDistrict(a: string, b: string): boolean {
  const [left, right] = [comparable(a), comparable(b)];
  return left !== '' && left === right;
}
