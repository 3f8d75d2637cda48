import type { Jurisdiction } from '../schema/jurisdiction.ts';

type Source = Jurisdiction['sources'][number];
type Absent = Jurisdiction['absent'][number];

/** Why a source is not queried at a place; undefined where it is. */
function reasonAgainst(source: Source, counties: readonly string[], sold: boolean): string | undefined {
  if (sold && source.license.commercialUse) {
    return `The terms of ${source.name} do not allow, or may not allow, commercial use: the free tools answer with it, and it is part of nothing that is sold.`;
  }
  const { without = [] } = source.coverage ?? {};
  const isMissing = counties.length > 0 && counties.every((county) => without.includes(county));
  return isMissing ? `${source.name} are not published for this county.` : undefined;
}

/**
 * A jurisdiction as it can be queried about a place in these counties: a source that lacks them, or whose terms forbid what
 * it would be used for, is left out, and its lane is then said to be absent for that reason.
 */
export function askableAt(place: Jurisdiction, counties: readonly string[], sold: boolean): Jurisdiction {
  const sources: Source[] = [];
  const absent: Absent[] = [];
  for (const source of place.sources) {
    const why = reasonAgainst(source, counties, sold);
    if (why === undefined) sources.push(source);
    else absent.push({ lane: source.lane, why, officialUrl: source.landingUrl });
  }
  if (absent.length === 0) return place;
  const left = new Set(sources.map(({ lane }) => lane));
  return { ...place, sources, absent: [...place.absent, ...absent.filter(({ lane }) => !left.has(lane))] };
}
