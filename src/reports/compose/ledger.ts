import type { AnswerState } from '../../kernel/state.ts';
import type { LedgerEntry, LedgerStatus } from '../schema/sections.ts';
import type { ComponentReading, LaneReading } from './material.ts';
import { laneTitle } from './words.ts';

const statusOf: Readonly<Record<AnswerState | 'skipped' | 'unverified', LedgerStatus>> = {
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

/** One line of the ledger, and whether it stands for a component that failed. */
export interface Checked {
  readonly entry: LedgerEntry;
  readonly failed: boolean;
  readonly officialUrl?: string | undefined;
}

/** Ledger line of a component that a free tool answered. */
export function checkedComponent({ id, tool, title, lane, answer }: ComponentReading): Checked {
  const silent = answer.searched.filter(({ state }) => state === 'unavailable');
  const status = statusOf[answer.state];
  const cited = Object.values(answer.citations)[0];
  const names = [...new Set(answer.searched.map(({ source }) => source))];
  const areas = [...new Set(answer.searched.map(({ area }) => area))];
  const reasons = status === 'covered' || status === 'empty' ? silent : answer.searched.filter(({ reason }) => reason);
  const told = [...new Set(reasons.map(({ source, reason }) => reason ?? `${source} did not answer.`))].slice(0, 3);
  const reason =
    told.length > 0 ? told.join(' ') : status === 'covered' || status === 'empty' ? undefined : answer.summary;
  return {
    failed: status === 'unavailable' || (answer.state === 'partial' && silent.length > 0),
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
  const { id, lane, adapter, state, source, sourceUrl, citation, area, period, recordScope, count, reasons } = reading;
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
      complete: state !== 'partial',
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
