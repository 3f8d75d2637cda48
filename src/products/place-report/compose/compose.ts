import type { PartReading } from '../../../answers/ask-tools.ts';
import { searchedWords, summaryOf } from '../../../findings/summary.ts';
import type { PlaceRecord } from '../../../kernel/record.ts';
import { cleanText } from '../../../kernel/text.ts';
import { toRecord } from '../../../places/lanes/record.ts';
import { isEvidence } from '../../shared/brief.ts';
import { countedOf } from '../../shared/brief-parts.ts';
import { factsOf } from '../../shared/compose/facts.ts';
import { type Checked, checkedComponent, checkedLane } from '../../shared/compose/ledger.ts';
import { conflictsOf, failedWords } from '../../shared/compose/synthesis.ts';
import { placeName, plural, standingCaveats } from '../../shared/compose/words.ts';
import { parcelEntries } from '../../shared/on-parcel/entries.ts';
import { givesOfPlace } from '../../shared/place-subjects.ts';
import type { ReportMaterial } from '../gather.ts';
import { mappedEverywhere } from '../parts.ts';
import type { PlaceReport } from '../schema/report.ts';
import { highlightsOf } from './closing.ts';
import { checkedExact, nearbySections } from './entries.ts';
import { answered, byDate, callerTag, type ReportParts, sectionsOf, signalsOf, subjectFacts } from './sections.ts';
import { findingsOf } from './standing.ts';
import { supportingContextOf } from './supporting.ts';

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

const onParcelTag = 'on-parcel';
const matchedTags = { parcel_number: 'matched-by-parcel-number', street_address: 'matched-by-address' } as const;

/** Records of the parcel itself, with how they were matched among their tags; a lane that is none of records has entries alone. */
const ownRecords = ({ exact }: ReportMaterial): readonly PlaceRecord[] =>
  exact.flatMap(({ configured, rows, citation }) =>
    citation && configured.source.category
      ? rows.map(({ row, by }) => {
          const record = toRecord(row, configured, { citation });
          return { ...record, tags: [...record.tags, onParcelTag, ...by.map((way) => matchedTags[way])] };
        })
      : [],
  );

/** Records of the local lanes and of the parcel, each once: what was found in both ways has the distance and the match. */
function fetchedRecords(material: ReportMaterial): readonly PlaceRecord[] {
  const around = new Map(
    material.local.flatMap(({ records }) => records.map((record) => [record.id, record] as const)),
  );
  for (const own of ownRecords(material)) {
    const known = around.get(own.id);
    around.set(own.id, known ? { ...known, tags: [...new Set([...known.tags, ...own.tags])] } : own);
  }
  return [...around.values()];
}

/** Ledger line of a component; a map of every place that has no value at this one is no gap. */
function checkedPart(reading: PartReading): Checked {
  const checked = checkedComponent(reading);
  const { entry } = checked;
  const hasAnswered = entry.status === 'not_wired' && mappedEverywhere.has(reading.tool);
  return hasAnswered ? { ...checked, entry: { ...entry, status: 'empty' } } : checked;
}

/** Every field of a row is a column: the page puts together what it has no room for. */
const allColumns = 24;

function partsOf(material: ReportMaterial): ReportParts {
  const { parcelAnswer, local, components, exact, parcelParts } = material;
  const answers = [...(parcelAnswer ? [parcelAnswer] : []), ...parcelParts, ...components];
  const read = answers.map((reading) => ({
    reading,
    ...factsOf(reading.answer, reading.tool, { columns: allColumns }),
  }));
  const parcelFacts = read.find(({ reading }) => reading === parcelAnswer)?.facts ?? [];
  const fetched = fetchedRecords(material);
  const caller = callerRecords(material, new Set(fetched.map(({ id }) => id)));
  const conflicts = conflictsOf(parcelFacts, material.statements);
  const own = parcelEntries(exact, material.subject.unit);
  const ids = new Set(own.map(({ id }) => id));
  const near = nearbySections(local, material.center, ids).flatMap(({ entries }) => entries);
  const checked = [
    ...(parcelAnswer ? [checkedComponent(parcelAnswer)] : []),
    ...exact.map(checkedExact),
    ...parcelParts.map(checkedComponent),
    ...local.map(checkedLane),
    ...components.map(checkedPart),
  ];
  const ledger = checked.map(({ entry }) => entry);
  return {
    place: subjectFacts(material),
    answers,
    read,
    parcelFacts,
    conflicts,
    checked,
    own,
    findings: findingsOf(material, { own, near, conflicts, ledger }),
    records: [...fetched, ...caller].sort(byDate),
    caller,
  };
}

function queryOf({ input, subject, now }: ReportMaterial): UnsealedReport['query'] {
  return {
    ...(input.address !== undefined && { address: subject.input }),
    ...(input.zip !== undefined && { zip: input.zip }),
    radiusMeters: input.radiusMeters,
    lookbackDays: input.lookbackDays,
    requestedAt: now.toISOString(),
    ...(input.reportPrefs?.focusAreas && { focus: input.reportPrefs.focusAreas }),
  };
}

