import type { PartReading } from '../../answers/ask-tools.ts';
import { AnswerBuilder } from '../../kernel/answer-builder.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { Geography } from '../../kernel/ports/place.ts';
import { isAnswered } from '../../kernel/state.ts';
import { isPointSubject, type PointSubject, type Subject } from '../../kernel/subject.ts';
import type { RouteName } from '../../kernel/tool-names.ts';
import { propertyUse } from '../../rules/property-use.ts';
import type { RentArea } from '../../sources/census-acs/client.ts';
import { geographiesAt, geographyIn } from '../../sources/census-geocoder/client.ts';
import type { BriefContext, ExtraReadings } from '../shared/brief-route.ts';
import { parcelValue, whyNoParcel } from '../shared/parcel-record.ts';
import { byLevel, estimateOf } from './cells.ts';
import { readHud } from './hud.ts';
import { readIndex, readReported } from './nearby.ts';
import type { RentCell, RentFields, RentReason } from './schema.ts';
import { readSurvey } from './survey.ts';

const tool: RouteName = 'svc-rent-estimate';

export interface RentReading extends ExtraReadings {
  /** For the bedroom count that was asked, from the nearest ground to the widest. */
  readonly cells: readonly RentCell[];
  readonly estimate?: RentFields['estimate'];
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
function noAreas(subject: PointSubject, found: Lookup<readonly Geography[]>): PartReading {
  const answer = new AnswerBuilder(subject);
  const unknown = {
    state: 'unresolved',
    source: 'Census geographies of the place',
    reason: 'no census tract is known',
  } as const;
  answer.addLookup(hasData(found) ? unknown : found, { area: 'the point', recordScope: 'census tract and ZIP area' });
  const summary =
    'Census tract and ZIP area of the place are not known, so the American Community Survey was not asked.';
  return { id: 'survey', tool, title: 'Rents in the American Community Survey', answer: answer.finish({ summary }) };
}

/** Published figures of rents around a place, for one bedroom count. */
export async function readRents(ctx: BriefContext, { bedrooms }: { readonly bedrooms: number }): Promise<RentReading> {
  const { subject, sources } = ctx;
  if (!isPointSubject(subject)) return { readings: [], cells: [] };
  const [found, reported] = await Promise.all([geographiesAt(sources, subject), readReported(ctx, subject, bedrooms)]);
  const areas = areasIn(found);
  const zip = subject.zip ?? areas.find(({ level }) => level === 'zcta')?.geoid;
  const town = hasData(found) ? geographyIn(found.data, /^(\d{4} )?county subdivisions$/i)?.name : undefined;
  const survey = areas.length > 0 ? await readSurvey(ctx, subject, bedrooms, areas) : undefined;
  const hud = readHud(ctx, subject, { bedrooms, ...(zip && { zip }), ...(town && { town }) });
  const index = readIndex(ctx, subject, zip);
  const parts = [hud, survey, reported].flatMap((part) => part ?? []);
  const cells = byLevel(parts.flatMap((part) => part.cells));
  const estimate = estimateOf(cells);
  return {
    readings: [
      hud.reading,
      survey?.reading ?? noAreas(subject, found),
      ...(reported ? [reported.reading] : []),
      ...(index ? [index] : []),
    ],
    ...(survey?.table && { tables: { survey: [survey.table] } }),
    cells,
    ...(estimate && { estimate }),
  };
}

/** Whether the parcel record of the very address says that it is in commercial use. */
function isCommercial(readings: readonly PartReading[], subject: Subject): boolean {
  if (whyNoParcel(readings, subject)) return false;
  const stated = (field: string) => parcelValue(readings, field)?.toString();
  const record = { landUse: stated('landUse'), propertyClass: stated('propertyClass') };
  return propertyUse({ ...record, countyFips: subject.county?.fips }) === 'commercial';
}

/** Why nothing is sold; undefined where there is an estimate. */
export function rentReason(
  readings: readonly PartReading[],
  subject: Subject,
  own: RentReading | undefined,
): RentReason | undefined {
  if (isCommercial(readings, subject)) return 'commercial_use';
  if (!own?.readings.some(({ answer }) => isAnswered(answer.state))) return 'uncovered';
  if (own.estimate) return undefined;
  return own.cells.length === 0 ? 'no_comparables' : 'no_estimate';
}
