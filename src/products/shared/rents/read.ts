import type { PartReading } from '../../../answers/ask-tools.ts';
import { AnswerBuilder, held } from '../../../kernel/answer-builder.ts';
import { defined } from '../../../kernel/defined.ts';
import { hasData, type Lookup } from '../../../kernel/lookup.ts';
import type { Geography } from '../../../kernel/ports/place.ts';
import { newestYearOf } from '../../../mirror/queries/parts.ts';
import type { ReportTable, SectionCitation } from '../../../reports/sections.ts';
import {
  type Estimate,
  type Estimates,
  mirroredRents,
  type RentArea,
  rentEstimates,
  rentsMirror,
} from '../../../sources/census-acs/client.ts';
import { geographiesAt, geographyIn } from '../../../sources/census-geocoder/client.ts';
import { type BriefContext, type ExtraReadings, ownReading } from '../brief-route.ts';
import { keyedTable } from '../compose/fact-tables.ts';
import { sectionCitation } from '../compose/facts.ts';
import { byLevel, countedEstimate, estimateOf, sizeWords } from './cells.ts';
import { type RentPart, type RentQuestion, readHud, readIndex, readReported } from './hud.ts';
import type { RentCell, RentRange } from './schema.ts';

const publisher = 'US Census Bureau';

const quartiles = [
  ['Lower quartile', 'B25057_001'],
  ['Median', 'B25058_001'],
  ['Upper quartile', 'B25059_001'],
] as const;

/** Line of median gross rent of a bedroom count: 002 has none, 007 five and more. */
const lineOf = (bedrooms: number) => `B25031_00${bedrooms + 2}`;
const wordsOf = ({ level, geoid }: RentArea) => (level === 'tract' ? `census tract ${geoid}` : `ZIP area ${geoid}`);
const within = ({ marginOfError }: Estimate) => (marginOfError === undefined ? '' : `± ${marginOfError}, `);

interface Found {
  readonly area: RentArea;
  readonly data: Estimates;
  readonly key: string;
  readonly citation: SectionCitation;
}

const quartileTable = (found: readonly Found[], slug: string): ReportTable | undefined => {
  const rows = found.flatMap(({ area, data, citation }) => {
    const own = quartiles.map(([, line]) => data.get(line));
    if (own.every((one) => one === undefined)) return [];
    const cells = own.flatMap((one, at) => [
      [`usd${at}`, one?.value],
      [`margin${at}`, one?.marginOfError],
    ]);
    return [{ cells: { area: wordsOf(area), ...Object.fromEntries(cells) }, citation }];
  });
  const columns = [
    ['area', 'Area'] as const,
    ...quartiles.flatMap(
      ([label], at) => [[`usd${at}`, label, 'USD'] as const, [`margin${at}`, `${label} ±`, 'USD'] as const] as const,
    ),
  ];
  const head = { id: `${slug}.survey.contract_rent`, label: 'Contract rent a month, all sizes together', columns };
  return rows.length > 0 ? keyedTable(head, rows) : undefined;
};

const factKey = { tract: 'medianGrossRentOfTract', zcta: 'medianGrossRentOfZipArea' } as const;

