import type { PartReading } from '../../answers/ask-tools.ts';
import { isKnown, parcelOutline } from '../../answers/on-parcel.ts';
import type { RegisterReading } from '../../answers/registers/reading.ts';
import { readRegisters } from '../../answers/registers/registers.ts';
import { type Finding, stated } from '../../findings/finding.ts';
import { AnswerBuilder, held } from '../../kernel/answer-builder.ts';
import { mapLookup } from '../../kernel/lookup.ts';
import { many } from '../../kernel/nearby-shape.ts';
import { isPointSubject, type PointSubject } from '../../kernel/subject.ts';
import { plainName } from '../../kernel/text.ts';
import type { RouteName } from '../../kernel/tool-names.ts';
import { loadRedactor } from '../../privacy/redact.ts';
import { nextChecks } from '../../rules/next-checks.ts';
import { type BriefContext, briefMs, type ExtraReadings } from '../shared/brief-route.ts';
import { recordsSearch } from './records.ts';
import type { RecordsSearch } from './schema.ts';

const slug: RouteName = 'svc-environmental-context';

export interface RecordsReading extends ExtraReadings {
  readonly search?: RecordsSearch;
}

const generatorsAnd = 'hazardous waste generators, treatment and corrective action';

/** The register that no free tool of the brief reads in a circle: the hazardous waste handlers. */
function handlersPart({ lookup, radiusMeters }: RegisterReading, subject: PointSubject): PartReading {
  const answer = new AnswerBuilder(subject);
  const area = `${radiusMeters} m around the point`;
  const known = mapLookup(lookup, (entries) => entries.filter(({ types }) => types.length > 0));
  const cited = answer.addLookup(known, { area, recordScope: generatorsAnd });
  const reason = 'reason' in lookup ? lookup.reason : undefined;
  return {
    id: 'hazardous_waste_handlers',
    tool: slug,
    title: 'Hazardous waste handlers',
    answer: answer.finish({
      summary: cited
        ? `RCRAInfo lists ${many(cited.data.length, 'hazardous waste handler')} ${area}.`
        : `RCRAInfo ${lookup.state === 'empty' ? 'lists no hazardous waste handler' : 'could not be read'} ${area}.`,
      ...(cited && {
        facts: { handlerCount: { value: cited.data.length, unit: 'handlers', citation: cited.citation } },
      }),
      components: { hazardousWaste: { state: lookup.state, ...(reason && { reason }) } },
      limits: ['A notification as a handler says what a place may do with waste, and nothing of a release.'],
      verifyNext: nextChecks('environmental-context.handlers'),
    }),
  };
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
  if (!isPointSubject(subject)) return { readings: [] };
  const [registers, outline, { redact }] = await Promise.all([
    readRegisters({ sources, mirror, subject }, searched, briefMs),
    parcelOutline({ sources, jurisdictions, subject }),
    loadRedactor(),
  ]);
  const known = isKnown(outline) ? outline : undefined;
  const place = { subject, rings: known?.rings ?? [], parcelId: known?.parcelId };
  return {
    readings: registers.filter(({ id }) => id === 'hazardous_waste').map((reading) => handlersPart(reading, subject)),
    search: recordsSearch(registers, place, redact),
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

const page = { with: 'EPA Envirofacts', url: 'https://enviro.epa.gov/' };

/** Records of the place itself, and those that may lie there. */
export function recordsFindings(own: RecordsReading | undefined): readonly Finding[] {
  if (!own?.search) return [];
  const { onSite, notPlaced, notPlacedLeftOut = 0 } = own.search;
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

/** What the brief says beyond its parts: the records search. */
export function recordsFields(own: RecordsReading | undefined): RecordsSearch {
  if (!own?.search) throw new Error('the records search needs a point');
  return own.search;
}

/** The search in one sentence. */
export function recordsLead(own: RecordsReading | undefined): string | undefined {
  if (!own?.search) return undefined;
  const { recordsByDistance, onSite, nearby, nearbyLeftOut = 0, notPlaced, notPlacedLeftOut = 0 } = own.search;
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
