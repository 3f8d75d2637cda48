import { code, count, id, type RowOf, table, text, url } from '../../fields/define.ts';
import { mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { echoRows } from '../drivers/echo.ts';
import { pwsId } from '../shared/ids.ts';

const lastQuarters = 'Of the last twelve quarters';
const ownFlag = {
  maxLength: 12,
  // editions differ in how they write it
  legend: { Y: 'Yes', '1': 'Yes', N: 'No', '0': 'No' },
  description: "The source's own flag",
};

export const waterSystems = table('epa-sdw', {
  pwsId: id('PWSId', { pattern: pwsId, required: true }),
  name: text('PWSName', { maxLength: 100, otherwise: 'name not stated' }),
  typeCode: code('PWSTypeCode', { maxLength: 10 }),
  type: text('PWSTypeDesc', { maxLength: 60 }),
  primarySource: text('PrimarySourceDesc', { maxLength: 60 }),
  populationServed: count('PopulationServedCount'),
  citiesServed: text('CitiesServed', { maxLength: 80 }),
  quartersWithViolations: count('QtrsWithVio', { description: lastQuarters }),
  currentViolation: code('CurrVioFlag', ownFlag),
  seriousViolator: code('SeriousViolator', ownFlag),
  reportUrl: url('DfrUrl', { host: 'echo.epa.gov' }),
});
export type WaterSystem = RowOf<typeof waterSystems>;

// ids of the columns above in sdw_rest_services.metadata
const columns = [1, 2, 3, 10, 11, 13, 14, 19, 21, 47, 60];

/**
 * Active public water systems that list the county, by population served, largest first.
 * @param county the county's name without its kind, for example "Wake"
 */
export async function systemsOfCounty(sources: SourceAccess, stateCode: string, county: string) {
  const params = { p_st: stateCode, p_co: county, p_act: 'Y' };
  const found = await echoRows(sources, waterSystems, { params, columns, limit: 1000 });
  return mapLookup(found, ({ rows }) => rows.toSorted((a, b) => (b.populationServed ?? 0) - (a.populationServed ?? 0)));
}
