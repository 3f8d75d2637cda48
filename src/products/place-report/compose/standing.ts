import { askOffice, officeOfLane } from '../../../answers/offices.ts';
import type { RecordEntry, SectionOf } from '../../../reports/sections.ts';
import { purposeOf, type ReportPurpose, reasonFor, topicsNamedIn } from '../../../rules/report-topics.ts';
import type { Conflict } from '../../shared/compose/synthesis.ts';
import {
  type Draft,
  named,
  ofComponents,
  onParcelDrafts,
  unendedOf,
  whereOrder,
} from '../../shared/on-parcel/standing.ts';
import type { ReportMaterial } from '../material.ts';

const maxItems = 7;

/** The nearest development case that is not known to be decided. */
function ofNearby({ subject }: ReportMaterial, entries: readonly RecordEntry[]): readonly Draft[] {
  const { open, unknown } = unendedOf(entries, 'development_cases');
  const [nearest] = [...open, ...unknown].toSorted(
    (a, b) => (a.distanceMeters ?? Infinity) - (b.distanceMeters ?? Infinity),
  );
  if (!nearest) return [];
  const { distanceMeters } = nearest;
  const ask = 'Ask for the case file with its stage and hearing dates';
  return [
    {
      id: 'nearby.development_case',
      headline: `Development case${open.includes(nearest) ? ' under way' : ''}${distanceMeters === undefined ? ' nearby' : `, ${distanceMeters} m away`}`,
      finding: `Development case ${named(nearest)}${distanceMeters === undefined ? '' : `, ${distanceMeters} m away`}.`,
      where: 'nearby',
      ...(distanceMeters !== undefined && { distanceMeters }),
      topic: 'development',
      question: 'What is decided on the case, and what does it change around the parcel?',
      recordIds: [nearest.id],
      citations: [nearest.citation],
      next: { ...askOffice(subject, officeOfLane.development_cases, ask), at: 'office' },
    },
  ];
}

function ofConflicts({ subject }: ReportMaterial, conflicts: readonly Conflict[]): readonly Draft[] {
  const [first] = conflicts;
  if (!first) return [];
  const ask = "Ask for the parcel's present record and what it rests on";
  return [
    {
      id: 'on_parcel.sources_differ',
      headline: `Sources differ on the ${first.label.toLowerCase()}${conflicts.length > 1 ? ' and more' : ''}`,
      finding: `Sources differ on the ${conflicts.map(({ label }) => label.toLowerCase()).join(' and the ')} of this parcel: ${first.statements
        .map(({ value, unit, citation }) => `${value}${unit ? ` ${unit}` : ''} in ${citation.sourceName}`)
        .join(', ')}.`,
      where: 'on_parcel',
      topic: 'parcel',
      question: 'Which of the statements is current?',
      recordIds: [],
      citations: conflicts.flatMap(({ statements }) => statements.map(({ citation }) => citation)).slice(0, 4),
      next: { ...askOffice(subject, officeOfLane.parcel, ask), at: 'office' },
    },
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

/** The two nearest of each topic; a row of tanks would hide everything else. */
const fewBefore = (drafts: readonly Draft[], draft: Draft) =>
  drafts.filter(({ where, topic }) => where === 'nearby' && topic === draft.topic).indexOf(draft) < 2;

/**
 * What stands out: findings of fixed rules over the records, on the parcel first, then by distance, then by what the
 * report is read for. Nothing is scored. At most seven; those beyond are counted.
 */
export function standingOf(
  material: ReportMaterial,
  about: {
    readonly own: readonly RecordEntry[];
    readonly near: readonly RecordEntry[];
    readonly conflicts: readonly Conflict[];
  },
): SectionOf<'items'> {
  const purpose = purposeHere(material);
  const focus = (material.input.reportPrefs?.focusAreas ?? []).flatMap((words) => topicsNamedIn(words));
  const topics = [...new Set([...focus.map(({ topic }) => topic), ...purpose.topics])];
  const topicOrder = ({ topic }: Draft) => {
    const at = topic === undefined ? -1 : topics.indexOf(topic);
    return at < 0 ? topics.length : at;
  };
  const drafts = [
    ...ofComponents([...(material.parcelAnswer ? [material.parcelAnswer] : []), ...material.components]),
    ...onParcelDrafts(material.subject, about.own),
    ...ofConflicts(material, about.conflicts),
    ...ofNearby(material, about.near),
  ].sort(
    (a, b) =>
      whereOrder[a.where] - whereOrder[b.where] ||
      (a.distanceMeters ?? 0) - (b.distanceMeters ?? 0) ||
      topicOrder(a) - topicOrder(b),
  );
  const shown = drafts.filter((draft) => draft.where !== 'nearby' || fewBefore(drafts, draft)).slice(0, maxItems);
  return {
    id: 'stands_out',
    title: 'What stands out in the records',
    kind: 'items',
    ...(drafts.length === 0 && {
      note: 'By the fixed rules of this report nothing stands out in these records.',
    }),
    items: shown.map((draft, index) => {
      const why = draft.topic && reasonFor(draft.topic, purpose.purpose);
      return { order: index + 1, ...draft, ...(why && { why }) };
    }),
    leftOut: drafts.length - shown.length,
  };
}
