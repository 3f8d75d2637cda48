import { groupBy } from '../../../kernel/group.ts';
import {
  type Cell,
  item,
  type Line,
  labeled,
  list,
  plain,
  quote,
  type ReportDocument,
  run,
  section,
} from '../../../reports/document.ts';
import { noteOf, readable, webAddress } from '../../../reports/words.ts';
import { SourceList } from '../compose/sources.ts';
import { plural } from '../compose/words.ts';
import type { SoldCopy } from '../copies/sold-copy.ts';
import { nextLine, opening, placeCells, soldPage, stated } from '../page/page.ts';
import { timelineTable } from '../page/tables.ts';
import type { FollowUpItem, Packet, SoldFollowUp } from './schema.ts';

const isPacket = (body: SoldCopy['body']): body is SoldFollowUp & SoldCopy['body'] =>
  typeof body.transactionFollowUp === 'object' && body.transactionFollowUp !== null;

const statusTitles: Readonly<Record<FollowUpItem['status'], string>> = {
  open: 'Open questions',
  awaiting_authority: 'Waiting for an authority',
  resolved_with_evidence: 'Answered by a record',
};

function sourcesOf({ citations }: FollowUpItem): Line[] {
  const names = [...new Map(citations.map((one) => [`${one.sourceName} ${one.recordId ?? ''}`, one])).values()];
  if (names.length === 0) return [];
  return [
    labeled(
      'Source',
      ...names.map(({ sourceName, sourceUrl, recordId }, at) =>
        run(`${at > 0 ? ', ' : ''}${sourceName}${recordId ? ` (${recordId})` : ''}`, 'muted', webAddress(sourceUrl)),
      ),
    ),
  ];
}

function itemCell(question: FollowUpItem): Cell {
  const { factualBasis, evidenceNeeded, verifyNext } = question;
  return [
    [run(readable(question.question), 'strong')],
    [run(readable(factualBasis))],
    ...item('Evidence needed', readable(evidenceNeeded.join('; '))).flat(),
    nextLine(readable(verifyNext.action), verifyNext),
    ...sourcesOf(question),
  ];
}

function itemSections(items: readonly FollowUpItem[]) {
  const byStatus = groupBy(items, ({ status }) => status);
  return Object.entries(statusTitles).flatMap(([status, title]) =>
    section(status, title, list((byStatus.get(status) ?? []).map(itemCell), { ordered: true })),
  );
}

const placeOf = ({ subject }: Packet): Cell[] => [
  ...placeCells(subject),
  ...item('Parcel', subject.parcel?.parcelId, 'strong'),
  ...item('Address of the parcel', subject.parcel?.siteAddress, 'quote'),
];

const callerCells = ({ callerContext: { use: _use, ...given } }: Packet): Cell[] =>
  Object.values(given)
    .flat()
    .flatMap((text) => (text ? [[[quote(readable(text.replaceAll('_', ' ')))]]] : []));

function sourcesIn({ groups, timeline }: Packet) {
  const sources = new SourceList();
  for (const { components } of groups)
    for (const { coverage, facts, tables = [] } of components)
      for (const { citation } of [...facts, ...tables.flatMap(({ rows }) => rows)])
        sources.add(citation, coverage.label);
  for (const { citation } of timeline) sources.add(citation, 'Dates');
  return sources.all();
}

/** A follow-up packet: the questions first, each with its next step, then the records they come from. */
export function packetPage(copy: SoldCopy): ReportDocument | undefined {
  const { body } = copy;
  if (!isPacket(body)) return undefined;
  const packet = body.transactionFollowUp;
  const { unansweredQuestions, timeline, handoffs } = packet;
  const components = packet.groups.flatMap(({ title, components: own }) => own.map((one) => ({ title, ...one })));
  const entries = components.map(({ coverage }) => coverage);
  return soldPage(copy, {
    kind: `${copy.title}: ${packet.profileTitle}`,
    title: body.queriedAddress,
    summary: body.summary,
    inShort: [
      opening(
        placeOf(packet),
        entries,
        packet.followUpItems.map(({ factualBasis }) => ({ headline: factualBasis })),
      ),
    ],
    opening: itemSections(packet.followUpItems),
    sections: [
      ...section(
        'unanswered',
        'Questions that the records leave unanswered',
        list(unansweredQuestions.map((question): Cell => [plain(readable(question))])),
      ),
      ...components.flatMap(({ title, coverage: { id, label }, note, facts, tables }) =>
        section(`group.${id}`, label, [...noteOf(note), ...stated(label, facts, tables)], title),
      ),
      ...section('timeline', `Over time (${plural(timeline.length, 'date')})`, timelineTable(timeline)),
      ...section('caller', 'In the words of the caller', list(callerCells(packet))),
      ...section(
        'handoffs',
        'Where to go on',
        list(handoffs.map(({ to, why }): Cell => [[run(to, 'code'), run(`: ${why}`)]])),
      ),
    ],
    entries,
    limits: [packet.boundary, ...packet.caveats],
    sources: sourcesIn(packet),
  });
}