function summaryHere({ input, subject, local: lanes, exact, edition }: ReportMaterial, parts: ReportParts): string {
  const fetched = new Set(lanes.flatMap(({ records }) => records.map(({ id }) => id))).size;
  const within = `${plural(fetched, 'local record')} within ${input.radiusMeters} m and ${input.lookbackDays} days`;
  const ofParcel = exact.length > 0 ? `, ${plural(parts.own.length, 'record')} of the parcel itself` : '';
  const entries = parts.checked.map(({ entry }) => entry);
  const local =
    edition === 'local' ? `${within}${ofParcel}` : 'National edition: no source of local records is known here';
  return summaryOf({
    findings: parts.findings,
    lead: local,
    searched: searchedWords(placeName(subject), entries),
  });
}

function countsOf({ local }: ReportMaterial, records: readonly PlaceRecord[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const lane of local) if (lane.category && answered(lane)) counts.set(lane.category, 0);
  for (const { category } of records) counts.set(category, (counts.get(category) ?? 0) + 1);
  return Object.fromEntries(counts);
}

function caveatsOf({ boundaryNote, subject }: ReportMaterial, { answers, checked }: ReportParts): string[] {
  const failed = failedWords(checked);
  const limits = answers.flatMap(({ answer }) => answer.limits);
  const notes = checked.flatMap(({ entry }) => (entry.lane && entry.reason ? [`${entry.label}: ${entry.reason}`] : []));
  return [
    ...new Set([
      ...(failed ? [failed] : []),
      ...(boundaryNote ? [boundaryNote] : []),
      ...standingCaveats,
      ...(subject.doubts ?? []),
      ...limits,
      ...notes,
    ]),
  ];
}

/** A lane failed, a boundary did not answer itself, or the imagery is missing. */
const isDegraded = ({ boundaryNote, visualStatus }: ReportMaterial, checked: readonly Checked[]) =>
  failedWords(checked) !== undefined ||
  boundaryNote !== undefined ||
  (visualStatus?.status === 'unavailable' && visualStatus.reason === 'imagery_unavailable');

/** When the last question of a report was answered, or its request where nothing was read after it; ISO 8601. */
const lastReadIn = ({ now, queried }: ReportMaterial): string =>
  new Date(
    Math.max(now.getTime(), ...queried.map(({ at }) => Date.parse(at)).filter((time) => !Number.isNaN(time))),
  ).toISOString();

/** Puts a report together out of what was gathered. Pure: the same material gives the same report, byte for byte. */
export function composeReport(material: ReportMaterial): {
  readonly report: UnsealedReport;
  readonly checked: readonly Checked[];
} {
  const { input, subject } = material;
  const parts = partsOf(material);
  const { answers, read, parcelFacts, conflicts, checked, records } = parts;
  const generatedAt = lastReadIn(material);
  const sections = sectionsOf(material, parts);
  const highlights = highlightsOf(read);
  const report: UnsealedReport = {
    generatedAt,
    query: queryOf(material),
    summary: summaryHere(material, parts),
    recordCounts: countsOf(material, records),
    signals: signalsOf(material.local),
    sections: [...sections],
    records: [...records],
    caveats: caveatsOf(material, parts),
    composeStatus: isDegraded(material, checked) ? 'degraded' : 'ok',
    ...(material.visual && { visual: material.visual }),
    ...(material.visualStatus && { visualStatus: material.visualStatus }),
    supportingContext: supportingContextOf(material, parcelFacts, conflicts, generatedAt),
    ...(highlights.length > 0 && { highlights: [...highlights] }),
    queriedAddress: input.address === undefined ? (input.zip ?? subject.input) : subject.input,
    index: sections.map(({ id, title }) => ({ id, title })),
    ...(input.reportPrefs && { reportPrefs: input.reportPrefs }),
    ...(input.reportType && { reportType: input.reportType }),
    placeFacts: answers
      .filter(({ answer }) => answer.facts)
      .map(({ tool, answer }) => ({ tool, result: { summary: answer.summary } })),
  };
  return { report, checked };
}

/**
 * Whether a national edition has what it is sold for: half of the national registers and maps answered, with something or
 * with nothing, and one has facts of the place. What exists at every point of the country is none of it.
 */
export function hasNationalFacts({ components }: Pick<ReportMaterial, 'components'>): boolean {
  const national = countedOf('place_report', components).filter(({ lane }) => lane === undefined);
  return national.some(givesOfPlace) && national.filter(isEvidence).length * 2 >= national.length;
}

/** Whether a report has what it is sold for: a local source gave something. That all of them hold nothing is no evidence. */
export const hasLocalFinding = (checked: readonly Checked[]): boolean =>
  checked.some(({ entry }) => entry.lane !== undefined && entry.status === 'covered');
