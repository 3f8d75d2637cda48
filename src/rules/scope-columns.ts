import { defined } from '../kernel/defined.ts';
import { countyFips, listOf, optionalText, stateCode, text } from './cells.ts';
import type { RowScope, RulePage } from './cited-row.ts';
import type { Cells, RefuseCell } from './table-file.ts';

export const scopeColumns = {
  name: text,
  state: stateCode.exactOptional(),
  counties: listOf(countyFips).exactOptional(),
  notCounties: listOf(countyFips).exactOptional(),
  place: optionalText,
  placeCounties: listOf(countyFips).exactOptional(),
};

type ScopeCells = Cells<typeof scopeColumns>;

/** A page of a row by its columns; one without a name or without an address is refused. */
export function pageOf(
  name: string | undefined,
  url: string | undefined,
  edition: string | undefined,
  urlColumn: string,
  refuse: RefuseCell,
): RulePage | undefined {
  if (name !== undefined && url !== undefined) return { name, url, ...(edition !== undefined && { edition }) };
  if (name === undefined && url === undefined && edition === undefined) return undefined;
  return refuse(urlColumn, 'a page has a name and an address');
}

/** Whom a row speaks for. */
export function scopeOf(cells: ScopeCells, refuse: RefuseCell): RowScope {
  const { name, state, counties, notCounties, place, placeCounties } = cells;
  if ((counties || notCounties || place) && !state) refuse('state', 'missing on a row of counties or of a place');
  if (placeCounties && !place) refuse('place', 'missing on a row with place_counties');
  if (notCounties && (counties || place)) refuse('not_counties', 'belongs to a row of a state');
  return defined({ name, state, counties, notCounties, place, placeCounties });
}
