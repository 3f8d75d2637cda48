import { count, id, number, text } from '../../fields/define.ts';
import { pickFields, type RowOf, table } from '../../fields/table.ts';
import { groupBy } from '../../kernel/group.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { sourceCard } from '../cards.ts';
import { askSda, mapUnitKeyOf, selected } from './query.ts';

const card = sourceCard('usda-sda');

/** How often, and in which months (1 to 12), the survey expects flooding or ponding. */
export interface Frequency {
  readonly frequency: string;
  readonly months: readonly number[];
}

/** The year of one major component of a map unit. */
export interface SoilYear {
  readonly component: string;
  readonly sharePercent?: number;
  /** Depth to the shallowest wet layer of the year; absent where no month has one. */
  readonly waterTableCentimeters?: number;
  /** Months that have a wet layer. */
  readonly wetMonths: readonly number[];
  readonly flooding: readonly Frequency[];
  readonly ponding: readonly Frequency[];
}

const wetLayer =
  "(SELECT MIN(sm.soimoistdept_r) FROM cosoilmoist sm WHERE sm.comonthkey = cm.comonthkey AND sm.soimoiststat = 'Wet')";

const months = table(card.id, {
  componentKey: id('c.cokey AS cokey', { required: true }),
  component: text('c.compname AS compname', { maxLength: 120 }),
  sharePercent: number('c.comppct_r AS comppct', { unit: 'percent' }),
  month: count('cm.monthseq AS monthseq', { minimum: 1, maximum: 12 }),
  flooding: text('cm.flodfreqcl AS flodfreqcl', { maxLength: 40, missingValues: ['None', 'none'] }),
  ponding: text('cm.pondfreqcl AS pondfreqcl', { maxLength: 40, missingValues: ['None', 'none'] }),
  wetDepth: number(`${wetLayer} AS wetdepth`, { unit: 'cm' }),
});
type Row = RowOf<typeof months>;

/** The query of the twelve months of the major components of a map unit. */
export function monthsQuery(mapUnitKey: string): string {
  return [
    `SELECT ${selected(months)}`,
    'FROM component c INNER JOIN comonth cm ON cm.cokey = c.cokey',
    `WHERE c.mukey = '${mapUnitKeyOf(mapUnitKey)}' AND c.majcompflag = 'Yes'`,
    'ORDER BY c.comppct_r DESC, c.cokey, cm.monthseq',
  ].join(' ');
}

/** Months by frequency class; a month of the class "None" is no event. */
function frequencies(rows: readonly Row[], column: 'flooding' | 'ponding'): readonly Frequency[] {
  const classed = rows.flatMap(({ month, [column]: frequency }) => (month && frequency ? [{ frequency, month }] : []));
  return [...groupBy(classed, ({ frequency }) => frequency)].map(([frequency, list]) => ({
    frequency,
    months: list.map(({ month }) => month),
  }));
}

function yearOf(rows: readonly Row[]): readonly SoilYear[] {
  const [first] = rows;
  if (!first?.component) return [];
  const wet = rows.flatMap(({ month, wetDepth: depth }) => (month && depth !== undefined ? [{ depth, month }] : []));
  return [
    {
      component: first.component,
      ...pickFields(first, 'sharePercent'),
      ...(wet.length > 0 && { waterTableCentimeters: Math.min(...wet.map(({ depth }) => depth)) }),
      wetMonths: wet.map(({ month }) => month),
      flooding: frequencies(rows, 'flooding'),
      ponding: frequencies(rows, 'ponding'),
    },
  ];
}

/**
 * What the survey states of the months of a map unit's major components: seasonal high water table (the shallowest wet
 * layer), flooding and ponding. `empty` where it describes no month.
 */
export async function soilMonths(sources: SourceAccess, mapUnitKey: string): Promise<Lookup<readonly SoilYear[]>> {
  const lookup = await askSda(sources, monthsQuery(mapUnitKey), months);
  if (!hasData(lookup)) return lookup;
  const citation = { ...lookup.citation, recordId: mapUnitKey };
  const data = [...groupBy(lookup.data, ({ componentKey }) => componentKey).values()].flatMap(yearOf);
  return data.length > 0 ? { ...lookup, data, citation } : { state: 'empty', citation };
}
