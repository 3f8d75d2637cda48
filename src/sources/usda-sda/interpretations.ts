import { numberOf } from '../../fields/numbers.ts';
import { groupBy } from '../../kernel/group.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { textOf } from '../../kernel/text.ts';
import { askSda, mapUnitKeyOf, type SdaColumn, type SdaRow, selected } from './query.ts';

/** National interpretations that are read, in the survey's own names, and the use that each is about. */
const uses = [
  ['ENG - Septic Tank Absorption Fields', 'septic tank absorption fields'],
  ['ENG - Dwellings With Basements', 'dwellings with basements'],
  ['ENG - Dwellings W/O Basements', 'dwellings without basements'],
  ['ENG - Small Commercial Buildings', 'small commercial buildings'],
  ['ENG - Local Roads and Streets', 'local roads and streets'],
] as const;

export type SoilUse = (typeof uses)[number][1];

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

const columns: readonly SdaColumn[] = [
  ['c.cokey', 'cokey'],
  ['c.compname', 'compname'],
  ['c.comppct_r', 'comppct'],
  ['ci.mrulename', 'mrulename'],
  ['ci.ruledepth', 'ruledepth'],
  ['ci.interphr', 'interphr'],
  ['ci.interphrc', 'interphrc'],
];

const ratingDepth = '0';

/** The query of the ratings (depth 0) of the major components of a map unit, and of the features behind them (depth 1). */
export function interpretationQuery(mapUnitKey: string): string {
  return [
    `SELECT ${selected(columns)}`,
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

const same = (a: string | null | undefined, b: string) => a?.toLowerCase() === b.toLowerCase();

/** One component's class for a rule, and the features behind it; nothing where the component has no class. */
function ratedComponent(rows: readonly SdaRow[]): readonly Rated[] {
  const top = rows.find(({ ruledepth }) => ruledepth === ratingDepth);
  const rating = textOf(top?.interphrc, 60);
  const component = textOf(top?.compname, 120);
  if (!rating || !component) return [];
  const reasons = rows
    .filter(({ ruledepth }) => ruledepth !== ratingDepth)
    .toSorted((a, b) => Number(b.interphr) - Number(a.interphr))
    .flatMap(({ interphrc }) => textOf(interphrc, 80) ?? [])
    // a feature that is no limitation is named after its class
    .filter((reason) => !/^not /i.test(reason));
  return [{ component, percent: numberOf(top?.comppct), rating, reasons: [...new Set(reasons)] }];
}

/** The classes of one use, the one of the largest share first. */
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

function toInterpretations(rows: readonly SdaRow[]): readonly SoilInterpretation[] {
  return uses.flatMap(([rule, use]) => {
    const ofRule = rows.filter(({ mrulename }) => same(mrulename, rule));
    const components = groupBy(ofRule, ({ cokey }) => cokey ?? '');
    return byRating(use, [...components.values()].flatMap(ratedComponent));
  });
}

/**
 * The national interpretations of a map unit: one entry for each use and class, with the share of the unit and the
 * limiting features. Ratings of the major components; `empty` where the survey has none.
 */
export async function soilInterpretations(
  sources: SourceAccess,
  mapUnitKey: string,
): Promise<Lookup<readonly SoilInterpretation[]>> {
  const lookup = await askSda(sources, interpretationQuery(mapUnitKey), columns);
  if (!hasData(lookup)) return lookup;
  const citation = { ...lookup.citation, recordId: mapUnitKey };
  const data = toInterpretations(lookup.data);
  return data.length > 0 ? { ...lookup, data, citation } : { state: 'empty', citation };
}
