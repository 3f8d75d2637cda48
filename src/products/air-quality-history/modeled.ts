import { AnswerBuilder } from '../../kernel/answer-builder.ts';
import { hasData } from '../../kernel/lookup.ts';
import type { RouteName } from '../../kernel/tool-names.ts';
import { valueText } from '../../reports/values.ts';
import { type ModeledPollutant, modeledYears, type TractVintage } from '../../sources/cdc-modeled-air/client.ts';
import { geographiesAt, geographyIn } from '../../sources/census-geocoder/client.ts';
import { type BriefContext, ownReading } from '../shared/brief-route.ts';
import { keyedTable } from '../shared/compose/fact-tables.ts';
import { sectionCitation } from '../shared/compose/facts.ts';
import type { AirHistory } from './schema.ts';

const tool: RouteName = 'svc-air-quality-history';
const vintages = ['2020', '2010'] as const satisfies readonly TractVintage[];

const words: Readonly<Record<ModeledPollutant, { readonly title: string; readonly measure: string }>> = {
  pm25: { title: 'fine particles (PM2.5)', measure: 'mean of the daily means' },
  ozone: { title: 'ozone', measure: 'mean of the highest eight hours of each day' },
};

const plain = (value: number) => Number(value.toPrecision(4));

async function readEdition(
  { sources, subject }: BriefContext,
  answer: AnswerBuilder,
  { pollutant, vintage }: { readonly pollutant: ModeledPollutant; readonly vintage: TractVintage },
) {
  const scope = { recordScope: `${words[pollutant].title}, modeled, by tracts of ${vintage}` };
  const places = await geographiesAt(sources, subject, { vintage });
  const tract = hasData(places) ? geographyIn(places.data, /^(\d{4} )?census tracts$/i)?.geoid : undefined;
  if (tract === undefined) {
    const source = `Census tracts of ${vintage}`;
    const unknown = { state: 'unresolved', source, reason: 'no tract is known' } as const;
    answer.addLookup(hasData(places) ? unknown : places, { area: 'the point', ...scope });
    return undefined;
  }
  const lookup = await modeledYears(sources, { pollutant, tract, vintage });
  const period = 'citation' in lookup ? lookup.citation.sourceDate : undefined;
  const cited = answer.addLookup(lookup, { area: `census tract ${tract}`, ...scope, period });
  return cited && hasData(lookup)
    ? { tract, years: cited.data, citation: sectionCitation(lookup.citation) }
    : undefined;
}

function tableOf(pollutant: ModeledPollutant, rows: AirHistory['modeledYears']) {
  const unit = rows[0]?.unit;
  const head = {
    id: `${tool}.modeled_${pollutant}.years`,
    label: `Modeled, not measured: ${words[pollutant].measure}`,
    columns: [
      ['year', 'Year'],
      ['tract', 'Census tract'],
      ['mean', 'Modeled mean', unit],
      ['error', 'Standard error of a day, mean', unit],
    ],
  } as const;
  return keyedTable(
    head,
    rows.map(({ year, meanDailyStandardError: error, citation, ...cells }) => ({
      cells: { ...cells, year: String(year), error },
      citation,
    })),
  );
}

/** What the model has for the census tract of a place: for where no monitor within the distance has a year. */
export async function readModeled(
  ctx: BriefContext,
  pollutant: ModeledPollutant,
  { count, radiusKm }: { readonly count: number; readonly radiusKm: number },
) {
  const answer = new AnswerBuilder(ctx.subject);
  const { title, measure } = words[pollutant];
  const queried = await Promise.all(vintages.map((vintage) => readEdition(ctx, answer, { pollutant, vintage })));
  const found = queried.flatMap((edition) => edition ?? []);
  const modeled = found
    .flatMap(({ tract, years, citation }) =>
      years.map(({ year, mean, meanDailyStandardError: error, unit }) => ({
        pollutant,
        tract,
        year: Number(year),
        mean: plain(mean),
        ...(error !== undefined && { meanDailyStandardError: plain(error) }),
        unit,
        citation,
      })),
    )
    .slice(0, count);
  const [newest] = modeled;
  const why = `No monitor of ${title} within ${radiusKm} km has a complete year`;
  const missed =
    answer.state === 'empty' ? `has no row of the census tract of the place` : 'could not be read for the census tract';
  return {
    isSubstantive: newest !== undefined,
    modeled,
    tables: newest ? [tableOf(pollutant, modeled)] : [],
    reading: ownReading({ id: `modeled_${pollutant}`, tool, title: `Modeled ${title}` }, answer, {
      about: 'air-quality-history.modeled',
      summary: newest
        ? `${why}. Modeled, not measured: ${valueText(newest.mean, newest.unit)} in census tract ${newest.tract} as the ${measure} of ${newest.year}.`
        : `${why}; EPA's model as CDC publishes it ${missed}.`,
    }),
  };
}
