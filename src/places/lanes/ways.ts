import type { Lane, LaneSource } from '../schema/jurisdiction.ts';
import type { LaneLocation } from '../schema/port.ts';

/** A way of asking a source, as its `query` declares it. */
export type Way = (source: { readonly query: LaneSource['query'] }) => boolean;

/** Around a place. */
export const takesRadius: Way = ({ query }) => query.radius !== undefined;
/** By the number of a tax parcel. */
export const takesParcelNumber: Way = ({ query }) =>
  query.keyParts !== undefined || (query.key !== undefined && query.key.of === undefined);
/** By the source's own number of a record. */
export const takesRecordNumber: Way = ({ query }) => query.key?.of !== undefined;
/** By a street line. */
export const takesAddress: Way = ({ query }) => query.addressField !== undefined || query.addressParts !== undefined;

/** The sources of a lane that can be queried in one way; `not_covered` with the reason where none can. */
export function askable<L extends Lane>(lane: LaneLocation<L>, way: Way, reason: string): LaneLocation<L> {
  if (lane.state !== 'configured') return lane;
  const configured = lane.configured.filter(({ source }) => way(source));
  return configured.length > 0 ? { ...lane, configured } : { state: 'not_covered', reason };
}

/** What has to be known of the rows of a source that were found by a parcel number. */
export const notesByParcelNumber = ({ limits, query }: Pick<LaneSource, 'limits' | 'query'>): readonly string[] => [
  ...limits.notes,
  ...(query.key?.notes ?? []),
];
