import { memoizeByFirst, once } from '../../../kernel/memoize.ts';
import { verifiedOn } from '../../../kernel/seen.ts';
import type { Jurisdiction, LaneSource } from '../../schema/jurisdiction.ts';
import type { PlaceIndex } from '../load.ts';
import { type LookRow, type Looks, sourceKey } from './table.ts';

/** Days in a row on which a source has to fail before it is no longer queried. */
const failuresUntilUnavailable = 2;

function withLook(source: LaneSource, look: LookRow): LaneSource {
  const { verified_at: verifiedAt, failures, failed_since: since, problem } = look;
  const before = verifiedOn(source.seen);
  const isNewer = verifiedAt !== '' && (before === undefined || before < verifiedAt);
  const known: LaneSource = isNewer
    ? { ...source, seen: { by: 'doctor', on: verifiedAt, note: 'Columns, extent and rows as they are mapped.' } }
    : source;
  return failures >= failuresUntilUnavailable ? { ...known, failing: { since, why: problem } } : known;
}

/** Places with what is remembered of the looks at their sources: the day of the last, and since when one fails. */
export function withLooks(places: PlaceIndex, open: () => Looks): PlaceIndex {
  const looks = once(open);
  const looked = memoizeByFirst((place: Jurisdiction): Jurisdiction => {
    const sources = place.sources.map((source) => {
      const look = looks().of(source.lane, sourceKey(source));
      return look ? withLook(source, look) : source;
    });
    return sources.every((source, at) => source === place.sources[at]) ? place : { ...place, sources };
  });
  const lookedAt = memoizeByFirst((list: readonly Jurisdiction[]) => list.map((place) => looked(place)));
  return {
    all: () => lookedAt(places.all()),
    inState: (fips) => lookedAt(places.inState(fips)),
    byId(id) {
      const place = places.byId(id);
      return place && looked(place);
    },
  };
}
