import type { Finding } from '../../../findings/finding.ts';
import { pendingEvidence } from '../../../kernel/evidence.ts';
import type { PlaceRecord } from '../../../kernel/record.ts';
import type { ReportFact, SectionOf } from '../../../reports/sections.ts';
import { parcelFields } from '../parcel-fields.ts';
import { type DatedFact, sectionCitation } from './facts.ts';
import { labelOf } from './labels.ts';
import type { Checked } from './ledger.ts';
import type { ParcelMaterial, ParcelStatement } from './material.ts';
import { plural } from './words.ts';

export type Conflict = SectionOf<'conflicts'>['conflicts'][number];
type Question = SectionOf<'questions'>['questions'][number];

const fold = (value: unknown) =>
  String(value)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

type Stated = Pick<ReportFact, 'value' | 'unit' | 'note'>;

const decimalsOf = (value: number) => String(value).split('.')[1]?.length ?? 0;

/** Whether one figure is the other, rounded as its publisher rounds: 1 acre and 1.01 acres. */
function roundsTo(a: number, b: number): boolean {
  const decimals = Math.min(decimalsOf(a), decimalsOf(b));
  return a.toFixed(decimals) === b.toFixed(decimals);
}

/**
 * Measured numbers are one statement within half a percent or the precision of the coarser figure, counts and years only
 * where equal; text without regard to case and punctuation.
 */
function same(a: Stated, b: Stated): boolean {
  // a market value and an assessed one are no two words for one thing
  if (a.unit !== b.unit || (a.note && b.note && a.note !== b.note)) return true;
  if (typeof a.value === 'number' && typeof b.value === 'number') {
    if (a.unit === undefined) return a.value === b.value;
    return (
      Math.abs(a.value - b.value) <= 0.005 * Math.max(Math.abs(a.value), Math.abs(b.value)) ||
      roundsTo(a.value, b.value)
    );
  }
  return fold(a.value) === fold(b.value);
}

/** Where two sources state different values for one field of the subject parcel: both are kept, none is chosen. */
export function conflictsOf(facts: readonly ReportFact[], statements: readonly ParcelStatement[]): readonly Conflict[] {
  const compared = parcelFields().filter((one) => one.compared);
  return compared.flatMap(({ field }) => {
    const own = facts.find(({ id }) => id.endsWith(`.${field}`));
    if (!own) return [];
    const others = statements.filter((statement) => statement.field === field && !same(own, statement));
    if (others.length === 0) return [];
    const { label } = labelOf(field);
    return {
      id: `conflict.${field}`,
      label,
      statements: [
        own,
        ...others.map(({ value, unit, citation }, index) => ({
          id: `conflict.${field}.${index + 1}`,
          label,
          value,
          ...(unit && { unit }),
          citation: sectionCitation(citation),
        })),
      ],
    };
  });
}

const maxEntries = 80;

/**
 * Events with their dates, newest first: what an answer dates and the records. Those of one date and one source stand
 * together. Records beyond the limit are counted; events of answers always stay.
 */
