import { askOffice, officeOfLane } from '../../../answers/offices.ts';
import { findingsIn, gapFindings, inOrder, listedFindings } from '../../../findings/engine.ts';
import { type Finding, stated } from '../../../findings/finding.ts';
import { nearbyCase, recordFindings } from '../../../findings/records.ts';
import type { LedgerEntry, RecordEntry, SectionOf } from '../../../reports/sections.ts';
import { purposeOf, type ReportPurpose, topicsNamedIn } from '../../../rules/report-topics.ts';
import type { Conflict } from '../../shared/compose/synthesis.ts';
import type { ReportMaterial } from '../gather.ts';

function ofConflicts({ subject }: ReportMaterial, conflicts: readonly Conflict[]): readonly Finding[] {
  const [first] = conflicts;
  if (!first) return [];
  const ask = "Ask for the parcel's present record and what it rests on";
  return [
    stated({
      id: 'on_parcel.sources_differ',
      kind: 'record',
      headline: `Sources differ on the ${first.label.toLowerCase()}${conflicts.length > 1 ? ' and more' : ''}`,
      finding: `Sources differ on the ${conflicts.map(({ label }) => label.toLowerCase()).join(' and the ')} of this parcel: ${first.statements
        .map(({ value, unit, citation }) => `${value}${unit ? ` ${unit}` : ''} in ${citation.sourceName}`)
        .join(', ')}.`,
      where: 'on_parcel',
      topic: 'parcel',
      question: 'Which of the statements is current?',
      evidenceNeeded: ['The record of the parcel at its office'],
      recordIds: [],
      citations: conflicts.flatMap(({ statements }) => statements.map(({ citation }) => citation)).slice(0, 4),
      next: askOffice(subject, officeOfLane.parcel, ask),
    }),
  ];
}

/** What the report is read for, as its request says. */
export function purposeHere({ input }: Pick<ReportMaterial, 'input'>): ReportPurpose {
  const { goal, projectType, decisionStage } = input.reportPrefs ?? {};
  return purposeOf(
    input.reportType,
    [goal, projectType, decisionStage].filter((text) => text !== undefined),
  );
}

/** Findings of fixed rules over the answers and records of a report; of one kind and distance what it is read for first. */
export function findingsOf(
  material: ReportMaterial,
  about: {
    readonly own: readonly RecordEntry[];
    readonly near: readonly RecordEntry[];
    readonly conflicts: readonly Conflict[];
    readonly ledger: readonly LedgerEntry[];
  },
): readonly Finding[] {
  const { subject, parcelAnswer, parcelParts, components, input } = material;
  const focus = (input.reportPrefs?.focusAreas ?? []).flatMap((words) => topicsNamedIn(words));
  return inOrder(
    [
      ...findingsIn([...(parcelAnswer ? [parcelAnswer] : []), ...parcelParts, ...components]),
      ...recordFindings(subject, about.own),
      ...ofConflicts(material, about.conflicts),
      ...nearbyCase(subject, about.near),
      ...gapFindings(subject, about.ledger),
    ],
    [...focus.map(({ topic }) => topic), ...purposeHere(material).topics],
  );
}

/** What stands out, as a section. */
export const standingSection = (material: ReportMaterial, findings: readonly Finding[]): SectionOf<'items'> => ({
  id: 'stands_out',
  title: 'What stands out in the records',
  kind: 'items',
  ...(findings.length === 0 && { note: 'By the fixed rules of this report nothing stands out in these records.' }),
  items: listedFindings(findings, purposeHere(material).purpose),
});
