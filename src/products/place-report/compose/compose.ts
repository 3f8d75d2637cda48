import type { PlaceRecord } from '../../../kernel/record.ts';
import { isAnswered } from '../../../kernel/state.ts';
import { cleanText } from '../../../kernel/text.ts';
import type { ReportFact, ReportSection, ReportSignal } from '../../../reports/sections.ts';
import { factsOf, sectionCitation } from '../../shared/compose/facts.ts';
import { type Checked, checkedComponent, checkedLane } from '../../shared/compose/ledger.ts';
import type { LaneReading } from '../../shared/compose/material.ts';
import { SourceList } from '../../shared/compose/sources.ts';
import { conflictsOf, coverageWords, failedWords, questionsOf, timelineOf } from '../../shared/compose/synthesis.ts';
import { laneTitle, placeName, plural, precisionWords, standingCaveats } from '../../shared/compose/words.ts';
import type { ReportMaterial } from '../material.ts';
import type { PlaceReport } from '../schema/report.ts';
import { highlightsOf } from './highlights.ts';
import { supportingContextOf } from './supporting.ts';

/** A report before it has an id and a place where it is kept. */
export type UnsealedReport = Omit<PlaceReport, 'id' | 'access' | 'storage'>;

export const callerTag = 'caller-supplied';

const compareText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const byDate = (a: PlaceRecord, b: PlaceRecord) =>
  compareText(b.occurredAt ?? '', a.occurredAt ?? '') || compareText(a.id, b.id);

/** The caller's own records, cleaned and tagged; an id that a source uses too gets a prefix. */
function callerRecords(material: ReportMaterial, taken: ReadonlySet<string>): PlaceRecord[] {
  return (material.input.records ?? []).map((record) => ({
    ...record,
    id: taken.has(record.id) ? `caller:${record.id}` : record.id,
    title: cleanText(record.title, 500) || '(no text)',
    ...(record.description !== undefined && { description: cleanText(record.description, 2000) }),
    tags: [...new Set([...record.tags, callerTag])],
  }));
}

const perimeterOf = ({ area, period }: LaneReading) => (period ? `${area}; ${period}` : area);
const answered = ({ state }: LaneReading) => isAnswered(state);

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
      perimeter: [...new Set(some.map(perimeterOf))].join(' / '),
      complete: some.every(({ state, whole }) => state !== 'partial' && whole),
      ...(records.length === 0 && { note: 'The source answered and returned nothing inside this perimeter.' }),
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
      perimeter: 'as given in the request; not checked by this service',
      complete: true,
      biasProfiles: [],
    },
  ];
}

function signalsOf(lanes: readonly LaneReading[]): ReportSignal[] {
  return lanes.flatMap((lane) =>
    lane.citation && lane.category && answered(lane)
      ? {
          id: `signal.${lane.id}`,
          label: laneTitle(lane.lane),
          value: lane.records.length,
          unit: 'records',
          perimeter: perimeterOf(lane),
          complete: lane.state !== 'partial' && lane.whole,
          citation: sectionCitation(lane.citation),
        }
      : [],
  );
}

function subjectFacts(material: ReportMaterial): ReportFact[] {
  const { subject, jurisdictions } = material;
  if (!subject.citation) return [];
  const citation = sectionCitation(subject.citation);
  const fact = (id: string, label: string, value: string | number | undefined, unit?: string): ReportFact[] =>
    value === undefined || value === '' ? [] : [{ id: `subject.${id}`, label, value, ...(unit && { unit }), citation }];
  return [
    ...fact('resolved', 'Matched place', subject.resolved),
    ...fact('precision', 'How it is known', precisionWords(subject)),
    ...fact('latitude', 'Latitude', subject.latitude, 'degrees'),
    ...fact('longitude', 'Longitude', subject.longitude, 'degrees'),
    ...fact('county', 'County', subject.county?.name),
    ...fact('countyFips', 'County FIPS code', subject.county?.fips),
    ...fact('zip', 'ZIP code', subject.zip),
    ...fact('jurisdictions', 'Wired jurisdictions', jurisdictions.join(', ')),
  ];
}

