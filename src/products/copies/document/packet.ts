import { type Block, type Cell, type Line, plain, quote, type ReportDocument, run } from '../../../reports/document.ts';
import type { LedgerEntry } from '../../../reports/sections.ts';
import { noteOf, readable, webAddress } from '../../../reports/words.ts';
import { SourceList } from '../../shared/compose/sources.ts';
import { plural } from '../../shared/compose/words.ts';
import type { SoldCopy } from '../../shared/copies/sold-copy.ts';
import type { FollowUpItem, Packet, SoldFollowUp } from '../../shared/follow-up/schema.ts';
import { appendixSections, opening, placeCells, section, stated } from './parts.ts';
import { timelineTable } from './tables.ts';

/** A body of the follow-up routes: the packet in its wrapper. */
export const isPacket = (body: SoldCopy['body']): body is SoldFollowUp & SoldCopy['body'] =>
  typeof body.transactionFollowUp === 'object' && body.transactionFollowUp !== null;

const statusTitles: Readonly<Record<FollowUpItem['status'], string>> = {
  open: 'Open questions',
  awaiting_authority: 'Waiting for an authority',
  resolved_with_evidence: 'Answered by a record',
};

const named = (label: string, text: string): Line => [run(`${label} `, 'muted'), run(readable(text))];

function sourcesOf({ citations }: FollowUpItem): Line[] {
  const names = [...new Map(citations.map((one) => [`${one.sourceName} ${one.recordId ?? ''}`, one])).values()];
  if (names.length === 0) return [];
  return [
    [
      run('Source: ', 'muted'),
      ...names.flatMap(({ sourceName, sourceUrl, recordId }, at) => [
        run(`${at > 0 ? ', ' : ''}${sourceName}${recordId ? ` (${recordId})` : ''}`, 'muted', webAddress(sourceUrl)),
      ]),
    ],
  ];
}

/** A question with what it comes from, what would settle it and where to go with it. */
function itemCell(item: FollowUpItem): Cell {
  const { question, factualBasis, evidenceNeeded, verifyNext } = item;
  return [
    [run(readable(question), 'strong')],
    [run(readable(factualBasis))],
    ...(evidenceNeeded.length > 0 ? [named('Evidence needed:', evidenceNeeded.join('; '))] : []),
    [
      run('Next: ', 'muted'),
      run(`${readable(verifyNext.action).replace(/\.$/, '')} \u2013 `),
      run(verifyNext.with, undefined, webAddress(verifyNext.url)),
    ],
    ...sourcesOf(item),
  ];
}

function itemSections(items: readonly FollowUpItem[]) {
  return (Object.keys(statusTitles) as FollowUpItem['status'][]).flatMap((status) => {
    const own = items.filter((item) => item.status === status);
    const list: Block[] = own.length > 0 ? [{ kind: 'list', ordered: true, items: own.map(itemCell) }] : [];
    return section(status, statusTitles[status], list);
  });
}

function placeOf({ subject }: Packet): Cell[] {
  const { parcel } = subject;
  return [
    ...placeCells(subject),
    ...(parcel ? [[[run('Parcel: ', 'muted'), run(parcel.parcelId, 'strong')]]] : []),
    ...(parcel?.siteAddress ? [[[run('Address of the parcel: ', 'muted'), quote(parcel.siteAddress)]]] : []),
  ];
}

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

const bulleted = (items: readonly Cell[]): Block[] =>
  items.length > 0 ? [{ kind: 'list', ordered: false, items }] : [];

/** A follow-up packet: the questions first, each with its next step, then the records they come from. */
export function packetDocument(copy: SoldCopy, body: SoldFollowUp): ReportDocument {
  const packet = body.transactionFollowUp;
  const components = packet.groups.flatMap(({ title, components: own }) => own.map((one) => ({ title, ...one })));
  const entries: LedgerEntry[] = components.map(({ coverage }) => coverage);
  const handoffs = packet.handoffs.map(({ to, why }): Cell => [[run(to, 'code'), run(`: ${why}`)]]);
  const events = packet.timeline.length;
  return {
    kind: `${copy.title}: ${packet.profileTitle}`,
    title: body.queriedAddress,
    generatedAt: body.generatedAt,
    reportId: copy.id,
    meta: [],
    opening: [
      ...section('in-short', 'In short', opening(body.summary, placeOf(packet), entries)),
      ...itemSections(packet.followUpItems),
    ],
    sections: [
      ...section(
        'unanswered',
        'Questions that the records leave unanswered',
        bulleted(packet.unansweredQuestions.map((text): Cell => [plain(readable(text))])),
      ),
      ...components.flatMap(({ title, coverage, note, facts, tables }) =>
        section(
          `group.${coverage.id}`,
          coverage.label,
          [...noteOf(note), ...stated(coverage.label, facts, tables)],
          title,
        ),
      ),
      ...section(
        'timeline',
        `Over time (${plural(events, 'date')})`,
        events > 0
          ? [
              timelineTable({
                id: 'timeline',
                title: 'Over time',
                kind: 'timeline',
                entries: packet.timeline,
                leftOut: 0,
              }),
            ]
          : [],
      ),
      ...section('caller', 'In the words of the one who asked', bulleted(callerCells(packet))),
      ...section('handoffs', 'Where to go on', bulleted(handoffs)),
      ...appendixSections(copy, {
        entries,
        limits: [packet.boundary, ...packet.caveats],
        sources: sourcesIn(packet),
      }),
    ],
  };
}
