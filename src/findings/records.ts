import { z } from 'zod';
import { askOffice, officeOfLane } from '../answers/offices.ts';
import { many } from '../kernel/nearby-shape.ts';
import type { Subject } from '../kernel/subject.ts';
import { lanes } from '../places/schema/jurisdiction.ts';
import { findingKinds, type RecordEntry } from '../reports/sections.ts';
import { caseStatus } from '../rules/case-status-words.ts';
import { text } from '../rules/cells.ts';
import { statusMeaning } from '../rules/permit-status-words.ts';
import { topicOf } from '../rules/report-topics.ts';
import { tableFile } from '../rules/table-file.ts';
import { type Finding, stated } from './finding.ts';

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
function unendedOf(entries: readonly RecordEntry[], lane: RecordEntry['lane']) {
  const of = (end: End) => entries.filter((entry) => entry.lane === lane && endOf(entry) === end);
  return { open: of('open'), unknown: of('unknown') };
}

/** What a record of the parcel itself can leave open, one finding for each kind of record. */
export const openRecords = tableFile('open-records', {
  lane: z.enum(lanes),
  id: text,
  kind: z.enum(findingKinds),
  noun: text,
  /** What a record is that has not ended. */
  open: text,
  question: text,
  action: text,
});

type Kind = ReturnType<typeof openRecords>[number];

/** A record in words of ours: its number, date and status; its own text is quoted where it is shown. */
const named = ({ citation, id, date, status }: RecordEntry): string =>
  `${citation.recordId ?? id}${date ? ` of ${date}` : ''}, with ${status ? `the status "${status}"` : 'no status'}`;

/** What is known of records that are not known to have ended, and of which of them it is not known. */
function said({ noun, open: openWord }: Kind, open: number, unknown: number, first: RecordEntry) {
  const all = many(open + unknown, noun);
  const are = (count: number) => (count === 1 ? 'is' : 'are');
  const sentence =
    unknown === 0
      ? `${all} of this parcel ${are(open)} ${openWord}`
      : open === 0
        ? `${all} of this parcel ${are(unknown)} listed; what ${unknown === 1 ? 'its status means' : 'their status means'} is not published`
        : `Of ${all} of this parcel ${open} ${are(open)} ${openWord}; what the status of the others means is not published`;
  return {
    headline: `${all} on the parcel${open === 0 ? '' : unknown === 0 ? `, ${openWord}` : `, ${open} ${openWord}`}`,
    finding: `${sentence}: ${open + unknown > 1 ? 'first ' : ''}${named(first)}.`,
  };
}

const evidence = 'The file of each record at its office';

/** What stays open in the records of the parcel, or is not known to have ended: cases and permits. */
export function recordFindings(subject: Subject, entries: readonly RecordEntry[]): readonly Finding[] {
  return openRecords().flatMap((row): Finding[] => {
    const { open, unknown } = unendedOf(entries, row.lane);
    const standing = [...open, ...unknown];
    const [first] = standing;
    if (!first) return [];
    const topic = topicOf({ lane: row.lane })?.topic;
    return [
      stated({
        evidenceNeeded: [evidence],
        id: `on_parcel.${row.id}`,
        kind: row.kind,
        ...said(row, open.length, unknown.length, first),
        where: 'on_parcel',
        ...(topic && { topic }),
        question: row.question,
        recordIds: standing.slice(0, 12).map(({ id }) => id),
        citations: standing.slice(0, 3).map(({ citation }) => citation),
        next: askOffice(subject, officeOfLane[row.lane], row.action),
      }),
    ];
  });
}

/** The nearest development case that is not known to be decided. */
export function nearbyCase(subject: Subject, entries: readonly RecordEntry[]): readonly Finding[] {
  const { open, unknown } = unendedOf(entries, 'development_cases');
  const [nearest] = [...open, ...unknown].toSorted(
    (a, b) => (a.distanceMeters ?? Infinity) - (b.distanceMeters ?? Infinity),
  );
  if (!nearest) return [];
  const { distanceMeters } = nearest;
  const away = distanceMeters === undefined ? '' : `, ${distanceMeters} m away`;
  const ask = 'Ask for the case file with its stage and hearing dates';
  return [
    stated({
      evidenceNeeded: [evidence],
      id: 'nearby.development_case',
      kind: 'near',
      headline: `Development case${open.includes(nearest) ? ' under way' : ''}${away || ' nearby'}`,
      finding: `Development case ${named(nearest)}${away}.`,
      where: 'near',
      ...(distanceMeters !== undefined && { distanceMeters }),
      topic: 'development',
      question: 'What is decided on the case, and what does it change around the parcel?',
      recordIds: [nearest.id],
      citations: [nearest.citation],
      next: askOffice(subject, officeOfLane.development_cases, ask),
    }),
  ];
}
