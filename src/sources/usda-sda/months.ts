import { numberOf } from '../../fields/numbers.ts';
import { defined } from '../../kernel/defined.ts';
import { groupBy } from '../../kernel/group.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { textOf } from '../../kernel/text.ts';
import { askSda, mapUnitKeyOf, type SdaColumn, type SdaRow, selected } from './query.ts';

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

const columns: readonly SdaColumn[] = [
  ['c.cokey', 'cokey'],
  ['c.compname', 'compname'],
  ['c.comppct_r', 'comppct'],
  ['cm.monthseq', 'monthseq'],
  ['cm.flodfreqcl', 'flodfreqcl'],
  ['cm.pondfreqcl', 'pondfreqcl'],
  [wetLayer, 'wetdepth'],
];

/** The query of the twelve months of the major components of a map unit. */
export function monthsQuery(mapUnitKey: string): string {
  return [
    `SELECT ${selected(columns)}`,
    'FROM component c INNER JOIN comonth cm ON cm.cokey = c.cokey',
    `WHERE c.mukey = '${mapUnitKeyOf(mapUnitKey)}' AND c.majcompflag = 'Yes'`,
    'ORDER BY c.comppct_r DESC, c.cokey, cm.monthseq',
  ].join(' ');
}

const monthOf = ({ monthseq }: SdaRow): number | undefined => {
  const month = numberOf(monthseq);
  return month !== undefined && month >= 1 && month <= 12 ? month : undefined;
};

/** Months by frequency class; a month of the class "None" is no event. */
function frequencies(rows: readonly SdaRow[], column: 'flodfreqcl' | 'pondfreqcl'): readonly Frequency[] {
  const named = rows.flatMap((row) => {
    const frequency = textOf(row[column], 40);
    const month = monthOf(row);
    return frequency && month !== undefined && frequency.toLowerCase() !== 'none' ? [{ frequency, month }] : [];
  });
  return [...groupBy(named, ({ frequency }) => frequency)].map(([frequency, months]) => ({
    frequency,
    months: months.map(({ month }) => month),
  }));
}

function yearOf(rows: readonly SdaRow[]): readonly SoilYear[] {
  const [first] = rows;
  const component = textOf(first?.compname, 120);
  if (!component) return [];
  const wet = rows.flatMap((row) => {
    const depth = numberOf(row.wetdepth);
    const month = monthOf(row);
    return depth !== undefined && month !== undefined ? [{ depth, month }] : [];
  });
  return [
    defined({
      component,
      sharePercent: numberOf(first?.comppct),
      waterTableCentimeters: wet.length > 0 ? Math.min(...wet.map(({ depth }) => depth)) : undefined,
      wetMonths: wet.map(({ month }) => month),
      flooding: frequencies(rows, 'flodfreqcl'),
      ponding: frequencies(rows, 'pondfreqcl'),
    }),
  ];
}

/**
 * What the survey states of the months of a map unit's major components: seasonal high water table (the shallowest wet
 * layer), flooding and ponding. `empty` where it describes no month.
 */
export async function soilMonths(sources: SourceAccess, mapUnitKey: string): Promise<Lookup<readonly SoilYear[]>> {
  const lookup = await askSda(sources, monthsQuery(mapUnitKey), columns);
  if (!hasData(lookup)) return lookup;
  const citation = { ...lookup.citation, recordId: mapUnitKey };
  const data = [...groupBy(lookup.data, ({ cokey }) => cokey ?? '').values()].flatMap(yearOf);
  return data.length > 0 ? { ...lookup, data, citation } : { state: 'empty', citation };
}
