import type { PlaceRecord } from '../../../kernel/record.ts';
import { cleanText } from '../../../kernel/text.ts';
import { factsOf } from '../../shared/compose/facts.ts';
import { type Checked, checkedComponent, checkedLane } from '../../shared/compose/ledger.ts';
import { outlineFindings } from '../../shared/compose/outline-findings.ts';
import { conflictsOf, coverageWords, failedWords } from '../../shared/compose/synthesis.ts';
import { placeName, plural, precisionWords, standingCaveats } from '../../shared/compose/words.ts';
import type { ReportMaterial } from '../material.ts';
import type { PlaceReport } from '../schema/report.ts';
import { highlightsOf } from './highlights.ts';
import { answered, byDate, callerTag, type ReportParts, sectionsOf, signalsOf, subjectFacts } from './sections.ts';
import { supportingContextOf } from './supporting.ts';

/** A report before it has an id and a place where it is kept. */
export type UnsealedReport = Omit<PlaceReport, 'id' | 'access' | 'storage'>;

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

/** Records of the local lanes, each once. */
const fetchedRecords = ({ lanes }: ReportMaterial): readonly PlaceRecord[] => [
  ...new Map(lanes.flatMap(({ records }) => records.map((record) => [record.id, record] as const))).values(),
];

function partsOf(material: ReportMaterial): ReportParts {
  const { parcelAnswer, lanes, components } = material;
  const answers = [...(parcelAnswer ? [parcelAnswer] : []), ...components];
  const read = answers.map((reading) => ({ reading, ...factsOf(reading.answer, reading.tool) }));
  const parcelFacts = read.find(({ reading }) => reading === parcelAnswer)?.facts ?? [];
  const fetched = fetchedRecords(material);
  const caller = callerRecords(material, new Set(fetched.map(({ id }) => id)));
  return {
    place: subjectFacts(material),
    answers,
    read,
    parcelFacts,
    conflicts: conflictsOf(parcelFacts, material.statements),
    checked: [
      ...(parcelAnswer ? [checkedComponent(parcelAnswer)] : []),
      ...lanes.map(checkedLane),
      ...components.map(checkedComponent),
    ],
    records: [...fetched, ...caller].sort(byDate),
    caller,
  };
}

function queryOf({ input, now }: ReportMaterial): UnsealedReport['query'] {
  return {
    ...(input.address !== undefined && { address: input.address }),
    ...(input.zip !== undefined && { zip: input.zip }),
    radiusMeters: input.radiusMeters,
    lookbackDays: input.lookbackDays,
    requestedAt: now.toISOString(),
    ...(input.reportPrefs?.focusAreas && { focus: input.reportPrefs.focusAreas }),
  };
}

function summaryOf({ input, subject }: ReportMaterial, parts: ReportParts): string {
  const { checked, records, caller, conflicts } = parts;
  const fetched = records.length - caller.length;
  const supplied = caller.length > 0 ? `, and ${plural(caller.length, 'record')} supplied by the caller` : '';
  const differing =
    input.mode === 'reasoning' && conflicts.length > 0
      ? `; sources differ on ${plural(conflicts.length, 'point')}`
      : '';
  const findings = outlineFindings(parts.answers).map(({ sentence }) => `${sentence}. `);
  return (
    `${findings.join('')}Public records for ${placeName(subject)} (${precisionWords(subject)}): ${coverageWords(checked)}. ` +
    `${plural(fetched, 'record')} of local sources within ${input.radiusMeters} m and ${input.lookbackDays} days${supplied}${differing}.`
  );
}

/** Records by category; a lane that answered with nothing counts 0. */
function countsOf({ lanes }: ReportMaterial, records: readonly PlaceRecord[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const lane of lanes) if (lane.category && answered(lane)) counts.set(lane.category, 0);
  for (const { category } of records) counts.set(category, (counts.get(category) ?? 0) + 1);
  return Object.fromEntries(counts);
}

function caveatsOf({ boundaryNote }: ReportMaterial, { answers, checked }: ReportParts): string[] {
  const failed = failedWords(checked);
  const limits = answers.flatMap(({ answer }) => answer.limits);
  const notes = checked.flatMap(({ entry }) => (entry.lane && entry.reason ? [`${entry.label}: ${entry.reason}`] : []));
  return [
    ...new Set([
      ...(failed ? [failed] : []),
      ...(boundaryNote ? [boundaryNote] : []),
      ...standingCaveats,
      ...limits,
      ...notes,
    ]),
  ];
}

/** A lane failed, a boundary did not answer itself, or the imagery is missing. */
const isDegraded = ({ boundaryNote, visualStatus }: ReportMaterial, checked: readonly Checked[]) =>
  failedWords(checked) !== undefined ||
  boundaryNote !== undefined ||
  (visualStatus.status === 'unavailable' && visualStatus.reason === 'imagery_unavailable');

/** Puts a report together out of what was gathered. Pure: the same material gives the same report, byte for byte. */
export function composeReport(material: ReportMaterial): {
  readonly report: UnsealedReport;
  readonly checked: readonly Checked[];
} {
  const { input, now, subject } = material;
  const parts = partsOf(material);
  const { answers, read, parcelFacts, conflicts, checked, records } = parts;
  const sections = sectionsOf(material, parts);
  const highlights = highlightsOf(read, outlineFindings(answers));
  const report: UnsealedReport = {
    generatedAt: now.toISOString(),
    query: queryOf(material),
    summary: summaryOf(material, parts),
    recordCounts: countsOf(material, records),
    signals: signalsOf(material.lanes),
    sections: [...sections],
    records: [...records],
    caveats: caveatsOf(material, parts),
    composeStatus: isDegraded(material, checked) ? 'degraded' : 'ok',
    ...(material.visual && { visual: material.visual }),
    visualStatus: material.visualStatus,
    supportingContext: supportingContextOf(material, parcelFacts, conflicts.length > 0),
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

/** Whether a report has what it is sold for: a local source gave something. That all of them hold nothing is no evidence. */
export const hasLocalFinding = (checked: readonly Checked[]): boolean =>
  checked.some(({ entry }) => entry.lane !== undefined && entry.status === 'covered');
