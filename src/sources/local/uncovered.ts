import type { Answer, VerifyNext } from '../../kernel/answer.ts';
import type { AnswerBuilder } from '../../kernel/answer-builder.ts';
import type { LaneLocation, WiredLane } from '../../kernel/ports/jurisdictions.ts';
import type { Subject } from '../../kernel/subject.ts';

/** The place in a few words, for summaries. */
export function placeWords(subject: Subject): string {
  if (subject.resolved) return subject.resolved;
  if (subject.precision === 'point') return `the point ${subject.latitude}, ${subject.longitude}`;
  return subject.placeName ?? subject.county?.name ?? subject.input;
}

const countyWords = (subject: Subject) =>
  [subject.county?.name, subject.stateCode].filter(Boolean).join(', ') || 'the county';

/** Where a person can look when this service cannot. */
function officialNext(lane: LaneLocation, subject: Subject, office: string): VerifyNext[] {
  const url = lane.state === 'not_covered' ? lane.officialUrl : undefined;
  return [
    {
      action: `Look it up with the official ${office} of ${countyWords(subject)}`,
      with: `${office} of ${countyWords(subject)}`,
      ...(url && { url }),
    },
    { action: 'Ask for coverage of this place', with: 'svc_request_coverage' },
  ];
}

/**
 * The wired sources of a lane, or the answer that says why it cannot be asked here:
 * not covered, unresolved, or a boundary that did not answer.
 */
export function wiredOrAnswer(
  answer: AnswerBuilder,
  lane: LaneLocation,
  subject: Subject,
  words: { readonly what: string; readonly office: string; readonly limits: readonly string[] },
): { readonly wired: readonly WiredLane[] } | { readonly answer: Answer } {
  if (lane.state === 'wired') return { wired: lane.wired };
  answer.note({
    source: `wired ${words.what} sources`,
    area: placeWords(subject),
    state: lane.state,
    reason: lane.reason,
  });
  const summary =
    lane.state === 'not_covered'
      ? `No ${words.what} source was asked for ${placeWords(subject)}: none is wired here.`
      : `No ${words.what} source could be asked for ${placeWords(subject)}: ${lane.reason}`;
  return {
    answer: answer.finish({
      state: lane.state,
      summary,
      limits: [...words.limits, ...(lane.state === 'not_covered' ? [lane.reason] : [])],
      verifyNext: officialNext(lane, subject, words.office),
    }),
  };
}
