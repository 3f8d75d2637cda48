import type { PartReading } from '../../../answers/ask-tools.ts';
import { AnswerBuilder } from '../../../kernel/answer-builder.ts';
import { hasData, type Lookup } from '../../../kernel/lookup.ts';
import type { Geography } from '../../../kernel/ports/place.ts';
import { isPointSubject, type PointSubject } from '../../../kernel/subject.ts';
import type { RentArea } from '../../../sources/census-acs/client.ts';
import { geographiesAt, geographyIn } from '../../../sources/census-geocoder/client.ts';
import type { BriefContext, ExtraReadings } from '../brief-route.ts';
import { byLevel, estimateOf } from './cells.ts';
import { type RentQuestion, readHud } from './hud.ts';
import { readIndex, readReported } from './nearby.ts';
import type { RentCell, RentRange } from './schema.ts';
import { readSurvey } from './survey.ts';

export interface RentReading extends ExtraReadings {
  /** For the bedroom count that was asked, from the nearest ground to the widest. */
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

/** Said where the tract of the place is not known, so that the survey was not asked. */
function noAreas(subject: PointSubject, found: Lookup<readonly Geography[]>, slug: RentQuestion['slug']): PartReading {
  const answer = new AnswerBuilder(subject);
  const unknown = {
    state: 'unresolved',
    source: 'Census geographies of the place',
    reason: 'no census tract is known',
  } as const;
  answer.addLookup(hasData(found) ? unknown : found, { area: 'the point', recordScope: 'census tract and ZIP area' });
  const summary =
    'Census tract and ZIP area of the place are not known, so the American Community Survey was not asked.';
  return {
    id: 'survey',
    tool: slug,
    title: 'Rents in the American Community Survey',
    answer: answer.finish({ summary }),
  };
}

/** Published figures of rents around a place, for one bedroom count: HUD, the survey, reported rents, a company's index. */
export async function readRents(ctx: BriefContext, question: RentQuestion): Promise<RentReading> {
  const { subject, sources } = ctx;
  if (!isPointSubject(subject)) return { readings: [], cells: [] };
  const [found, reported] = await Promise.all([geographiesAt(sources, subject), readReported(ctx, subject, question)]);
  const areas = areasIn(found);
  const zip = subject.zip ?? areas.find(({ level }) => level === 'zcta')?.geoid;
  const town = hasData(found) ? geographyIn(found.data, /^(\d{4} )?county subdivisions$/i)?.name : undefined;
  const survey = areas.length > 0 ? await readSurvey(ctx, subject, question, areas) : undefined;
  const hud = readHud(ctx, subject, { ...question, ...(zip && { zip }), ...(town && { town }) });
  const index = readIndex(ctx, subject, { zip, slug: question.slug });
  const parts = [hud, survey, reported].flatMap((part) => part ?? []);
  const cells = byLevel(parts.flatMap((part) => part.cells));
  const estimate = estimateOf(cells);
  return {
    readings: [
      hud.reading,
      survey?.reading ?? noAreas(subject, found, question.slug),
      ...(reported ? [reported.reading] : []),
      ...(index ? [index] : []),
    ],
    ...(survey?.table && { tables: { survey: [survey.table] } }),
    cells,
    ...(estimate && { estimate }),
  };
}
