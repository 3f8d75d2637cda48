import type { PartReading } from '../../answers/ask-tools.ts';
import { isKnown, parcelOutline } from '../../answers/on-parcel.ts';
import type { RegisterReading } from '../../answers/registers/reading.ts';
import { contaminationTypes } from '../../answers/registers/record-types.ts';
import { readRegisters } from '../../answers/registers/registers.ts';
import { readStateLists, unsearchedKinds } from '../../answers/registers/state-lists.ts';
import { type Finding, stated } from '../../findings/finding.ts';
import { AnswerBuilder, held } from '../../kernel/answer-builder.ts';
import { deadlineIn, within } from '../../kernel/bounded.ts';
import { mapLookup } from '../../kernel/lookup.ts';
import { many } from '../../kernel/nearby-shape.ts';
import type { PointSubject } from '../../kernel/subject.ts';
import { plainName } from '../../kernel/text.ts';
import type { RouteName } from '../../kernel/tool-names.ts';
import { loadRedactor } from '../../privacy/redact.ts';
import { bandMeters } from '../../reports/pictures/schema.ts';
import { type BriefContext, briefMs, type ExtraReadings, ownReading } from '../shared/brief-route.ts';
import { mapAround, withElevations, withParcel } from './ground.ts';
import { recordsSearch } from './records.ts';
import type { RecordsMap, RecordsSearch } from './schema.ts';

const slug: RouteName = 'svc-environmental-context';

export interface RecordsReading extends ExtraReadings {
  readonly search: RecordsSearch;
  readonly mapped: RecordsMap;
}

const generatorsAnd = 'hazardous waste generators, treatment and corrective action';

/** The register that no free tool of the brief reads in a circle: the hazardous waste handlers. */
function handlersPart({ lookup, radiusMeters }: RegisterReading, subject: PointSubject): PartReading {
  const answer = new AnswerBuilder(subject);
  const area = `${radiusMeters} m around the point`;
  const known = mapLookup(lookup, (entries) => entries.filter(({ types }) => types.length > 0));
  const cited = answer.addLookup(known, { area, recordScope: generatorsAnd });
  const reason = ('reason' in lookup && lookup.reason) || undefined;
  const head = { id: 'hazardous_waste_handlers', tool: slug, title: 'Hazardous waste handlers' };
  return ownReading(head, answer, {
    about: 'environmental-context.handlers',
    summary: cited
      ? `RCRAInfo lists ${many(cited.data.length, 'hazardous waste handler')} ${area}.`
      : `RCRAInfo ${lookup.state === 'empty' ? 'lists no hazardous waste handler' : 'could not be read'} ${area}.`,
    facts: cited && { handlerCount: { value: cited.data.length, unit: 'handlers', citation: cited.citation } },
    components: { hazardousWaste: { state: lookup.state, reason } },
    limits: ['A notification as a handler says what a place may do with waste, and nothing of a release.'],
  });
}

const searched = [
  'npl',
  'superfund',
  'hazardous_waste',
  'brownfields',
  'tank_releases',
  'tank_facilities',
  'pfas_superfund',
  'pfas_federal',
  'regulated_facilities',
] as const;

/** The registers row by row, put together as one search of records. */
export async function readRecords(ctx: BriefContext): Promise<RecordsReading> {
  const { subject, sources, mirror, jurisdictions } = ctx;
  const deadline = deadlineIn(briefMs);
  const roads = mapAround(sources, subject, briefMs);
  const [registers, lists, outline, { redact }] = await Promise.all([
    readRegisters({ sources, mirror, subject }, searched, briefMs),
    readStateLists({ sources, subject }, briefMs),
    parcelOutline({ sources, jurisdictions, subject }),
    loadRedactor(),
  ]);
  const known = isKnown(outline) ? outline : undefined;
  const unsearched = unsearchedKinds(subject);
  const place = { subject, rings: known?.rings ?? [], parcelId: known?.parcelId, unsearched };
  const search = recordsSearch([...registers, ...lists], place, redact);
  const unraised = { search, elevation: undefined };
  const [{ search: raised, elevation }, map] = await Promise.all([
    within(deadline.remainingMs(), withElevations(sources, subject, search), () => unraised),
    roads,
  ]);
  return {
    readings: registers.filter(({ id }) => id === 'hazardous_waste').map((reading) => handlersPart(reading, subject)),
    search: raised,
    mapped: { map: withParcel(map, known), ...(elevation && { elevation }) },
  };
}

