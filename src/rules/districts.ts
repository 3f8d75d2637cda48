import type { Geography } from '../kernel/ports/place.ts';

/** Layers by what their names say: ids and years in the names change, the words last. */
const patterns = {
  county: /^counties$/i,
  county_subdivision: /^county subdivisions$/i,
  place: /^(incorporated places|census designated places|consolidated cities)$/i,
  congressional_district: /congressional districts$/i,
  state_upper_chamber: /state legislative districts - upper$/i,
  state_lower_chamber: /state legislative districts - lower$/i,
  school_district: /(unified|elementary|secondary) school districts$/i,
  tribal_area: /(american indian reservations|trust lands|hawaiian home lands|alaska native regional)/i,
  zip_tabulation_area: /zip code tabulation areas$/i,
  census_tract: /^(\d{4} )?census tracts$/i,
  block_group: /^(\d{4} )?census block groups$/i,
};
export type DistrictKind = keyof typeof patterns;
export const districtKinds = Object.keys(patterns) as [DistrictKind, ...DistrictKind[]];

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
    const kind = districtKinds.find((one) => patterns[one].test(layer.trim()));
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
