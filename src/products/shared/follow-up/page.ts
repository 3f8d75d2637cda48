import { groupBy } from '../../../kernel/group.ts';
import { type Cell, item, list, plain, quote, type ReportDocument, run, section } from '../../../reports/document.ts';
import { noteOf, readable } from '../../../reports/words.ts';
import { SourceList } from '../compose/ledger.ts';
import { plural } from '../compose/words.ts';
import type { SoldCopy } from '../copies/names.ts';
import { timelineBlocks } from '../document/dated.ts';
import { factBlocks } from '../document/facts.ts';
import { nextLine } from '../document/findings.ts';
import { opening, placeCells, soldPage, soldView } from '../document/page.ts';
import { sentence, type View } from '../document/view.ts';
import type { FollowUpItem, Packet, SoldFollowUp } from './schema.ts';

const isPacket = (body: SoldCopy['body']): body is SoldFollowUp & SoldCopy['body'] =>
  typeof body.transactionFollowUp === 'object' && body.transactionFollowUp !== null;

const statusTitles: Readonly<Record<FollowUpItem['status'], string>> = {
  open: 'Open questions',
  awaiting_authority: 'Waiting for an authority',
  resolved_with_evidence: 'Answered by a record',
};

function itemCell(question: FollowUpItem, view: View): Cell {
  const { factualBasis, evidenceNeeded, verifyNext, citations } = question;
  const records = [...new Set(citations.flatMap(({ recordId }) => recordId ?? []))];
  return [
    [run(sentence(question.question, view), 'strong')],
    [
      run(sentence(factualBasis, view)),
      ...(records.length > 0 ? [run(` Record ${records.join(', ')}`, 'muted')] : []),
      ...view.marks.ofAll(citations.map(({ sourceName, sourceUrl }) => ({ sourceName, sourceUrl }))),
    ],
    ...item('Evidence needed', sentence(evidenceNeeded.join('; '), view)).flat(),
    nextLine(verifyNext, view),
  ];
}

function itemSections(items: readonly FollowUpItem[], view: View) {
  const byStatus = groupBy(items, ({ status }) => status);
  return Object.entries(statusTitles).flatMap(([status, title]) =>
    section(
      status,
      title,
      list(
        (byStatus.get(status) ?? []).map((one) => itemCell(one, view)),
        { ordered: true },
      ),
    ),
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
  const view = soldView(copy, sourcesIn(packet), packet.subject);
  return soldPage(copy, view, {
    kind: `${copy.title}: ${packet.profileTitle}`,
    title: body.queriedAddress,
    summary: body.summary,
    inShort: [
      opening(
        placeOf(packet),
        entries,
        view,
        packet.followUpItems.map(({ factualBasis }) => ({ headline: factualBasis })),
      ),
    ],
    opening: itemSections(packet.followUpItems, view),
    sections: [
      ...section(
        'unanswered',
        'Questions that the records leave unanswered',
        list(unansweredQuestions.map((question): Cell => [plain(sentence(question, view))])),
      ),
      ...components.flatMap(({ title, coverage: { id, label }, note, facts, tables }) =>
        section(
          `group.${id}`,
          label,
          [...noteOf(note && sentence(note, view)), ...factBlocks({ id, facts, tables }, view)],
          title,
        ),
      ),
      ...section(
        'timeline',
        `Over time (${plural(timeline.length, 'date')})`,
        timelineBlocks({ entries: timeline, leftOut: 0 }, view),
      ),
      ...section('caller', 'In the words of the caller', list(callerCells(packet))),
      ...section(
        'handoffs',
        'Where to go on',
        list(handoffs.map(({ to, why }): Cell => [[run(to, 'code'), run(`: ${why}`)]])),
      ),
    ],
    entries,
    limits: [packet.boundary, ...packet.caveats],
  });
}
