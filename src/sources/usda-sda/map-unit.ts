import { count, id, number, pickFields, type RowOf, table, text } from '../../fields/define.ts';
import { groupBy } from '../../kernel/group.ts';
import { citing, hasData, type Lookup, mapRows } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { askSda, mapUnitKeyOf, selected } from './query.ts';

/** National interpretations that are read, in the survey's own names, and the use that each is about. */
const uses = [
  ['ENG - Septic Tank Absorption Fields', 'septic tank absorption fields'],
  ['ENG - Dwellings With Basements', 'dwellings with basements'],
  ['ENG - Dwellings W/O Basements', 'dwellings without basements'],
  ['ENG - Small Commercial Buildings', 'small commercial buildings'],
  ['ENG - Local Roads and Streets', 'local roads and streets'],
] as const;

type SoilUse = (typeof uses)[number][1];

/** How the survey rates the soils of a map unit for one use. */
export interface SoilInterpretation {
  readonly use: SoilUse;
  /** The survey's own class: Not limited, Somewhat limited, Very limited, Not rated. */
  readonly rating: string;
  /** Share of the map unit whose major components have this class. */
  readonly sharePercent?: number;
  readonly components: readonly string[];
  /** The limiting features, as the survey words them, the strongest first. */
  readonly reasons: readonly string[];
}

const interpretations = table('usda-sda', {
  componentKey: id('c.cokey AS cokey', { required: true }),
  component: text('c.compname AS compname', { maxLength: 120 }),
  percent: number('c.comppct_r AS comppct', { unit: 'percent' }),
  rule: text('ci.mrulename AS mrulename', { required: true }),
  /** 0: the class; 1: a feature behind it. */
  depth: number('ci.ruledepth AS ruledepth'),
  value: number('ci.interphr AS interphr'),
  words: text('ci.interphrc AS interphrc', { maxLength: 80 }),
});
type Row = RowOf<typeof interpretations>;

/** The query of the ratings (depth 0) of the major components of a map unit, and of the features behind them (depth 1). */
function interpretationQuery(mapUnitKey: string): string {
  return [
    `SELECT ${selected(interpretations)}`,
    'FROM component c INNER JOIN cointerp ci ON ci.cokey = c.cokey',
    `WHERE c.mukey = '${mapUnitKeyOf(mapUnitKey)}' AND c.majcompflag = 'Yes'`,
    `AND ci.mrulename IN (${uses.map(([rule]) => `'${rule}'`).join(', ')})`,
    'AND (ci.ruledepth = 0 OR (ci.ruledepth = 1 AND ci.interphr > 0))',
    'ORDER BY c.comppct_r DESC, ci.ruledepth, ci.interphr DESC',
  ].join(' ');
}

interface Rated {
  readonly component: string;
  readonly percent: number | undefined;
  readonly rating: string;
  readonly reasons: readonly string[];
}

/** One component's class for a rule, and the features behind it; nothing where the component has no class. */
function ratedComponent(rows: readonly Row[]): readonly Rated[] {
  const { words: rating, component, percent } = rows.find(({ depth }) => depth === 0) ?? {};
  if (!rating || !component) return [];
  const reasons = rows
    .filter(({ depth }) => depth !== 0)
    .toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))
    .flatMap(({ words }) => words ?? [])
    // a feature that is no limitation is named after its class
    .filter((reason) => !/^not /i.test(reason));
  return [{ component, percent, rating, reasons: [...new Set(reasons)] }];
}

function byRating(use: SoilUse, rated: readonly Rated[]): readonly SoilInterpretation[] {
  return [...groupBy(rated, ({ rating }) => rating)]
    .map(([rating, members]) => {
      const percents = members.flatMap(({ percent }) => percent ?? []);
      return {
        use,
        rating,
        ...(percents.length > 0 && { sharePercent: percents.reduce((sum, one) => sum + one, 0) }),
        components: [...new Set(members.map(({ component }) => component))],
        reasons: [...new Set(members.flatMap(({ reasons }) => reasons))],
      };
    })
    .sort((a, b) => (b.sharePercent ?? 0) - (a.sharePercent ?? 0));
}

const toInterpretations = (rows: readonly Row[]): readonly SoilInterpretation[] =>
  uses.flatMap(([name, use]) => {
    const ofRule = rows.filter(({ rule }) => rule.toLowerCase() === name.toLowerCase());
    const components = groupBy(ofRule, ({ componentKey }) => componentKey);
    return byRating(use, [...components.values()].flatMap(ratedComponent));
  });

/**
 * The national interpretations of a map unit: one entry for each use and class, with the share of the unit and the
 * limiting features. Ratings of the major components; `empty` where the survey has none.
 */
export async function soilInterpretations(sources: SourceAccess, mapUnitKey: string) {
  const lookup = await askSda(sources, interpretationQuery(mapUnitKey), interpretations);
  return mapRows(ofMapUnit(lookup, mapUnitKey), toInterpretations);
}

const ofMapUnit = <T>(lookup: Lookup<T>, recordId: string) => (hasData(lookup) ? citing(lookup, { recordId }) : lookup);

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
  readonly wetMonths: readonly number[];
  readonly flooding: readonly Frequency[];
  readonly ponding: readonly Frequency[];
}

const wetLayer =
  "(SELECT MIN(sm.soimoistdept_r) FROM cosoilmoist sm WHERE sm.comonthkey = cm.comonthkey AND sm.soimoiststat = 'Wet')";

const months = table('usda-sda', {
  componentKey: id('c.cokey AS cokey', { required: true }),
  component: text('c.compname AS compname', { maxLength: 120 }),
  sharePercent: number('c.comppct_r AS comppct', { unit: 'percent' }),
  month: count('cm.monthseq AS monthseq', { minimum: 1, maximum: 12 }),
  flooding: text('cm.flodfreqcl AS flodfreqcl', { maxLength: 40, missingValues: ['None', 'none'] }),
  ponding: text('cm.pondfreqcl AS pondfreqcl', { maxLength: 40, missingValues: ['None', 'none'] }),
  wetDepth: number(`${wetLayer} AS wetdepth`, { unit: 'cm' }),
});
type Month = RowOf<typeof months>;

function monthsQuery(mapUnitKey: string): string {
  return [
    `SELECT ${selected(months)}`,
    'FROM component c INNER JOIN comonth cm ON cm.cokey = c.cokey',
    `WHERE c.mukey = '${mapUnitKeyOf(mapUnitKey)}' AND c.majcompflag = 'Yes'`,
    'ORDER BY c.comppct_r DESC, c.cokey, cm.monthseq',
  ].join(' ');
}

/** Months by frequency class; a month of the class "None" is no event. */
function frequencies(rows: readonly Month[], column: 'flooding' | 'ponding'): readonly Frequency[] {
  const classed = rows.flatMap(({ month, [column]: frequency }) => (month && frequency ? [{ frequency, month }] : []));
  return [...groupBy(classed, ({ frequency }) => frequency)].map(([frequency, list]) => ({
    frequency,
    months: list.map(({ month }) => month),
  }));
}

function yearOf(rows: readonly Month[]): readonly SoilYear[] {
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
  return mapRows(ofMapUnit(lookup, mapUnitKey), (rows) =>
    [...groupBy(rows, ({ componentKey }) => componentKey).values()].flatMap(yearOf),
  );
}