async function readSurvey(
  { sources, mirror, subject }: BriefContext,
  { bedrooms, slug }: RentQuestion,
  areas: readonly RentArea[],
): Promise<RentPart & { readonly table?: ReportTable }> {
  const year = newestYearOf(mirror, rentsMirror);
  const answer = new AnswerBuilder(subject);
  const queried = await Promise.all(
    areas.map(async (area) => ({ area, live: await rentEstimates(sources, area, year) })),
  );
  const found = queried.flatMap(({ area, live }): Found[] => {
    const extent = (lookup: Lookup<unknown>) => ({
      area: wordsOf(area),
      recordScope: 'rents of the American Community Survey',
      period: hasData(lookup) ? lookup.citation.sourceDate : undefined,
    });
    const { cited, lookup } = answer.addLiveOrMirror(extent, live, () => mirroredRents(mirror, area));
    if (!cited || !hasData(lookup)) return [];
    return [{ area, data: cited.data, key: cited.citation, citation: sectionCitation(lookup.citation) }];
  });
  const own = found.flatMap((one) => {
    const estimate = one.data.get(lineOf(bedrooms));
    return estimate ? [{ ...one, estimate }] : [];
  });
  const table = quartileTable(found, slug);
  const said = own
    .map(({ area, estimate }) => `$${estimate.value.toLocaleString('en-US')} in ${wordsOf(area)}`)
    .join(', ');
  const missed =
    answer.state === 'unavailable' ? 'could not be read' : `states no median for ${sizeWords(bedrooms)} there`;
  return {
    ...(table && { table }),
    cells: own.map(({ area, estimate: { value, marginOfError }, estimate, citation }) =>
      defined({
        level: area.level === 'tract' ? ('tract' as const) : ('zip' as const),
        area: wordsOf(area),
        publisher,
        measure: 'median gross rent, with utilities, of all renters',
        ...{ lowUsd: value, highUsd: value, marginOfErrorUsd: marginOfError },
        vintage: citation.sourceDate ?? 'five years',
        ...countedEstimate(estimate),
        citation,
      }),
    ),
    reading: ownReading(surveyPart(slug), answer, {
      about: 'rents',
      summary: said
        ? `The American Community Survey estimates the median gross rent for ${sizeWords(bedrooms)} at ${said}.`
        : `The American Community Survey ${missed}.`,
      facts: Object.fromEntries(
        own.map(({ area, estimate, key: citation }) => {
          const note = `${within(estimate)}${wordsOf(area)}`;
          return [factKey[area.level], { value: estimate.value, unit: 'USD per month', note, citation }];
        }),
      ),
    }),
  };
}

const surveyPart = (tool: RentQuestion['slug']) => ({
  id: 'survey',
  tool,
  title: 'Rents in the American Community Survey',
});

export interface RentReading extends ExtraReadings {
  /** For the bedroom count that was queried, from the nearest ground to the widest. */
  readonly cells: readonly RentCell[];
  readonly estimate?: RentRange;
}

const layers = [
  ['tract', /^(\d{4} )?census tracts$/i],
  ['zcta', /zip code tabulation areas$/i],
] as const;

const areasIn = (found: Lookup<readonly Geography[]>): readonly RentArea[] =>
  layers.flatMap(([level, layer]) => {
    const geoid = hasData(found) ? geographyIn(found.data, layer)?.geoid : undefined;
    return geoid === undefined ? [] : [{ level, geoid }];
  });

/** Said where the tract of the place is not known, so that the survey was not queried. */
function noAreas(
  { subject }: BriefContext,
  found: Lookup<readonly Geography[]>,
  slug: RentQuestion['slug'],
): PartReading {
  const answer = new AnswerBuilder(subject);
  const source = 'Census geographies of the place';
  const unknown = { state: 'unresolved', source, reason: 'no census tract is known' } as const;
  answer.addLookup(hasData(found) ? unknown : found, { area: 'the point', recordScope: 'census tract and ZIP area' });
  const summary =
    'Census tract and ZIP area of the place are not known, so the American Community Survey was not queried.';
  return ownReading(surveyPart(slug), answer, { summary });
}

/** Published figures of rents around a place, for one bedroom count: HUD, the survey, reported rents, a company's index. */
export async function readRents(ctx: BriefContext, question: RentQuestion): Promise<RentReading> {
  const { subject, sources } = ctx;
  const [found, reported] = await Promise.all([geographiesAt(sources, subject), readReported(ctx, question)]);
  const areas = areasIn(found);
  const zip = subject.zip ?? areas.find(({ level }) => level === 'zcta')?.geoid;
  const town = hasData(found) ? geographyIn(found.data, /^(\d{4} )?county subdivisions$/i)?.name : undefined;
  const survey = areas.length > 0 ? await readSurvey(ctx, question, areas) : undefined;
  const hud = readHud(ctx, { ...question, zip, town });
  const index = readIndex(ctx, { zip, slug: question.slug });
  const parts = held([hud, survey, reported]);
  const cells = byLevel(parts.flatMap((part) => part.cells));
  const estimate = estimateOf(cells);
  return {
    readings: held([hud.reading, survey?.reading ?? noAreas(ctx, found, question.slug), reported?.reading, index]),
    ...(survey?.table && { tables: { survey: [survey.table] } }),
    cells,
    ...(estimate && { estimate }),
  };
}