/** Puts a report together out of what was gathered. Pure: the same material gives the same report, byte for byte. */
export function composeReport(material: ReportMaterial): {
  readonly report: UnsealedReport;
  readonly checked: readonly Checked[];
} {
  const { input, now, subject, parcelAnswer, lanes, components, asked } = material;
  const reasoning = input.mode === 'reasoning';
  const answers = [...(parcelAnswer ? [parcelAnswer] : []), ...components];
  const checked = [
    ...(parcelAnswer ? [checkedComponent(parcelAnswer)] : []),
    ...lanes.map(checkedLane),
    ...components.map(checkedComponent),
  ];
  const sources = new SourceList();
  const place = subjectFacts(material);
  for (const { citation } of place.slice(0, 1)) sources.add(citation, 'Matched subject');

  const read = answers.map((reading) => ({ reading, ...factsOf(reading.answer, reading.tool) }));
  const parcelFacts = read.find(({ reading }) => reading === parcelAnswer)?.facts ?? [];
  const factSections = read.flatMap(({ reading, facts, tables }): ReportSection[] => {
    const cited = [...facts, ...tables.flatMap(({ rows }) => rows)];
    for (const { citation } of cited) sources.add(citation, reading.title);
    if (cited.length === 0) return [];
    const { id, title, answer } = reading;
    return [
      {
        id: `facts.${id}`,
        title,
        kind: 'facts',
        note: answer.summary,
        facts: [...facts],
        ...(tables.length > 0 && { tables: [...tables] }),
      },
    ];
  });

  const fetched = [
    ...new Map(lanes.flatMap(({ records }) => records.map((record) => [record.id, record] as const))).values(),
  ];
  const caller = callerRecords(material, new Set(fetched.map(({ id }) => id)));
  const records = [...fetched, ...caller].sort(byDate);
  for (const lane of lanes)
    if (lane.citation && answered(lane)) sources.add(sectionCitation(lane.citation), laneTitle(lane.lane));

  const conflicts = conflictsOf(parcelFacts, material.statements);
  for (const { statements } of conflicts) {
    for (const { citation } of statements) sources.add(citation, 'Comparison of sources');
  }
  const supporting = supportingContextOf(material, parcelFacts, conflicts.length > 0);
  const highlights = highlightsOf(read);

  const sections: ReportSection[] = [
    ...(place.length > 0 ? [{ id: 'subject', title: 'Subject', kind: 'facts' as const, facts: place }] : []),
    ...factSections.slice(0, parcelFacts.length > 0 ? 1 : 0),
    ...(reasoning && conflicts.length > 0
      ? [
          {
            id: 'conflicts',
            title: 'Where sources differ',
            kind: 'conflicts' as const,
            note: 'Each source is given as it stands; none is preferred.',
            conflicts: [...conflicts],
          },
        ]
      : []),
    ...recordSections(lanes, caller),
    ...factSections.slice(parcelFacts.length > 0 ? 1 : 0),
    ...(reasoning
      ? [
          timelineOf(
            read.flatMap(({ dated }) => dated),
            records,
          ),
        ]
      : []),
    {
      id: 'coverage',
      title: 'What was checked',
      kind: 'coverage_ledger',
      entries: checked.map(({ entry }) => entry),
    },
    ...(reasoning ? [questionsOf(material, checked, conflicts, answers)] : []),
    { id: 'sources', title: 'Sources', kind: 'sources', sources: sources.all() },
    { id: 'evidence', title: 'What was asked', kind: 'evidence', asked: [...asked] },
  ];

  const counts = new Map<string, number>();
  for (const lane of lanes)
    if (lane.category && answered(lane)) counts.set(lane.category, counts.get(lane.category) ?? 0);
  for (const { category } of records) counts.set(category, (counts.get(category) ?? 0) + 1);
  const failed = failedWords(checked);
  const degraded =
    failed !== undefined ||
    material.boundaryNote !== undefined ||
    (material.visualStatus.status === 'unavailable' && material.visualStatus.reason === 'imagery_unavailable');
  const limits = answers.flatMap(({ answer }) => answer.limits);
  const notes = checked.flatMap(({ entry }) => (entry.lane && entry.reason ? [`${entry.label}: ${entry.reason}`] : []));
  const report: UnsealedReport = {
    generatedAt: now.toISOString(),
    query: {
      ...(input.address !== undefined && { address: input.address }),
      ...(input.zip !== undefined && { zip: input.zip }),
      radiusMeters: input.radiusMeters,
      lookbackDays: input.lookbackDays,
      requestedAt: now.toISOString(),
      ...(input.reportPrefs?.focusAreas && { focus: input.reportPrefs.focusAreas }),
    },
    summary:
      `Public records for ${placeName(subject)} (${precisionWords(subject)}): ${coverageWords(checked)}. ` +
      `${plural(fetched.length, 'record')} of local sources within ${input.radiusMeters} m and ${input.lookbackDays} days` +
      `${caller.length > 0 ? `, and ${plural(caller.length, 'record')} supplied by the caller` : ''}` +
      `${reasoning && conflicts.length > 0 ? `; sources differ on ${plural(conflicts.length, 'point')}` : ''}.`,
    recordCounts: Object.fromEntries(counts),
    signals: signalsOf(lanes),
    sections,
    records,
    caveats: [
      ...new Set([
        ...(failed ? [failed] : []),
        ...(material.boundaryNote ? [material.boundaryNote] : []),
        ...standingCaveats,
        ...limits,
        ...notes,
      ]),
    ],
    composeStatus: degraded ? 'degraded' : 'ok',
    ...(material.visual && { visual: material.visual }),
    visualStatus: material.visualStatus,
    supportingContext: supporting,
    ...(highlights.length > 0 && { highlights: [...highlights] }),
    queriedAddress: input.address ?? input.zip ?? subject.input,
    index: sections.map(({ id, title }) => ({ id, title })),
    ...(input.reportPrefs && { reportPrefs: input.reportPrefs }),
    ...(input.reportType && { reportType: input.reportType }),
    placeFacts: answers
      .filter(({ answer }) => answer.facts)
      .map(({ tool, answer }) => ({ tool, result: { summary: answer.summary } })),
  };
  return { report, checked };
}

/** Whether a report has what it is sold for: a local source answered, and something was found. */
export function hasLocalAnswer(checked: readonly Checked[]): boolean {
  const local = checked.filter(({ entry }) => entry.lane !== undefined);
  const answeredLocally = local.some(({ entry }) => entry.status === 'covered' || entry.status === 'empty');
  return answeredLocally && checked.some(({ entry }) => entry.status === 'covered');
}
