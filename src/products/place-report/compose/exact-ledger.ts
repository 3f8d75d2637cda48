import { type Checked, checkedLane } from '../../shared/compose/ledger.ts';
import { laneTitle } from '../../shared/compose/words.ts';
import type { ExactReading } from '../../shared/on-parcel/exact.ts';

const ways = { parcel_number: 'parcel number', street_address: 'street address' } as const;

/** Ledger line of a register that was asked for the parcel itself. */
export function checkedExact({
  configured,
  lane,
  state,
  rows,
  citation,
  by,
  reason,
  failed = false,
}: ExactReading): Checked {
  const { source, card } = configured;
  const asked = by.map((way) => ways[way]).join(' and ');
  const {
    entry,
    failed: silent,
    ...checked
  } = checkedLane({
    id: `parcel.${card.id}`,
    lane,
    state,
    records: [],
    count: rows.length,
    whole: true,
    source: citation?.sourceName ?? card.name,
    sourceUrl: card.datasetUrl,
    ...(citation && { citation }),
    ...(source.recordScope && { recordScope: source.recordScope }),
    area: asked ? `the subject parcel, by its ${asked}; all dates` : 'the subject parcel; all dates',
    reasons: reason ? [reason] : [],
  });
  return { ...checked, failed: failed || silent, entry: { ...entry, label: `${laneTitle(lane)} of the parcel` } };
}
