import type { PartReading } from '../../../answers/ask-tools.ts';
import { type AnswerState, isAnswered } from '../../../kernel/state.ts';
import type { LedgerEntry, LedgerStatus, SectionCitation, SectionOf } from '../../../reports/sections.ts';
import { labelOf } from './labels.ts';
import type { LaneReading } from './material.ts';
import { laneTitle } from './words.ts';

export const statusOf: Readonly<Record<AnswerState | 'skipped' | 'unverified', LedgerStatus>> = {
  found: 'covered',
  partial: 'covered',
  stale: 'covered',
  empty: 'empty',
  not_covered: 'not_wired',
  unresolved: 'not_asked',
  skipped: 'not_asked',
  unavailable: 'unavailable',
  unverified: 'unavailable',
};

export interface Checked {
  readonly entry: LedgerEntry;
  readonly failed: boolean;
  readonly officialUrl?: string | undefined;
}

/**
 * Whether a line leaves open what it is about. What was not looked for around the place does not, where another line has
 * the records of the same lane: those of the parcel itself.
 */
export function leavesOpen(lines: readonly LedgerEntry[]): (line: LedgerEntry) => boolean {
  const isRead = ({ status }: LedgerEntry) => status === 'covered' || status === 'empty';
  const read = new Set(lines.filter(isRead).flatMap(({ lane }) => lane ?? []));
  return (line) => {
    const { status, lane, complete, stale } = line;
    if (isRead(line)) return status === 'covered' && (!complete || stale === true);
    return status === 'unavailable' || lane === undefined || !read.has(lane);
  };
}

/** Why a component did not bring all that it was requested; none where it did. */
function shortfalls({ answer }: PartReading): readonly string[] {
  const { state, searched, components = {} } = answer;
  if (!isAnswered(state)) {
    const answered = searched.flatMap(({ reason }) => (reason ? [reason] : []));
    return answered.length > 0 ? answered : [answer.summary];
  }
  const unanswered = searched
    .filter((entry) => entry.state === 'unavailable')
    .map(({ source, reason }) => reason ?? `${source} did not answer.`);
  if (unanswered.length > 0 || state !== 'partial') return unanswered;
  const parts = Object.entries(components).flatMap(([name, part]) =>
    part.state === 'partial' || part.state === 'unavailable'
      ? [`${labelOf(name).label}: ${part.state === 'partial' ? 'read in part' : 'could not be read'}.`]
      : [],
  );
  if (parts.length > 0) return parts;
  const answered = searched.flatMap(({ state: part, reason }) => (part === 'partial' && reason ? [`${reason}.`] : []));
  return answered.length > 0 ? answered : ['Only a part of what was requested was read.'];
}

/** Whether something was queried and did not answer, as a part of a composed tool too. */
function hasFailed({ answer: { state, searched, components = {} } }: PartReading): boolean {
  if (state === 'unavailable') return true;
  if (state !== 'partial') return false;
  const unanswered = (part: { readonly state: string; readonly failed?: boolean | undefined }) =>
    part.state === 'unavailable' || part.failed === true;
  return (
    searched.some(unanswered) || Object.values(components).some((part) => unanswered(part) || part.state === 'partial')
  );
}

/** Ledger line of a component that a free tool answered. */
export function checkedComponent(reading: PartReading): Checked {
  const { id, tool, title, lane, answer } = reading;
  const status = statusOf[answer.state];
  const cited = Object.values(answer.citations)[0];
  const names = [...new Set(answer.searched.map(({ source }) => source))];
  const areas = [...new Set(answer.searched.map(({ area }) => area))];
  const reason = [...new Set(shortfalls(reading))].slice(0, 3).join(' ');
  return {
    failed: hasFailed(reading),
    entry: {
      id,
      label: title,
      ...(lane && { lane }),
      tool,
      status,
      complete: answer.state !== 'partial',
      ...(answer.state === 'stale' && { stale: true }),
      ...(names.length > 0 && { source: names.slice(0, 3).join(', ') }),
      ...(cited &&
        (status === 'covered' || status === 'empty') && { sourceUrl: cited.sourceUrl, fetchedAt: cited.fetchedAt }),
      area: areas[0] ?? 'the place of the report',
      ...(reason && { reason }),
    },
  };
}

/** Ledger line of a lane of local records. */
export function checkedLane(reading: LaneReading): Checked {
  const { id, lane, adapter, state, source, sourceUrl, citation, area, period, recordScope, count, whole, reasons } =
    reading;
  const status = count === 0 && statusOf[state] === 'covered' ? 'empty' : statusOf[state];
  const answered = status === 'covered' || status === 'empty';
  return {
    failed: state === 'unavailable',
    officialUrl: reading.officialUrl,
    entry: {
      id,
      label: laneTitle(lane),
      lane,
      ...(adapter && { adapter }),
      status,
      complete: state !== 'partial' && (whole || !answered),
      ...(source && { source }),
      ...(sourceUrl && { sourceUrl }),
      ...(citation && { fetchedAt: citation.fetchedAt }),
      area,
      ...(period && { period }),
      ...(recordScope && { recordScope }),
      ...(answered && { count }),
      ...(reasons.length > 0 && { reason: reasons.map((reason) => reason.replace(/\.$/, '')).join('; ') }),
    },
  };
}

/** Each source once with its dates, and what it was used for; records are named where their facts stand. */
export class SourceList {
  readonly #uses = new Map<string, { readonly citation: SectionCitation; readonly usedFor: Set<string> }>();

  add(citation: SectionCitation, usedFor: string): void {
    const { recordId: _id, recordUrl: _url, ...whole } = citation;
    const key = `${citation.sourceName} ${citation.sourceUrl} ${citation.sourceDate ?? ''}`;
    const known = this.#uses.get(key);
    if (known) known.usedFor.add(usedFor);
    else this.#uses.set(key, { citation: whole, usedFor: new Set([usedFor]) });
  }

  all(): SectionOf<'sources'>['sources'] {
    return [...this.#uses.values()].map(({ citation, usedFor }) => ({ citation, usedFor: [...usedFor] }));
  }
}
