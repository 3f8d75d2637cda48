import type { PartReading } from '../../../answers/ask-tools.ts';
import { askOffice, officeOfLane } from '../../../answers/offices.ts';
import type { NextStep, RecordEntry, SectionOf, StandingItem } from '../../../reports/sections.ts';
import { nextCheckKind } from '../../../rules/next-check-pages.ts';
import { statusMeaning } from '../../../rules/permit-status-words.ts';
import { purposeOf, type ReportPurpose, reasonFor, topicOf, topicsNamedIn } from '../../../rules/report-topics.ts';
import { hasAnswered } from '../../shared/brief.ts';
import type { Conflict } from '../../shared/compose/synthesis.ts';
import { plural } from '../../shared/compose/words.ts';
import { isUnfinished } from '../../shared/follow-up/items-premises.ts';
import { packetParts, parcelPart } from '../../shared/follow-up/parts.ts';
import type { ItemDraft } from '../../shared/follow-up/reading.ts';
import type { ReportMaterial } from '../material.ts';

const maxItems = 7;

export type Draft = Omit<StandingItem, 'order' | 'why'>;

/** Rules of the follow-up packet whose findings stand out of a report: what is only a question for an office does not. */
const standingParts = [
  parcelPart,
  packetParts.flood,
  packetParts.wetland,
  packetParts.soil,
  packetParts.landslide,
  packetParts.wildfire,
  packetParts.tanks,
  packetParts.cleanup,
] as const;

const fallback: NextStep = { action: 'Ask for the record', with: 'the city or county office in charge', at: 'office' };

/** A finding of the packet's rules in the form of the report. */
function draftOf(reading: PartReading, draft: ItemDraft): Draft {
  const { key, headline, place, factualBasis, question, recordIds, citations, verifyNext } = draft;
  const step = verifyNext ?? reading.answer.verifyNext.find(({ url }) => url) ?? reading.answer.verifyNext[0];
  const topic = topicOf({ part: reading.tool, lane: reading.lane })?.topic;
  const known = Object.values(reading.answer.citations);
  return {
    id: `${reading.id}.${key}`,
    headline: headline ?? reading.title,
    finding: factualBasis,
    where: place?.over ? 'on_parcel' : 'nearby',
    ...(place?.distanceMeters !== undefined && { distanceMeters: place.distanceMeters }),
    ...(topic && { topic }),
    question,
    recordIds,
    citations: citations.flatMap(({ sourceName, sourceUrl, recordId, fetchedAt = '', sourceVersion }) => {
      const evidence = known.find((one) => one.sourceName === sourceName)?.evidence;
      return {
        sourceName,
        sourceUrl,
        ...(recordId && { recordId }),
        ...(evidence && { evidence }),
        ...(sourceVersion && { sourceDate: sourceVersion }),
        fetchedAt,
      };
    }),
    next: step
      ? { action: step.action, with: step.with, ...(step.url && { url: step.url }), at: nextCheckKind(step.with) }
      : fallback,
  };
}

/** What stands out by the packet's rules in the answers of free tools. */
export function ofComponents({
  components,
  parcelAnswer,
}: Pick<ReportMaterial, 'components' | 'parcelAnswer'>): readonly Draft[] {
  const readings = [...(parcelAnswer ? [parcelAnswer] : []), ...components].filter(hasAnswered);
  return standingParts.flatMap(({ tool, rules }) =>
    readings
      .filter((reading) => reading.tool === tool)
      .flatMap((reading) => rules.flatMap((rule) => rule(reading).map((draft) => draftOf(reading, draft)))),
  );
}

const ended =
  /\b(closed|complied|compliance|resolved|dismissed|complete\w*|certified|paid|void\w*|withdrawn|cancel\w*|no violation)\b/i;

/** "Not complied", "non-compliance": a word of an end that is denied is none. */
const denied = /\b(not|non|no longer|never|fail\w*|pending|partial\w*)\b/i;

const isOpenCase = ({ status }: RecordEntry) => status !== undefined && (!ended.test(status) || denied.test(status));

const cardOf = ({ id }: RecordEntry) => id.slice(0, id.indexOf(':'));

const isUnfinishedPermit = (entry: RecordEntry) =>
  isUnfinished(
    entry.status ?? '',
    entry.status === undefined ? undefined : statusMeaning(cardOf(entry), entry.status)?.reading,
  );

interface Kind {
  readonly lane: RecordEntry['lane'];
  readonly id: string;
  readonly stands: (entry: RecordEntry) => boolean;
  readonly headline: (count: number) => string;
  readonly finding: (count: number, newest: RecordEntry) => string;
  readonly question: string;
  readonly action: string;
}

/** A record in words of ours: its number and date; its own text is quoted where it is shown. */
const named = ({ citation, id, date }: RecordEntry) => `${citation.recordId ?? id}${date ? ` of ${date}` : ''}`;
const newestOf = (count: number, newest: RecordEntry) =>
  `${count > 1 ? 'the newest, ' : ''}${named(newest)}, with the status "${newest.status ?? ''}"`;

