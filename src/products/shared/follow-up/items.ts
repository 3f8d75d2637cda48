import { foundBy, inOrder } from '../../../findings/engine.ts';
import type { Finding } from '../../../findings/finding.ts';
import type { Citation } from '../../../kernel/citation.ts';
import type { SectionCitation } from '../../../reports/sections.ts';
import { checkedComponent } from '../compose/ledger.ts';
import type { PacketMaterial, PacketReading } from './material.ts';
import type { FollowUpItem, ItemCitation } from './schema.ts';

const askOffice = { action: 'Ask the office that keeps these records', with: 'the city or county office in charge' };

export const answeredNone: ReadonlySet<string> = new Set(['not_covered', 'unavailable', 'unresolved']);

export const itemCitation = ({
  sourceName,
  sourceUrl,
  recordId,
  fetchedAt,
  sourceDate,
}: Citation | SectionCitation): ItemCitation => ({
  sourceName,
  sourceUrl,
  ...(recordId && { recordId }),
  fetchedAt,
  ...(sourceDate && { sourceVersion: sourceDate }),
});

/** A finding with the part of the packet that it comes from. */
interface PacketFinding extends Finding {
  readonly part: PacketReading;
}

const gapId = ({ group, reading }: PacketReading) => `${group}.${reading.id}.gap`;

function itemOf({
  part,
  id,
  status,
  question,
  finding,
  evidenceNeeded,
  recordIds,
  ...own
}: PacketFinding): FollowUpItem {
  const { action, with: office, url } = own.next;
  return {
    id: `${part.group}.${id}`,
    ...{ status, question, factualBasis: finding, evidenceNeeded, recordIds },
    citations: own.citations.map(itemCitation),
    resolutionEvidence: own.resolvedBy.map(({ sourceUrl, fetchedAt }) => ({
      sourceUrl,
      observedAt: fetchedAt,
      ...(recordIds[0] && { recordId: recordIds[0] }),
    })),
    // an earlier packet, of a day on which no source answered, has the gap where this one has what the record says
    supersedes: part.gapQuestion ? [gapId(part)] : [],
    group: part.group,
    verifyNext: { action, with: office, ...(url && { url }) },
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
