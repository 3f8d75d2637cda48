import { z } from 'zod';
import { countyFips, dayOrMonth, listOf, optionalText, pageAddress, stateCode, text, yes } from './cells.ts';
import { type CitedRow, type RowClaim, type RowScope, type RulePage, rowVerifications } from './cited-row.ts';
import { type RuleTable, ruleTable } from './rule-table.ts';
import { type Cells, type RefuseCell, tableFile } from './table-file.ts';

const optionalUrl = pageAddress.exactOptional();

/** The columns that every table of cited rows can have: whom a row speaks for, and the pages behind it. */
export const citedColumns = {
  name: text,
  state: stateCode.exactOptional(),
  counties: listOf(countyFips).exactOptional(),
  place: optionalText,
  placeCounties: listOf(countyFips).exactOptional(),
  verification: z.enum(rowVerifications),
  pageName: optionalText,
  pageUrl: optionalUrl,
  edition: optionalText,
  asOf: dayOrMonth,
  statute: optionalText,
  alsoName: optionalText,
  alsoUrl: optionalUrl,
  alsoEdition: optionalText,
  alsoSecondary: yes.exactOptional(),
  claim1: optionalText,
  claim1PageName: optionalText,
  claim1PageUrl: optionalUrl,
  claim1Edition: optionalText,
  claim2: optionalText,
  claim2PageName: optionalText,
  claim2PageUrl: optionalUrl,
  claim2Edition: optionalText,
};

type CitedCells = Cells<typeof citedColumns>;

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

function scopeOf({ name, state, counties, place, placeCounties }: CitedCells, refuse: RefuseCell): RowScope {
  if ((counties || place) && !state) refuse('state', 'missing on a row of counties or of a place');
  if (placeCounties && !place) refuse('place', 'missing on a row with place_counties');
  return {
    name,
    ...(state && { state }),
    ...(counties && { counties }),
    ...(place && { place }),
    ...(placeCounties && { placeCounties }),
  };
}

function claimsOf(cells: CitedCells, refuse: RefuseCell): readonly RowClaim[] {
  const { claim1, claim1PageName, claim1PageUrl, claim1Edition } = cells;
  const { claim2, claim2PageName, claim2PageUrl, claim2Edition } = cells;
  const first = pageOf(claim1PageName, claim1PageUrl, claim1Edition, 'claim_1_page_url', refuse);
  const second = pageOf(claim2PageName, claim2PageUrl, claim2Edition, 'claim_2_page_url', refuse);
  if (first && !claim1) refuse('claim_1', 'missing beside its page');
  if (second && !claim2) refuse('claim_2', 'missing beside its page');
  return [
    ...(claim1 ? [{ claim: claim1, ...(first && { page: first }) }] : []),
    ...(claim2 ? [{ claim: claim2, ...(second && { page: second }) }] : []),
  ];
}

/** The part of a row that every cited table has. A row without a page is `unverified`, one with claims a `conflict`. */
export function citedRowOf(cells: CitedCells, refuse: RefuseCell): CitedRow {
  const { verification, asOf, statute } = cells;
  const page = pageOf(cells.pageName, cells.pageUrl, cells.edition, 'page_url', refuse);
  const also = pageOf(cells.alsoName, cells.alsoUrl, cells.alsoEdition, 'also_url', refuse);
  const claims = claimsOf(cells, refuse);
  const base = {
    scope: scopeOf(cells, refuse),
    asOf,
    ...(statute && { statute }),
    ...(also && { also: [{ ...also, ...(cells.alsoSecondary && { secondary: true as const }) }] }),
  };
  if (claims.length > 0 !== (verification === 'conflict') || claims.length === 1)
    refuse('claim_1', 'a row has two claims where its verification is conflict, and none otherwise');
  if (verification === 'unverified')
    return page ? refuse('page_url', 'an unverified row has none') : { ...base, verification };
  if (!page) return refuse('page_url', `missing on a row that is ${verification}`);
  return verification === 'conflict' ? { ...base, verification, page, claims } : { ...base, verification, page };
}

/** What a table of cited rows is made of; `columns` are those of its own, `own` puts them together where need be. */
interface CitedTable<S extends z.ZodRawShape, O> {
  readonly id: string;
  /** Name of the file in `data/rules` where it differs from the id. */
  readonly file?: string;
  /** What the rows are about, as in "Table of owner programs". */
  readonly name: string;
  readonly columns: S;
  own?(cells: Cells<S>, refuse: RefuseCell): O;
}

const cited = new Set(Object.keys(citedColumns));

/** A table of dated, cited rows out of `data/rules`, each with the columns of its own beside the common ones. */
export function citedTable<S extends z.ZodRawShape, O = Cells<S>>(table: CitedTable<S, O>): RuleTable<CitedRow & O> {
  const own = table.own ?? ((cells: Cells<S>) => cells as unknown as O);
  const rows = tableFile(table.file ?? table.id, { ...citedColumns, ...table.columns }, (cells, refuse) => {
    // what a table declares itself stays among its own, the statute too where every row has one
    const entries = Object.entries(cells).filter(([key]) => !cited.has(key) || key in table.columns);
    return {
      ...citedRowOf(cells as CitedCells, refuse),
      ...own(Object.fromEntries(entries) as Cells<S>, refuse),
    };
  });
  return ruleTable(table.id, table.name, rows);
}

/** The type of a table's rows. */
export type RowOf<T> = T extends RuleTable<infer R> ? R : never;