/** What a record of the parcel itself can leave open, one item for each kind of record. */
const kinds: readonly Kind[] = [
  {
    lane: 'code_violations',
    id: 'open_cases',
    stands: isOpenCase,
    headline: (count) => `${plural(count, 'open code case')} on the parcel`,
    finding: (count, newest) =>
      `${plural(count, 'code case')} of this parcel ${count === 1 ? 'is' : 'are'} not recorded as closed: ${newestOf(count, newest)}.`,
    question: 'What is left to be done before the case is closed, and until when?',
    action: 'Ask for the case file: what was ordered, the deadline, and the closing inspection',
  },
  {
    lane: 'permits',
    id: 'unfinished_permits',
    stands: isUnfinishedPermit,
    headline: (count) => `${plural(count, 'permit')} on the parcel without a final step`,
    finding: (count, newest) =>
      `${plural(count, 'permit')} of this parcel ${count === 1 ? 'has' : 'have'} no recorded final step: ${newestOf(count, newest)}.`,
    question: 'Is the work finished, inspected and closed?',
    action: 'Ask for the permit file: inspections, and the final approval or its written absence',
  },
  {
    lane: 'development_cases',
    id: 'development_case',
    stands: isOpenCase,
    headline: (count) => `${plural(count, 'open development case')} on the parcel`,
    finding: (count, newest) => `${plural(count, 'development case')} of this parcel: ${newestOf(count, newest)}.`,
    question: 'What is decided on the case, and with which conditions?',
    action: 'Ask for the case file with its present stage and conditions',
  },
];

/** What stays open in the records of the parcel: cases not recorded as closed, permits without a final step. */
export function onParcelDrafts(
  { subject }: Pick<ReportMaterial, 'subject'>,
  entries: readonly RecordEntry[],
): readonly Draft[] {
  return kinds.flatMap((kind): Draft[] => {
    const standing = entries.filter((entry) => entry.lane === kind.lane && kind.stands(entry));
    const [newest] = standing;
    if (!newest) return [];
    const topic = topicOf({ lane: kind.lane })?.topic;
    const { action, with: office, url } = askOffice(subject, officeOfLane[kind.lane], kind.action);
    return [
      {
        id: `on_parcel.${kind.id}`,
        headline: kind.headline(standing.length),
        finding: kind.finding(standing.length, newest),
        where: 'on_parcel',
        ...(topic && { topic }),
        question: kind.question,
        recordIds: standing.slice(0, 12).map(({ id }) => id),
        citations: standing.slice(0, 3).map(({ citation }) => citation),
        next: { action, with: office, ...(url && { url }), at: 'office' },
      },
    ];
  });
}

/** The nearest development case that is not recorded as decided. */
function ofNearby({ subject }: ReportMaterial, entries: readonly RecordEntry[]): readonly Draft[] {
  const [nearest] = entries.filter((entry) => entry.lane === 'development_cases' && isOpenCase(entry));
  if (!nearest) return [];
  const { distanceMeters } = nearest;
  const next = askOffice(
    subject,
    officeOfLane.development_cases,
    'Ask for the case file with its stage and hearing dates',
  );
  return [
    {
      id: 'nearby.development_case',
      headline: `Development case under way${distanceMeters === undefined ? ' nearby' : `, ${distanceMeters} m away`}`,
      finding: `Development case ${named(nearest)} has the status "${nearest.status ?? ''}"${distanceMeters === undefined ? '' : `, ${distanceMeters} m away`}.`,
      where: 'nearby',
      ...(distanceMeters !== undefined && { distanceMeters }),
      topic: 'development',
      question: 'What is decided on the case, and what does it change around the parcel?',
      recordIds: [nearest.id],
      citations: [nearest.citation],
      next: { action: next.action, with: next.with, ...(next.url && { url: next.url }), at: 'office' },
    },
  ];
}

function ofConflicts({ subject }: ReportMaterial, conflicts: readonly Conflict[]): readonly Draft[] {
  const [first] = conflicts;
  if (!first) return [];
  const { with: office, url } = askOffice(subject, officeOfLane.parcel, '');
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
      next: {
        action: "Ask for the parcel's present record and what it rests on",
        with: office,
        ...(url && { url }),
        at: 'office',
      },
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

/** Of one topic the two nearest are told; a row of tanks would hide everything else. */
const fewBefore = (drafts: readonly Draft[], draft: Draft) =>
  drafts.filter(({ where, topic }) => where === 'nearby' && topic === draft.topic).indexOf(draft) < 2;

export const whereOrder: Readonly<Record<StandingItem['where'], number>> = { on_parcel: 0, nearby: 1, county: 2 };

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
    ...ofComponents(material),
    ...onParcelDrafts(material, about.own),
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
