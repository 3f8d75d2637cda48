import type { PlacePort, Resolution } from '../kernel/ports/place.ts';
import type { RequestLogEntry } from '../kernel/ports/sources.ts';

/** Places by their query, with the queries to sources that resolved them. */
export type SharedPlaces = Map<string, Promise<{ resolution: Resolution; queried: readonly RequestLogEntry[] }>>;

interface Notes {
  /** The direct queries of the call: until its place is resolved, only those that resolve it. */
  readonly own: readonly RequestLogEntry[];
  note(entry: RequestLogEntry): void;
}

/**
 * The place port of a component: a place that another component of the composite has resolved is not resolved again, and
 * the queries that resolved it count for this one too. A place that could not be resolved is tried again.
 */
export function sharedPlaces(place: PlacePort, places: SharedPlaces, { own, note }: Notes): PlacePort {
  return {
    ...place,
    async resolve(query, sources) {
      const key = JSON.stringify(query);
      const known = places.get(key);
      if (known) {
        const { resolution, queried } = await known;
        for (const entry of queried) note(entry);
        return resolution;
      }
      const resolving = place.resolve(query, sources).then((resolution) => ({ resolution, queried: [...own] }));
      places.set(key, resolving);
      try {
        const { resolution } = await resolving;
        if (resolution.state !== 'resolved') places.delete(key);
        return resolution;
      } catch (error) {
        places.delete(key);
        throw error;
      }
    },
  };
}