const listed = (records: RecordsSearch['onSite'], most: number) =>
  records
    .slice(0, most)
    .map(
      ({ name, recordId, label, status }) =>
        `${plainName(name) ?? recordId} (${label}${status ? `, "${status}"` : ''})`,
    )
    .join('; ');

const isStateListedBeside = ({ types, distanceMeters = 0, stateList }: RecordsSearch['nearby'][number]) =>
  stateList === true && distanceMeters <= bandMeters[0] && types.some((type) => contaminationTypes.includes(type));

const page = { with: 'EPA Envirofacts', url: 'https://enviro.epa.gov/' };

/** Records of the place itself, and those that may lie there. */
export function recordsFindings({ search }: Pick<RecordsReading, 'search'>): readonly Finding[] {
  const { onSite, nearby, notPlaced, notPlacedLeftOut = 0 } = search;
  const besideIt = nearby.filter(isStateListedBeside);
  const of = (records: RecordsSearch['onSite']) => ({
    kind: 'contamination' as const,
    topic: 'environment',
    recordIds: records.flatMap(({ recordId }) => recordId ?? []).slice(0, 12),
    citations: records.slice(0, 3).map(({ citation }) => citation),
  });
  const unplaced = `${many(notPlaced.length + notPlacedLeftOut, 'record')} without a position, by ZIP or city near`;
  return held<Finding>([
    onSite.length > 0 &&
      stated({
        ...of(onSite),
        id: 'records.on_site',
        headline: `${many(onSite.length, 'record')} of the place itself: ${listed(onSite, 1)}`,
        finding: `${many(onSite.length, 'record')} of the place itself: ${listed(onSite, 3)}.`,
        where: 'on_parcel',
        question: 'What do the files behind these records say of the place itself?',
        evidenceNeeded: ['The file of each record at the program that keeps it'],
        next: { action: 'Open the file of each record by its number', ...page },
      }),
    besideIt.length > 0 &&
      stated({
        ...of(besideIt),
        id: 'records.state_listed_near',
        headline: `${many(besideIt.length, 'record')} of state lists within 1/8 mile: ${listed(besideIt, 1)}`,
        finding: `${many(besideIt.length, 'record')} of state lists within 1/8 mile (201 m): ${listed(besideIt, 3)}.`,
        where: 'near',
        question: 'Is the case open, and can what was released reach the parcel?',
        evidenceNeeded: ["The file of each record at the state's environmental agency"],
        next: { action: 'Request the file of each record by its number', with: 'state environmental agency' },
      }),
    notPlaced.length > 0 &&
      stated({
        ...of(notPlaced),
        id: 'records.not_placed',
        headline: unplaced,
        finding: `${unplaced}: ${listed(notPlaced, 3)}.`,
        where: 'area',
        question: 'Does any of the records without a position lie on the parcel or beside it?',
        evidenceNeeded: ['The address in the file of each record'],
        next: { action: 'Look up the address of each record by its number', ...page },
      }),
  ]);
}

/** The search in one sentence. */
export function recordsLead({ search }: RecordsReading): string | undefined {
  const { recordsByDistance, onSite, nearby, nearbyLeftOut = 0, notPlaced, notPlacedLeftOut = 0 } = search;
  const { rows, siteKnownBy } = recordsByDistance;
  const read = rows.filter(({ state }) => state !== 'not_read');
  if (read.length === 0) return undefined;
  const around = nearby.length + nearbyLeftOut;
  return (
    `${read.length} of ${rows.length} record types were searched to their usual distances: ` +
    `${siteKnownBy.length > 0 ? `${many(onSite.length, 'record')} of the place itself, ` : ''}${around} around it, ` +
    `${notPlaced.length + notPlacedLeftOut} without a position.`
  );
}
