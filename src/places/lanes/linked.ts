import type { AnswerBuilder } from '../../kernel/answer-builder.ts';
import { hasData } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { Lane } from '../schema/jurisdiction.ts';
import type { ConfiguredLane } from '../schema/port.ts';
import { readByKeys } from './keys.ts';
import type { LaneRows } from './reader.ts';
import { takesParcelNumber, takesRecordNumber } from './ways.ts';

const maxNamed = 800;

/** Lanes that a publisher may keep in two sets. */
export type LinkedLane = Extract<Lane, 'development_cases' | 'capital_projects' | 'recording_history'>;

/** A lane that a publisher keeps in two sets: one names its records by parcel, one holds them by their own number. */
export interface Link<L extends LinkedLane = LinkedLane> {
  readonly index: ConfiguredLane<L>;
  readonly details: ConfiguredLane<L>;
}

/** The pair of sets among the sources of a lane; undefined where the lane is not kept in this way. */
export function linkOf<L extends LinkedLane>(configured: readonly ConfiguredLane<L>[]): Link<L> | undefined {
  const details = configured.find(({ source }) => takesRecordNumber(source));
  const index = configured.find(
    (lane) => takesParcelNumber(lane.source) && lane.jurisdiction.id === details?.jurisdiction.id,
  );
  return details && index ? { index, details } : undefined;
}

/** The records that an index named, out of the set that holds them. A record that is named and missing makes it `partial`. */
export async function detailsOf<L extends LinkedLane>(
  sources: SourceAccess,
  details: ConfiguredLane<L>,
  ids: readonly string[],
): Promise<LaneRows<L>> {
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
export async function readLinked<L extends LinkedLane>(
  { sources, answer }: { readonly sources: SourceAccess; readonly answer: AnswerBuilder },
  { index, details }: Link<L>,
  parcels: readonly string[],
  area: string,
) {
  const { recordScope } = index.source;
  const named = await readByKeys<LinkedLane>(sources, index, parcels, { limit: maxNamed });
  const parcelsOf = new Map<string, string>();
  if (!hasData(named)) {
    answer.addLookup(named, { area, recordScope });
    return { cited: undefined, parcelsOf };
  }
  for (const { recordId, fields } of named.data) {
    if (recordId && fields.parcelId !== undefined) parcelsOf.set(recordId, String(fields.parcelId));
  }
  const ids = named.data.flatMap(({ recordId }) => recordId ?? []);
  const found = await detailsOf(sources, details, ids);
  const cited = answer.addLookup(found, { area: `records that ${index.source.name} names for ${area}`, recordScope });
  // the index only says what to ask for; what it could not say makes the whole partial, and its age makes it old
  answer.note({
    source: index.card.name,
    area,
    state: named.state,
    ...('reason' in named && named.reason && { reason: named.reason }),
  });
  if (named.state !== 'found' && found.state !== 'unavailable') answer.count(named.state);
  return { cited, parcelsOf };
}
