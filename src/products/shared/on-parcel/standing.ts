import { z } from 'zod';
import type { PartReading } from '../../../answers/ask-tools.ts';
import { askOffice, officeOfLane } from '../../../answers/offices.ts';
import type { Subject } from '../../../kernel/subject.ts';
import { lanes } from '../../../places/schema/jurisdiction.ts';
import type { NextStep, RecordEntry, StandingItem } from '../../../reports/sections.ts';
import { caseStatus } from '../../../rules/case-status-words.ts';
import { text } from '../../../rules/cells.ts';
import { nextCheckKind } from '../../../rules/next-check-pages.ts';
import { statusMeaning } from '../../../rules/permit-status-words.ts';
import { topicOf } from '../../../rules/report-topics.ts';
import { tableFile } from '../../../rules/table-file.ts';
import { hasAnswered } from '../brief.ts';
import { plural } from '../compose/words.ts';
import { zoningOutlineItems } from '../follow-up/items-land.ts';
import { packetPart } from '../follow-up/parts.ts';
import { foundBy, type ItemDraft } from '../follow-up/reading.ts';

export type Draft = Omit<StandingItem, 'order' | 'why'>;

/** Rules of the follow-up packet whose findings stand out of a report: what is only a question for an office does not. */
const standingParts = ['parcel', 'flood', 'wetland', 'soil', 'landslide', 'zoning', 'wildfire', 'tanks', 'cleanup'];

/** Of zoning what the outline of the parcel says: a district at the point is no finding. */
const rulesOf = (name: string) => (name === 'zoning' ? [zoningOutlineItems] : packetPart(name).rules);

const fallback: NextStep = { action: 'Ask for the record', with: 'the city or county office in charge', at: 'office' };

function draftOf(reading: PartReading, draft: ItemDraft): Draft {
  const { key, headline, place, factualBasis, question, recordIds = [], citations, verifyNext } = draft;
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
export function ofComponents(components: readonly PartReading[]): readonly Draft[] {
  const readings = components.filter(hasAnswered);
  return standingParts.flatMap((name) =>
    readings
      .filter((reading) => reading.tool === packetPart(name).tool)
      .flatMap((reading) => foundBy(rulesOf(name), reading).map((draft) => draftOf(reading, draft))),
  );
}

/** What the published meaning of a record's status says about its end; `nothing` where the word is about something else. */
type End = 'open' | 'ended' | 'unknown' | 'nothing';

const endOfPermit = { closed: 'ended', ended: 'open', says_nothing_of_closeout: 'nothing' } as const;

/** Whether a record is at its end: what its publisher says that the word means, never what the word sounds like. */
function endOf({ id, lane, status }: RecordEntry): End {
  const cardId = id.slice(0, id.indexOf(':'));
  if (status === undefined) return 'unknown';
  if (lane !== 'permits') return caseStatus(cardId, status)?.reading ?? 'unknown';
  const known = statusMeaning(cardId, status);
  return known ? endOfPermit[known.reading] : 'unknown';
}

/** Cases that are not at their end by the published meaning of their status, those known to be open first. */
export function unendedOf(entries: readonly RecordEntry[], lane: RecordEntry['lane']) {
  const of = (end: End) => entries.filter((entry) => entry.lane === lane && endOf(entry) === end);
  return { open: of('open'), unknown: of('unknown') };
}

/** What a record of the parcel itself can leave open, one item for each kind of record. */
export const openRecords = tableFile('open-records', {
  lane: z.enum(lanes),
  id: text,
  noun: text,
  /** What a record is that has not ended. */
  open: text,
  question: text,
  action: text,
});

type Kind = ReturnType<typeof openRecords>[number];

/** A record in words of ours: its number, date and status; its own text is quoted where it is shown. */
export const named = ({ citation, id, date, status }: RecordEntry): string =>
  `${citation.recordId ?? id}${date ? ` of ${date}` : ''}, with ${status ? `the status "${status}"` : 'no status'}`;

/** What is known of records that are not known to have ended, and of which of them it is not known. */
function told({ noun, open: openWord }: Kind, open: number, unknown: number, first: RecordEntry) {
  const all = plural(open + unknown, noun);
  const are = (count: number) => (count === 1 ? 'is' : 'are');
  const finding =
    unknown === 0
      ? `${all} of this parcel ${are(open)} ${openWord}`
      : open === 0
        ? `${all} of this parcel ${are(unknown)} listed; what ${unknown === 1 ? 'its status means' : 'their status means'} is not published`
        : `Of ${all} of this parcel ${open} ${are(open)} ${openWord}; what the status of the others means is not published`;
  return {
    headline: `${all} on the parcel${open === 0 ? '' : unknown === 0 ? `, ${openWord}` : `, ${open} ${openWord}`}`,
    finding: `${finding}: ${open + unknown > 1 ? 'first ' : ''}${named(first)}.`,
  };
}

/** What stays open in the records of the parcel, or is not known to have ended: cases and permits. */
export function onParcelDrafts(subject: Subject, entries: readonly RecordEntry[]): readonly Draft[] {
  return openRecords().flatMap((kind): Draft[] => {
    const { open, unknown } = unendedOf(entries, kind.lane);
    const standing = [...open, ...unknown];
    const [first] = standing;
    if (!first) return [];
    const topic = topicOf({ lane: kind.lane })?.topic;
    return [
      {
        id: `on_parcel.${kind.id}`,
        ...told(kind, open.length, unknown.length, first),
        where: 'on_parcel',
        ...(topic && { topic }),
        question: kind.question,
        recordIds: standing.slice(0, 12).map(({ id }) => id),
        citations: standing.slice(0, 3).map(({ citation }) => citation),
        next: { ...askOffice(subject, officeOfLane[kind.lane], kind.action), at: 'office' },
      },
    ];
  });
}

export const whereOrder: Readonly<Record<StandingItem['where'], number>> = { on_parcel: 0, nearby: 1, county: 2 };
