import { number, type RowOf, table, text } from '../../fields/define.ts';
import { citing, hasData, type Lookup, mapRows } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { sourceCard } from '../cards.ts';
import { quoted } from '../drivers/rows.ts';
import { querySocrata } from '../drivers/socrata.ts';
import { plainRows } from '../shared/table-rows.ts';

const card = sourceCard('cdc-modeled-air');

const columns = {
  pm25: { mean: 'ds_pm_pred', error: 'ds_pm_stdd', unit: 'ug/m3' },
  ozone: { mean: 'ds_o3_pred', error: 'ds_o3_stdd', unit: 'ppb' },
} as const;

/** Pollutants that the model has: daily means of fine particles, daily highest eight hours of ozone. */
export type ModeledPollutant = keyof typeof columns;

/** Whether the model has a pollutant. */
export const isModeled = (pollutant: string): pollutant is ModeledPollutant => pollutant in columns;

/** Which tracts an edition speaks of: those of 2020 from the year 2021 on, those of 2010 for 2016 to 2020. */
export type TractVintage = '2020' | '2010';

const datasets: Readonly<Record<ModeledPollutant, Readonly<Record<TractVintage, string>>>> = {
  pm25: { '2020': 'vpk8-vfhm', '2010': '96sd-hxdt' },
  ozone: { '2020': 'b72x-p96c', '2010': 'hf2a-3ebq' },
};

const modeled = table(card.id, {
  year: text('year', { required: true }),
  mean: number('mean'),
  meanDailyStandardError: number('error', {
    description: "Mean of the standard errors of the days; that of the year's mean is not published",
  }),
});

export interface ModeledYear extends RowOf<typeof modeled> {
  readonly mean: number;
  readonly unit: 'ug/m3' | 'ppb';
}

/**
 * Modeled yearly means in a census tract, newest year first. `empty` where the edition has no row of the tract.
 * @param tract 11 digits; the source leaves out a zero in front
 */
export async function modeledYears(
  sources: SourceAccess,
  of: { readonly pollutant: ModeledPollutant; readonly tract: string; readonly vintage: TractVintage },
): Promise<Lookup<readonly ModeledYear[]>> {
  const { mean, error, unit } = columns[of.pollutant];
  const dataset = datasets[of.pollutant][of.vintage];
  const forms = [...new Set([of.tract.replace(/^0+/, ''), of.tract])];
  const found = await querySocrata(sources, card, {
    endpoint: `https://data.cdc.gov/resource/${dataset}.json`,
    select: ['year', `avg(${mean}) as mean`, `avg(${error}) as error`],
    where: `ctfips in (${forms.map(quoted).join(',')})`,
    group: 'year',
    order: 'year desc',
    limit: 30,
    citation: { sourceUrl: `https://data.cdc.gov/d/${dataset}`, recordId: of.tract },
  });
  const rows = mapRows(plainRows(sources, modeled, found), (all) =>
    all.flatMap(({ mean: value, ...row }): ModeledYear[] =>
      value === undefined ? [] : [{ ...row, mean: value, unit }],
    ),
  );
  if (!hasData(rows)) return rows;
  const [newest, oldest] = [rows.data[0]?.year, rows.data.at(-1)?.year];
  return citing(rows, { sourceDate: newest === oldest ? newest : `${oldest} to ${newest}` });
}
