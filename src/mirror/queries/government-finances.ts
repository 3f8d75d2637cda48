import { legendOf } from '../../fields/legends.ts';
import { pickFields, type RowOf } from '../../fields/table.ts';
import { hasData, type Lookup, mapLookup, mapRows } from '../../kernel/lookup.ts';
import type { MirrorAccess, MirrorRow } from '../../kernel/ports/mirror.ts';
import { financeLines } from '../datasets/census-government-finances.ts';
import { partRows } from './parts.ts';

export const financesMirror = 'census-government-finances';

/** Kinds of governments in the file, by the Bureau's type code. */
export const governmentTypes = { county: '1', municipality: '2', township: '3', school_district: '5' } as const;
export type GovernmentKind = keyof typeof governmentTypes;

const unitShown = [
  'unitId',
  'name',
  'countyFips3',
  'population',
  'populationYear',
  'enrollment',
  'enrollmentYear',
  'fiscalYearEnd',
] as const;
type FinanceLine = RowOf<typeof financeLines>;
/** One government of an edition; population and enrollment are those of years of their own. */
export type GovernmentUnit = Pick<FinanceLine, (typeof unitShown)[number]>;

export interface FinanceAmount {
  readonly item: string;
  readonly usd: number;
  /** The Bureau put the amount in where the government reported none. */
  readonly isImputed: boolean;
}

export interface FinanceEdition {
  readonly year: string;
  readonly unit: GovernmentUnit;
  readonly amounts: readonly FinanceAmount[];
}

/** How a government is found in an edition: by its codes, or by its name among those of its kind in the state. */
export interface GovernmentSearch {
  readonly kind: GovernmentKind;
  readonly stateFips: string;
  readonly countyFips3?: string;
  readonly placeFips?: string;
  /** For school districts, for which the file has no code: the whole name. */
  readonly name?: string;
}

const mostUnits = 5_000;
const mostAmounts = 2_000;
const imputed = 'I';

/** Abbreviations in the names of districts. */
const spelled = legendOf('census-government-finances', 'name');

/** A name in the one spelling in which the map and the file agree: whole words in capitals, without signs. */
export const districtKey = (name: string): string =>
  name
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, ' ')
    .trim()
    .split(' ')
    .map((word) => spelled[word] ?? word)
    .filter((word) => word !== '')
    .join(' ');

const linesIn = (mirror: MirrorAccess, year: string, where: MirrorRow, limit: number) =>
  partRows(mirror, financeLines, [year], () => mirror.rows(financesMirror, { ...where, year }, { limit }));

/** The one unit of an edition that is meant; `empty` where none is, or several are. */
function unitIn(mirror: MirrorAccess, year: string, search: GovernmentSearch): Lookup<FinanceLine> {
  const { kind, stateFips, countyFips3, placeFips, name } = search;
  const where = {
    stateFips,
    type: governmentTypes[kind],
    ...(countyFips3 !== undefined && { countyFips3 }),
    ...(placeFips !== undefined && { placeFips }),
  };
  const found = linesIn(mirror, year, where, mostUnits);
  if (!hasData(found)) return found;
  const meant =
    name === undefined ? found.data : found.data.filter((row) => districtKey(row.name ?? '') === districtKey(name));
  const [only] = meant;
  return only && meant.length === 1 ? { ...found, data: only } : { state: 'empty', citation: found.citation };
}

/**
 * What an edition has of a government. `empty` where it has no such unit, or no amount of it; `unavailable` where the
 * edition is not loaded.
 */
export function editionOf(mirror: MirrorAccess, year: string, search: GovernmentSearch): Lookup<FinanceEdition> {
  const unit = unitIn(mirror, year, search);
  if (!hasData(unit)) return unit;
  const { unitId } = unit.data;
  const amounts = mapRows(linesIn(mirror, year, { unitId }, mostAmounts), (lines) =>
    lines.flatMap(({ item, usd, flag }): FinanceAmount[] =>
      item === undefined || usd === undefined ? [] : [{ item, usd, isImputed: flag === imputed }],
    ),
  );
  if (!('citation' in amounts)) return amounts;
  const cited = { ...amounts, citation: { ...amounts.citation, sourceDate: year, recordId: unitId } };
  return mapLookup(cited, (all) => ({ year, unit: pickFields(unit.data, ...unitShown), amounts: all }));
}

/** Years in which every government is counted; in the others the file has a sample. */
export const isFullCount = (year: string): boolean => Number(year) % 5 === 2;
