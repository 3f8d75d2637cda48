import type { AnswerBuilder, Taken } from '../kernel/answer-builder.ts';
import { hasData, type Lookup } from '../kernel/lookup.ts';
import type { WiredLane } from '../kernel/ports/jurisdictions.ts';
import type { SourceAccess } from '../kernel/ports/sources.ts';
import { readByKeys } from './keys.ts';
import type { LaneRow } from './reader.ts';
import { takesParcelNumber, takesRecordNumber } from './ways.ts';

const maxNamed = 800;

/** A lane that a publisher keeps in two sets: one names its records by parcel, one holds them by their own number. */
export interface Link {
  readonly index: WiredLane;
  readonly details: WiredLane;
}

export interface LinkedRows {
  readonly taken: Taken<readonly LaneRow[]> | undefined;
  /** Record number to the parcel that names it, where the index says so. */
  readonly parcelsOf: ReadonlyMap<string, string>;
}

/** The pair of sets among the sources of a lane; undefined where the lane is not kept in this way. */
export function linkOf(wired: readonly WiredLane[]): Link | undefined {
  const details = wired.find(({ source }) => takesRecordNumber(source));
  const index = wired.find(
    (lane) => takesParcelNumber(lane.source) && lane.jurisdiction.id === details?.jurisdiction.id,
  );
  return details && index ? { index, details } : undefined;
}

/** The records that an index named, out of the set that holds them. A record that is named and missing makes it `partial`. */
export async function detailsOf(
  sources: SourceAccess,
  details: WiredLane,
  ids: readonly string[],
): Promise<Lookup<readonly LaneRow[]>> {
  const found = await readByKeys(sources, details, ids, { limit: 200 });
  const got = new Set(hasData(found) ? found.data.map(({ recordId }) => recordId) : []);
  const missing = new Set(ids.filter((id) => !got.has(id))).size;
  if (missing === 0 || (found.state !== 'found' && found.state !== 'empty')) return found;
  const reason = `The index names ${new Set(ids).size} records; ${missing} of them are not in ${details.source.name}.`;
  return hasData(found)
    ? { state: 'partial', data: found.data, citation: found.citation, reason }
    : { state: 'unavailable', source: details.card.name, reason };
}

/** Records of parcels through a {@link Link}, handed to the answer. */
export async function readLinked(
  sources: SourceAccess,
  { index, details }: Link,
  parcels: readonly string[],
  area: string,
  answer: AnswerBuilder,
): Promise<LinkedRows> {
  const { recordScope } = index.source;
  const scope = recordScope ? { recordScope } : {};
  const named = await readByKeys(sources, index, parcels, { limit: maxNamed });
  const parcelsOf = new Map<string, string>();
  if (!hasData(named)) {
    answer.take(named, { area, ...scope });
    return { taken: undefined, parcelsOf };
  }
  for (const { recordId, fields } of named.data) {
    if (recordId && fields.parcelId !== undefined) parcelsOf.set(recordId, String(fields.parcelId));
  }
  const ids = named.data.flatMap(({ recordId }) => recordId ?? []);
  const found = await detailsOf(sources, details, ids);
  const taken = answer.take(found, { area: `records that ${index.source.name} names for ${area}`, ...scope });
  // the index only says what to ask for; what it could not say makes the whole partial
  answer.note({
    source: index.card.name,
    area,
    state: named.state,
    ...('reason' in named && named.reason && { reason: named.reason }),
  });
  if (named.state !== 'found') answer.count(named.state);
  return { taken, parcelsOf };
}
