import type { PartReading } from '../../../answers/ask-tools.ts';
import { pickFields } from '../../../fields/table.ts';
import { foundBy, inOrder } from '../../../findings/engine.ts';
import type { Finding, FindingRule } from '../../../findings/finding.ts';
import type { StatusWords } from '../../../findings/status-words.ts';
import { held } from '../../../kernel/answer-builder.ts';
import type { Citation } from '../../../kernel/citation.ts';
import { defined } from '../../../kernel/defined.ts';
import type { Subject } from '../../../kernel/subject.ts';
import type { SectionCitation } from '../../../reports/sections.ts';
import { hasFacts, isEvidence } from '../brief.ts';
import { checkedComponent } from '../compose/ledger.ts';
import {
  type CallerContext,
  type FollowUpGroup,
  type FollowUpItem,
  followUpGroups,
  type ItemCitation,
  type Packet,
  type PacketSubject,
} from './schema.ts';

export interface PacketReading {
  readonly group: FollowUpGroup;
  /** False for figures of a whole county: they frame the place and meet no threshold. */
  readonly counts: boolean;
  /** The question that stays open where no source answers; it then becomes an item. */
  readonly gapQuestion?: string | undefined;
  readonly rules: readonly FindingRule[];
  readonly reading: PartReading;
}

/** What must have answered before a packet is worth its price. */
export interface Threshold {
  readonly components: number;
  readonly groups: number;
  /** Groups that must have this many answered components, at least one of them with facts. */
  readonly within: Readonly<Partial<Record<FollowUpGroup, number>>>;
  /** Ids of components that must bring facts; an answer that holds none will not do. */
  readonly withFacts?: readonly string[];
}

export interface Handoff {
  readonly to: string;
  readonly rail: 'free' | 'paid';
  readonly why: string;
}

export interface PacketMaterial {
  readonly intent: string;
  readonly profileTitle: string;
  readonly threshold: Threshold;
  readonly subject: Subject;
  readonly established: Pick<PacketSubject, 'basis' | 'parcel'>;
  /** Why the subject does not stand, and whether a source that failed is the cause; undefined where it stands. */
  readonly problem?: { readonly message: string; readonly sourceFailed: boolean } | undefined;
  readonly context: CallerContext;
  readonly components: readonly PacketReading[];
  readonly words: StatusWords;
  readonly handoffs: readonly Handoff[];
  /** Free tools that go on where the packet is not sold. */
  readonly freeHandoffs: readonly Handoff[];
  readonly caveats: readonly string[];
}

type Met = Packet['threshold'];

const frames: FollowUpGroup = 'area_operating_context';

/** Components whose answers count: queried about the premises, and their answer is evidence. */
const countedOf = ({ components }: Pick<PacketMaterial, 'components'>) =>
  components.filter(({ counts, group, reading }) => counts && group !== frames && isEvidence(reading));

/** How far the answers go, held against what the profile needs. A source that failed never counts. */
export function thresholdOf(material: PacketMaterial): Met {
  const { threshold, problem } = material;
  const answered = countedOf(material);
  const groups = new Set(answered.map(({ group }) => group));
  const within = followUpGroups.flatMap((group) => {
    const needed = threshold.within[group];
    if (needed === undefined) return [];
    const own = answered.filter((one) => one.group === group);
    if (own.length < needed) return [`${group}: ${own.length} of at least ${needed} components answered`];
    return own.some(({ reading }) => hasFacts(reading)) ? [] : [`${group}: no component gave facts`];
  });
  const thin = (threshold.withFacts ?? []).filter(
    (id) => !answered.some(({ reading }) => reading.id === id && hasFacts(reading)),
  );
  const missing = held([
    problem?.message,
    answered.length < threshold.components &&
      `components: ${answered.length} of at least ${threshold.components} answered`,
    groups.size < threshold.groups && `groups: ${groups.size} of at least ${threshold.groups} answered`,
    ...within,
    ...thin.map((id) => `${id}: no facts`),
  ]);
  // where nothing could be queried the rest is a consequence
  const findings = problem && material.components.length === 0 ? [problem.message] : missing;
  return {
    met: missing.length === 0,
    answeredComponents: answered.length,
    answeredGroups: groups.size,
    missing: findings,
  };
}

/** What the packet found, or why it is not sold. */
export function stateOf(material: PacketMaterial, { met }: Met, openItems: number): Packet['state'] {
  if (met) return openItems > 0 ? 'follow_up_items_found' : 'checked_no_follow_up_items_in_answered_components';
  const { problem, components } = material;
  const failed = problem
    ? problem.sourceFailed
    : components.some(({ counts, reading }) => counts && reading.answer.state === 'unavailable');
  return failed ? 'source_unavailable' : 'incomplete_evidence';
}

const askOffice = { action: 'Ask the office that keeps these records', with: 'the city or county office in charge' };

export const answeredNone: ReadonlySet<string> = new Set(['not_covered', 'unavailable', 'unresolved']);

export const itemCitation = (citation: Citation | SectionCitation): ItemCitation =>
  defined({
    ...pickFields(citation, 'sourceName', 'sourceUrl', 'recordId', 'fetchedAt'),
    sourceVersion: citation.sourceDate,
  });

/** A finding with the part of the packet that it comes from. */
interface PacketFinding extends Finding {
  readonly part: PacketReading;
}

const gapId = ({ group, reading }: PacketReading) => `${group}.${reading.id}.gap`;

function itemOf({ part, ...found }: PacketFinding): FollowUpItem {
  const { recordIds, next } = found;
  return {
    id: `${part.group}.${found.id}`,
    factualBasis: found.finding,
    ...pickFields(found, 'status', 'question', 'evidenceNeeded', 'recordIds'),
    citations: found.citations.map(itemCitation),
    resolutionEvidence: found.resolvedBy.map(({ sourceUrl, fetchedAt }) =>
      defined({ sourceUrl, observedAt: fetchedAt, recordId: recordIds[0] }),
    ),
    // an earlier packet, of a day on which no source answered, has the gap where this one has what the record says
    supersedes: part.gapQuestion ? [gapId(part)] : [],
    group: part.group,
    verifyNext: pickFields(next, 'action', 'with', 'url'),
  };
}

function gapOf(part: PacketReading): FollowUpItem[] {
  const { group, gapQuestion, reading } = part;
  const { answer, title } = reading;
  if (!gapQuestion || !answeredNone.has(answer.state)) return [];
  return [
    {
      id: gapId(part),
      status: 'open',
      question: gapQuestion,
      evidenceNeeded: [`The record of the responsible office (${title.toLowerCase()})`],
      resolutionEvidence: [],
      supersedes: [],
      group,
      factualBasis: checkedComponent(reading).entry.reason ?? answer.summary,
      recordIds: [],
      citations: [],
      verifyNext: answer.verifyNext.find(({ url }) => url) ?? answer.verifyNext[0] ?? askOffice,
    },
  ];
}

/** What the rules of a packet find in its answers, in the order in which it is said. */
export const packetFindings = ({ components, words }: PacketMaterial): readonly PacketFinding[] =>
  inOrder(
    components.flatMap((part) => foundBy(part.rules, part.reading, words).map((finding) => ({ ...finding, part }))),
  );

/** The items of a packet: what was found, then the questions that no source answered. */
export const packetItems = (material: PacketMaterial): readonly FollowUpItem[] => [
  ...packetFindings(material).map(itemOf),
  ...material.components.flatMap(gapOf),
];