export function timelineOf(dated: readonly DatedFact[], records: readonly PlaceRecord[]): SectionOf<'timeline'> {
  const findings = new Map(dated.map((one) => [`${one.date} ${one.label} ${one.citation.sourceName}`, one]));
  const fixed = [...findings.values()].map(({ date, label, citation }) => ({ date, label, citation }));
  const datedRecords = records.flatMap((record) => {
    const day = /^\d{4}(-\d{2}(-\d{2})?)?/.exec(record.occurredAt ?? '')?.[0];
    const { sourceName, sourceUrl, recordId, recordUrl, fetchedAt } = record.source;
    if (!day || !sourceUrl || !fetchedAt) return [];
    return {
      date: day,
      label: record.category.replaceAll('_', ' '),
      quoted: record.title,
      recordId: record.id,
      citation: {
        sourceName,
        sourceUrl,
        ...(recordId && { recordId, ...(recordUrl && { recordUrl }) }),
        evidence: pendingEvidence,
        fetchedAt,
      },
    };
  });
  const kept = datedRecords.slice(0, Math.max(0, maxEntries - fixed.length));
  const entries = [...fixed, ...kept].sort(
    (a, b) =>
      compare(b.date, a.date) ||
      compare(a.citation.sourceName, b.citation.sourceName) ||
      compare(a.label, b.label) ||
      compare('recordId' in a ? a.recordId : '', 'recordId' in b ? b.recordId : ''),
  );
  return {
    id: 'timeline',
    title: 'Dated timeline',
    kind: 'timeline',
    note: 'Events on the dates that the sources give, newest first. Order in time shows no cause.',
    entries,
    leftOut: datedRecords.length - kept.length,
  };
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

type OpenQuestion = Omit<Question, 'order'>;

function parcelQuestion(parcel: ParcelMaterial): OpenQuestion {
  return {
    question:
      parcel.addressAgrees === false
        ? 'The parcel at the matched point carries another site address than the one requested. Which parcel number is the subject?'
        : 'The parcel was matched by position alone. Is its parcel number that of the subject?',
    basis: 'boundary',
    with: parcel.citation.sourceName,
    url: parcel.citation.sourceUrl,
  };
}

/** A part of the parcel that is mapped otherwise than the point is a conflict of the records, and comes first. */
const outlineQuestion = ({ finding, question, next }: Finding): OpenQuestion => ({
  question: `${finding} ${question}`,
  basis: 'conflict',
  with: next.with,
  ...(next.url && { url: next.url }),
});

const conflictQuestion = ({ label, statements }: Conflict): OpenQuestion => ({
  question: `${plural(statements.length, 'source')} state different values for "${label.toLowerCase()}". Which one is current?`,
  basis: 'conflict',
  with: statements.map(({ citation }) => citation.sourceName).join(', '),
});

/** What one checked lane or component leaves open; undefined where it was read whole or not queried. */
function gapQuestion({ entry }: Checked): string | undefined {
  const label = entry.label.toLowerCase();
  if (entry.status === 'unavailable') {
    return `What do the records say about ${label}? The source did not give an answer for this report.`;
  }
  if (entry.status === 'not_wired') {
    return `Which office keeps records about ${label} for this place? No source of them was read for this report.`;
  }
  const wasRead = entry.status === 'covered' || entry.status === 'empty';
  return wasRead && !entry.complete ? `What lies beyond the part of ${label} that was read?` : undefined;
}

function gapQuestions(checked: readonly Checked[]): OpenQuestion[] {
  return checked.flatMap((one) => {
    const question = gapQuestion(one);
    if (question === undefined) return [];
    const { entry, officialUrl } = one;
    return [
      {
        question,
        basis: 'gap',
        ...(entry.source && { with: entry.source }),
        ...(officialUrl && { url: officialUrl }),
      },
    ];
  });
}

/** Questions that stay open, in the order in which the lanes were checked. */
export function questionsOf(
  { parcel }: { readonly parcel: ParcelMaterial | undefined },
  checked: readonly Checked[],
  conflicts: readonly Conflict[],
  findings: readonly Finding[],
): SectionOf<'questions'> {
  const open: OpenQuestion[] = [
    ...findings.filter(({ differs }) => differs).map(outlineQuestion),
    ...(parcel && parcel.addressAgrees !== true ? [parcelQuestion(parcel)] : []),
    ...conflicts.map(conflictQuestion),
    ...gapQuestions(checked),
  ];
  return {
    id: 'questions',
    title: 'What stays open',
    kind: 'questions',
    questions: open.map((question, index) => ({ order: index + 1, ...question })),
  };
}

/** Names of failed lanes in words, for the caveat of a degraded report. */
export function failedWords(checked: readonly Checked[]): string | undefined {
  const names = checked.filter(({ failed }) => failed).map(({ entry }) => entry.label);
  return names.length > 0
    ? `Some records could not be read while this report was made and are missing or incomplete: ${[...new Set(names)].join(', ')}.`
    : undefined;
}
