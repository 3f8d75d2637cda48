import { z } from 'zod';
import { numberOf } from '../../fields/numbers.ts';
import { defined } from '../../kernel/defined.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { textOf } from '../../kernel/text.ts';
import { searchEcho } from '../shared/echo-steps.ts';
import { pwsId } from '../shared/ids.ts';
import { wrongShape } from '../shared/lookup.ts';
import card from './card.ts';

/** A public water system as ECHO sums it up; words and flags as the source writes them. */
export interface WaterSystem {
  readonly pwsId: string;
  readonly name: string;
  readonly typeCode?: string;
  readonly type?: string;
  readonly primarySource?: string;
  readonly populationServed?: number;
  readonly citiesServed?: string;
  /** Of the last twelve quarters. */
  readonly quartersWithViolations?: number;
  readonly currentViolation?: string;
  readonly seriousViolator?: string;
  readonly reportUrl?: string;
}

// by sdw_rest_services.metadata: name, id, cities, type, source, population, quarters, serious, report, current
const columns = [1, 2, 3, 10, 11, 13, 14, 19, 21, 47, 60];
const Row = z.looseObject({ PWSId: pwsId, PWSName: z.string().nullish() });

function reportLink(value: unknown): string | undefined {
  const link = textOf(value, 200);
  return link && URL.canParse(link) && new URL(link).hostname === 'echo.epa.gov' ? link : undefined;
}

/** "1" and "Y" stand for Yes in some editions. */
function flag(value: unknown): string | undefined {
  const word = textOf(value, 12);
  if (word === undefined) return undefined;
  return /^(y|yes|1)$/i.test(word) ? 'Yes' : /^(n|no|0)$/i.test(word) ? 'No' : word;
}

function toSystem(row: Readonly<Record<string, unknown>>): WaterSystem | undefined {
  const parsed = Row.safeParse(row);
  if (!parsed.success) return undefined;
  return defined({
    pwsId: parsed.data.PWSId,
    name: textOf(row.PWSName, 100) ?? 'name not stated',
    typeCode: textOf(row.PWSTypeCode, 10),
    type: textOf(row.PWSTypeDesc, 60),
    primarySource: textOf(row.PrimarySourceDesc, 60),
    populationServed: numberOf(row.PopulationServedCount),
    citiesServed: textOf(row.CitiesServed, 80),
    quartersWithViolations: numberOf(row.QtrsWithVio),
    currentViolation: flag(row.CurrVioFlag),
    seriousViolator: flag(row.SeriousViolator),
    reportUrl: reportLink(row.DfrUrl),
  });
}

/**
 * Active public water systems that list the county, by population served, largest first.
 * @param county the county's name without its kind, for example "Wake"
 */
export async function systemsOfCounty(
  sources: SourceAccess,
  stateCode: string,
  county: string,
): Promise<Lookup<readonly WaterSystem[]>> {
  const found = await searchEcho(sources, card, {
    service: 'sdw_rest_services',
    params: { p_st: stateCode, p_co: county, p_act: 'Y' },
    columns,
    limit: 1000,
  });
  if (!hasData(found)) return found;
  const systems = found.data.rows.map(toSystem);
  if (systems.some((system) => system === undefined)) return wrongShape(sources, card);
  const data = (systems as WaterSystem[]).toSorted((a, b) => (b.populationServed ?? 0) - (a.populationServed ?? 0));
  return { ...found, data };
}
