import type { PartReading } from '../../../answers/ask-tools.ts';
import type { Finding } from '../../../findings/finding.ts';
import type { RequestLogEntry } from '../../../kernel/ports/sources.ts';
import type { PlaceRecord } from '../../../kernel/record.ts';
import { isAnswered } from '../../../kernel/state.ts';
import type { RecordEntry, ReportFact, ReportSection, ReportSignal } from '../../../reports/sections.ts';
import { sectionCitation } from '../../shared/compose/facts.ts';
import { type Checked, SourceList } from '../../shared/compose/ledger.ts';
import type { LaneReading } from '../../shared/compose/material.ts';
import { type Conflict, questionsOf, timelineOf } from '../../shared/compose/synthesis.ts';
import { laneTitle, precisionWords } from '../../shared/compose/words.ts';
import type { ReportMaterial } from '../gather.ts';
import { chartSections } from '../map/charts.ts';
import { mapSections } from '../map/sections.ts';
import { inTypeOrder } from '../parts.ts';
import { answersOf, focusFirst, type ReadAnswer } from './answers.ts';
import { limitsOf, nextChecksOf } from './closing.ts';
import { nearbySections, parcelSection } from './entries.ts';
import { standingSection } from './standing.ts';

export const callerTag = 'caller-supplied';

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
/** Newest first; records of one day by id. */
export const byDate = (a: PlaceRecord, b: PlaceRecord) =>
  compareText(b.occurredAt ?? '', a.occurredAt ?? '') || compareText(a.id, b.id);

export interface ReportParts {
  readonly place: readonly ReportFact[];
  readonly answers: readonly PartReading[];
  readonly read: readonly ReadAnswer[];
  readonly parcelFacts: readonly ReportFact[];
  readonly conflicts: readonly Conflict[];
  /** What carries the parcel's own number or address, newest first. */
  readonly own: readonly RecordEntry[];
  /** What stands out, in its order. */
  readonly findings: readonly Finding[];
  readonly checked: readonly Checked[];
  /** Records of local sources and of the caller, newest first. */
  readonly records: readonly PlaceRecord[];
  readonly caller: readonly PlaceRecord[];
}

const searchExtentOf = ({ area, period }: LaneReading) => (period ? `${area}; ${period}` : area);
/** Whether a lane's source answered, be it with nothing. */
export const answered = ({ state }: LaneReading) => isAnswered(state);

function recordSections(lanes: readonly LaneReading[], caller: readonly PlaceRecord[]): ReportSection[] {
  const groups = new Map<string, LaneReading[]>();
  for (const lane of lanes) {
    if (lane.category && answered(lane)) groups.set(lane.lane, [...(groups.get(lane.lane) ?? []), lane]);
  }
  const sections = [...groups].map(([lane, some]): ReportSection => {
    const records = some.flatMap(({ records: own }) => own).sort(byDate);
    const profiles = new Map(
      records.flatMap(({ source }) => (source.biasProfile ? [[source.sourceName, source.biasProfile] as const] : [])),
    );
    return {
      id: `records.${lane}`,
      title: laneTitle(some[0]?.lane ?? 'incidents'),
      kind: 'records',
      category: some[0]?.category ?? lane,
      recordIds: records.map(({ id }) => id),
      searchExtent: [...new Set(some.map(searchExtentOf))].join(' / '),
      complete: some.every(({ state, whole }) => state !== 'partial' && whole),
      ...(records.length === 0 && { note: 'The source answered and returned nothing inside this search extent.' }),
      biasProfiles: [...profiles].map(([sourceName, biasProfile]) => ({ sourceName, biasProfile })),
    };
  });
  if (caller.length === 0) return sections;
  return [
    ...sections,
    {
      id: 'records.caller',
      title: 'Records supplied by the caller',
      kind: 'records',
      category: callerTag,
      recordIds: caller.map(({ id }) => id),
      searchExtent: 'as given in the request; not checked by this service',
      complete: true,
      biasProfiles: [],
    },
  ];
}

export function signalsOf(lanes: readonly LaneReading[]): ReportSignal[] {
  return lanes.flatMap((lane) =>
    lane.citation && lane.category && answered(lane)
      ? {
          id: `signal.${lane.id}`,
          label: laneTitle(lane.lane),
          value: lane.records.length,
          unit: 'records',
          searchExtent: searchExtentOf(lane),
          complete: lane.state !== 'partial' && lane.whole,
          citation: sectionCitation(lane.citation),
        }
      : [],
  );
}

/** What the records are of where the address names a unit. */
function unitWords({ subject, parcel }: ReportMaterial): string | undefined {
  if (subject.unit === undefined) return undefined;
  return parcel?.ofUnit
    ? `its own tax lot was found (${parcel.parcelId ?? 'without a number'}); records by street address are of the building where they do not name the unit`
    : "the records below are of the building; the unit's own tax lot was not found";
}

export function subjectFacts(material: ReportMaterial): ReportFact[] {
  const { subject, jurisdictions, timeZone } = material;
  if (!subject.citation) return [];
  const citation = sectionCitation(subject.citation);
  const unit = unitWords(material);
  const fact = (id: string, label: string, value: string | number | undefined, unit?: string): ReportFact[] =>
    value === undefined || value === '' ? [] : [{ id: `subject.${id}`, label, value, ...(unit && { unit }), citation }];
  return [
    ...fact('resolved', 'Matched place', subject.resolved),
    ...(subject.unit && unit ? [{ id: 'subject.unit', label: 'Unit', value: subject.unit, note: unit, citation }] : []),
    ...fact('precision', 'How it is known', precisionWords(subject)),
    ...fact('latitude', 'Latitude', subject.latitude, 'degrees'),
    ...fact('longitude', 'Longitude', subject.longitude, 'degrees'),
    ...fact('county', 'County', subject.county?.name),
    ...fact('countyFips', 'County FIPS code', subject.county?.fips),
    ...fact('zip', 'ZIP code', subject.zip),
    ...fact('jurisdictions', 'Jurisdictions', jurisdictions.join('; ')),
    ...fact('timeZone', 'Time zone', timeZone),
  ];
}

