import type { PartReading } from '../../answers/ask-tools.ts';
import { isKnown, parcelOutline } from '../../answers/on-parcel.ts';
import type { RegisterReading } from '../../answers/registers/reading.ts';
import { readRegisters } from '../../answers/registers/registers.ts';
import { AnswerBuilder, held } from '../../kernel/answer-builder.ts';
import { mapLookup } from '../../kernel/lookup.ts';
import { many } from '../../kernel/nearby-shape.ts';
import { isPointSubject, type PointSubject } from '../../kernel/subject.ts';
import { plainName } from '../../kernel/text.ts';
import type { RouteName } from '../../kernel/tool-names.ts';
import { loadRedactor } from '../../privacy/redact.ts';
import { nextChecks } from '../../rules/next-checks.ts';
import { type BriefItemDraft, draftsOf, itemsOf } from '../shared/brief-items.ts';
import { type BriefContext, briefMs, type ExtraReadings } from '../shared/brief-route.ts';
import {
  cleanupItems,
  floodItems,
  radonItems,
  soilItems,
  tankItems,
  wetlandItems,
} from '../shared/follow-up/items-land.ts';
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

const rules = {
  svc_cleanup_sites: [cleanupItems],
  svc_underground_storage_tanks: [tankItems],
  svc_flood_zone: [floodItems],
  svc_wetland_context: [wetlandItems],
  svc_soil_context: [soilItems],
  svc_radon_zone: [radonItems],
} as const;

const listed = (records: RecordsSearch['onSite'], most: number) =>
  records
    .slice(0, most)
    .map(
      ({ name, recordId, label, status }) =>
        `${plainName(name) ?? recordId} (${label}${status ? `, "${status}"` : ''})`,
    )
    .join('; ');

const page = { with: 'EPA Envirofacts', url: 'https://enviro.epa.gov/' };

function ofSearch({ onSite, notPlaced, notPlacedLeftOut = 0 }: RecordsSearch): readonly BriefItemDraft[] {
  const ids = (records: RecordsSearch['onSite']) => records.flatMap(({ recordId }) => recordId ?? []);
  const cited = (records: RecordsSearch['onSite']) => records.slice(0, 3).map(({ citation }) => citation);
  return held<BriefItemDraft>([
    onSite.length > 0 && {
      id: 'records.on_site',
      topic: 'environment',
      finding: `${many(onSite.length, 'record')} of the place itself: ${listed(onSite, 3)}.`,
      where: 'on_site',
      question: 'What do the files behind these records say of the place itself?',
      evidenceNeeded: ['The file of each record at the program that keeps it'],
      recordIds: ids(onSite).slice(0, 12),
      next: { action: 'Open the file of each record by its number', ...page },
      citations: cited(onSite),
    },
    notPlaced.length > 0 && {
      id: 'records.not_placed',
      topic: 'environment',
      finding: `${many(notPlaced.length + notPlacedLeftOut, 'record')} without a position, by ZIP or city near: ${listed(notPlaced, 3)}.`,
      where: 'area',
      question: 'Does any of the records without a position lie on the parcel or beside it?',
      evidenceNeeded: ['The address in the file of each record'],
      recordIds: ids(notPlaced).slice(0, 12),
      next: { action: 'Look up the address of each record by its number', ...page },
      citations: cited(notPlaced),
    },
  ]);
}

/** What the brief says beyond its parts: the records search, and what stands out in all of it. */
export function recordsFields(readings: readonly PartReading[], own: RecordsReading | undefined) {
  if (!own?.search) throw new Error('the records search needs a point');
  const drafts = [...ofSearch(own.search), ...draftsOf(readings, rules)];
  return { ...itemsOf(drafts), ...own.search };
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
