import type { Subject } from '../kernel/subject.ts';
import { foldedName } from '../kernel/text.ts';
import type { RowScope } from './cited-row.ts';

/**
 * How a row's place relates to the queried place: it contains all of it, or only a part (also used where that is not
 * known, as for the row of a city and a query for a county or a bare point).
 */
export type Fit = 'whole' | 'part';

/** A subject of a state alone, for a question that names only that. */
export const wholeState = (stateCode: string): Subject => ({
  input: stateCode,
  precision: 'area',
  areaKind: 'state',
  stateCode,
  countyAlternates: [],
  countyCandidates: [],
  candidates: [],
});

const width = ({ place, counties, state }: RowScope) => (place ? 0 : counties ? 1 : state ? 2 : 3);

/** Order of rows: the most local place first. */
export const nearestFirst = (a: { readonly scope: RowScope }, b: { readonly scope: RowScope }): number =>
  width(a.scope) - width(b.scope);

/** Undefined where the row applies to another place. */
export function fitOf(scope: RowScope, subject: Subject): Fit | undefined {
  if (!scope.state) return 'whole';
  if (subject.stateCode !== scope.state) return undefined;
  const sure = [...(subject.county ? [subject.county] : []), ...subject.countyAlternates].map(({ fips }) => fips);
  const perhaps = subject.countyCandidates.map(({ fips }) => fips);
  if (!scope.counties && !scope.place) {
    if (scope.notCounties?.some((fips) => sure.includes(fips))) return undefined;
    return scope.notCounties?.some((fips) => perhaps.includes(fips)) ? 'part' : 'whole';
  }
  // the city that a ZIP is named after is a post office and no boundary
  if (scope.place && subject.placeName && foldedName(subject.placeName) === scope.place)
    return subject.areaKind === 'zip' && !scope.counties ? 'part' : 'whole';
  if (scope.counties?.some((fips) => sure.includes(fips))) return 'whole';
  if (scope.counties?.some((fips) => perhaps.includes(fips)) || subject.areaKind === 'state') return 'part';
  const around = scope.placeCounties?.some((fips) => sure.includes(fips) || perhaps.includes(fips));
  return around && !subject.placeName ? 'part' : undefined;
}