function sourcesOf({ local, exact, mapLayers }: ReportMaterial, { place, read, conflicts }: ReportParts): SourceList {
  const sources = new SourceList();
  for (const { citation } of place.slice(0, 1)) sources.add(citation, 'Matched subject');
  for (const { reading, facts, tables } of read) {
    for (const { citation } of [...facts, ...tables.flatMap(({ rows }) => rows)]) sources.add(citation, reading.title);
  }
  for (const lane of local) {
    if (lane.citation && answered(lane)) sources.add(sectionCitation(lane.citation), laneTitle(lane.lane));
  }
  for (const { citation, lane, state } of exact) {
    if (citation && isAnswered(state)) sources.add(sectionCitation(citation), `${laneTitle(lane)} of the parcel`);
  }
  for (const { citation, label } of mapLayers.layers) sources.add(citation, `Map: ${label.toLowerCase()}`);
  for (const { citation } of conflicts.flatMap(({ statements }) => statements)) {
    sources.add(citation, 'Comparison of sources');
  }
  return sources;
}

function factSections(read: readonly ReadAnswer[]): ReportSection[] {
  return read.flatMap(({ reading, facts, tables }): ReportSection[] => {
    if (facts.length === 0 && tables.every(({ rows }) => rows.length === 0)) return [];
    return [
      {
        id: `facts.${reading.id}`,
        title: reading.title,
        kind: 'facts',
        note: reading.answer.summary,
        facts: [...facts],
        ...(tables.length > 0 && { tables: [...tables] }),
      },
    ];
  });
}

function conflictSection(conflicts: ReportParts['conflicts']): ReportSection {
  return {
    id: 'conflicts',
    title: 'Where sources differ',
    kind: 'conflicts',
    note: 'Each source is given as it stands; none is preferred.',
    conflicts: [...conflicts],
  };
}

function bodySections(material: ReportMaterial, parts: ReportParts): readonly ReportSection[] {
  const { read, parcelFacts, conflicts, caller, own } = parts;
  const { parcelParts, local, center } = material;
  const reasoning = material.input.mode === 'reasoning';
  const ofParcel = new Set(parcelParts.map(({ id }) => id));
  const facts = factSections(read);
  const leading = parcelFacts.length > 0 ? 1 : 0;
  const ids = new Set(own.map(({ id }) => id));
  return [
    ...parcelSection(material, own),
    ...facts.slice(0, leading),
    ...facts.slice(leading).filter(({ id }) => ofParcel.has(id.replace(/^facts\./, ''))),
    ...(reasoning && conflicts.length > 0 ? [conflictSection(conflicts)] : []),
    ...recordSections(local, caller),
    ...nearbySections(local, center, ids),
    ...facts.slice(leading).filter(({ id }) => !ofParcel.has(id.replace(/^facts\./, ''))),
  ];
}

/**
 * All sections in the order in which they are read: the place, what stands out, the caller's questions, the parcel's own
 * records, what lies around it, what was checked. What compares sources is only in a report with reasoning.
 */
export function sectionsOf(material: ReportMaterial, parts: ReportParts): readonly ReportSection[] {
  const { place, read, conflicts, checked, records, own } = parts;
  const reasoning = material.input.mode === 'reasoning';
  const dated = read.flatMap((answer) => answer.dated);
  const body = focusFirst(material, inTypeOrder(material.input.reportType, bodySections(material, parts)));
  const near = body.flatMap((section) =>
    section.kind === 'entries' && section.id !== 'on_parcel' ? section.entries : [],
  );
  const items = standingSection(material, parts.findings);
  const ledger = checked.map(({ entry }) => entry);
  const answers = answersOf(material, {
    ...{ read, ledger, findings: parts.findings, signals: signalsOf(material.local) },
    ...{ entries: [...own, ...near], sections: body },
  });
  return [
    ...(place.length > 0 ? [{ id: 'subject', title: 'Subject', kind: 'facts' as const, facts: [...place] }] : []),
    ...(reasoning ? [items] : []),
    ...(reasoning ? answers : []),
    ...mapSections(material, own),
    ...body,
    ...chartSections(material),
    ...(reasoning ? [timelineOf(dated, records), nextChecksOf(material, items.items, checked)] : []),
    {
      id: 'coverage',
      title: 'What was checked',
      kind: 'coverage_ledger',
      entries: ledger,
    },
    ...(reasoning ? [questionsOf(material, checked, conflicts, parts.findings)] : []),
    limitsOf(material, parts, body),
    { id: 'sources', title: 'Sources', kind: 'sources', sources: sourcesOf(material, parts).all() },
    { id: 'evidence', title: 'What was queried', kind: 'evidence', asked: material.queried.map(queriedOf) },
  ];
}

const queriedOf = ({ cardId, url, at, outcome, bodyHash }: RequestLogEntry) => ({
  cardId,
  url,
  at,
  outcome,
  ...(bodyHash !== undefined && { bodyHash }),
});
