import type { FreeContext } from '../catalog/context.ts';
import type { Answer, VerifyNext } from '../kernel/answer.ts';
import type { AnswerBuilder } from '../kernel/answer-builder.ts';
import type { Subject } from '../kernel/subject.ts';
import type { Way } from '../places/lanes/ways.ts';
import { type Lane, sourcesOf } from '../places/schema/jurisdiction.ts';
import type { ConfiguredLane, JurisdictionsPort, LaneLocation } from '../places/schema/port.ts';
import { askOffice, askOfficeOrState, type OfficeNeed, officeOfLane } from './offices.ts';

/** The place in a few words, for summaries. */
export function placeWords(subject: Subject): string {
  if (subject.resolved) return subject.resolved;
  if (subject.precision === 'point') return `the point ${subject.latitude}, ${subject.longitude}`;
  return subject.placeName ?? subject.county?.name ?? subject.input;
}

/** The places where a lane is configured (in a way of asking), for an answer that has to say that this is none of them. */
export function placesWith(jurisdictions: JurisdictionsPort, lane: Lane, way: Way = () => true): readonly string[] {
  return jurisdictions
    .all()
    .filter((place) => place.sources.some((source) => source.lane === lane && way(source)))
    .map(({ displayName }) => displayName);
}

/** Every source of a lane wherever it is configured, for questions that name the record and no place. */
export function configuredAnywhere<L extends Lane>(jurisdictions: JurisdictionsPort, lane: L): LaneLocation<L> {
  const cards = new Map(jurisdictions.cards().map((card) => [card.id, card]));
  const configured = jurisdictions.all().flatMap((jurisdiction) =>
    sourcesOf(jurisdiction, lane).flatMap((source) => {
      const card = cards.get(source.cardId);
      return card ? [{ jurisdiction, source, card }] : [];
    }),
  );
  return configured.length > 0
    ? { state: 'configured', configured }
    : { state: 'not_covered', reason: 'No source is wired anywhere.' };
}

const namedPlaces = 8;

function wiredElsewhere(all: readonly string[], stateCode: string | undefined): readonly string[] {
  if (all.length === 0) return [];
  const isNear = (name: string) => name.endsWith(`, ${stateCode}`);
  const places = [...all.filter(isNear), ...all.filter((name) => !isNear(name))];
  const rest = places.length - namedPlaces;
  return [`Wired for this question: ${places.slice(0, namedPlaces).join('; ')}${rest > 0 ? ` and ${rest} more` : ''}.`];
}

/** Where a person can look when this service cannot: the page that the place's own file names, else the office's. */
function officialNext(lane: LaneLocation, subject: Subject | undefined, need: OfficeNeed): VerifyNext[] {
  const known = lane.state === 'not_covered' ? lane.officialUrl : undefined;
  const action = `Look it up with the official ${need.words}`;
  return [
    ...(need.keeps === 'treasurer' && known === undefined
      ? askOfficeOrState(subject, need, action, 'Find the office')
      : [askOffice(subject, need, action, known)]),
    { action: 'Ask for coverage of this place', with: 'svc_request_coverage' },
  ];
}

/** The next check of an answer from configured sources: with the publisher of the first. */
export const askPublisher = (configured: readonly ConfiguredLane[], action: string): VerifyNext[] =>
  configured.slice(0, 1).map(({ source }) => ({ action, with: source.publisher, url: source.landingUrl }));

/** The sources of a lane that can be queried at a place. */
export interface Configured<L extends Lane> {
  readonly configured: readonly ConfiguredLane<L>[];
  readonly names: string;
  /** What their place files say of their records. */
  readonly notes: readonly string[];
}

/**
 * The configured sources of a lane, or the answer that says why it cannot be queried here:
 * not covered, unresolved, or a boundary that did not answer.
 */
export function configuredOrAnswer<L extends Lane>(
  answer: AnswerBuilder,
  lane: LaneLocation<L>,
  subject: Subject | undefined,
  words: {
    readonly what: string;
    readonly office: OfficeNeed;
    readonly covered?: () => readonly string[];
  },
): Configured<L> | { readonly answer: Answer } {
  const area = subject ? placeWords(subject) : 'the place';
  if (lane.state === 'configured') {
    if (lane.undecided) {
      answer.note({
        source: `${words.what} sources of another place`,
        area,
        state: 'unavailable',
        reason: lane.undecided,
      });
      answer.count('unavailable');
    }
    const { configured } = lane;
    const names = configured.map(({ source }) => source.name).join(', ');
    return { configured, names, notes: configured.flatMap(({ source }) => source.limits.notes) };
  }
  answer.note({
    source: `wired ${words.what} sources`,
    area,
    state: lane.state,
    reason: lane.reason,
  });
  const summary =
    lane.state === 'not_covered'
      ? `No ${words.what} source was queried for ${area}: none is wired here.`
      : `No ${words.what} source could be queried for ${area}: ${lane.reason}`;
  return {
    answer: answer.finish({
      state: lane.state,
      summary,
      limits: [
        ...(lane.state === 'not_covered' ? [lane.reason] : []),
        ...wiredElsewhere(words.covered?.() ?? [], subject?.stateCode),
      ],
      verifyNext: officialNext(lane, subject, words.office),
    }),
  };
}

/**
 * The same for a tool of a lane, with the office of the lane and the places where the lane is configured.
 *
 * @param what the records in words: "building permit"
 * @param way only the places whose sources can be queried this way are named
 */
export const laneOrAnswer = <L extends Lane>(
  {
    answer,
    lane,
    subject,
    jurisdictions,
  }: Pick<FreeContext<'point' | 'optional', L>, 'answer' | 'lane' | 'subject' | 'jurisdictions'>,
  of: L,
  what: string,
  way?: Way,
) =>
  configuredOrAnswer(answer, lane, subject, {
    what,
    office: officeOfLane[of],
    covered: () => placesWith(jurisdictions, of, way),
  });
