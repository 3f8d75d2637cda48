import { compass } from '../../geometry/geo.ts';
import { defined } from '../../kernel/defined.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { sourceCard } from '../cards.ts';
import { mappedAround } from '../shared/overpass.ts';

const card = sourceCard('osm-overpass');

/** A second public instance of the same data, queried where the first fails. */
const secondInstance = 'https://overpass.private.coffee/api/interpreter';

export const placeKinds = {
  grocery: { key: 'shop', values: ['supermarket', 'grocery', 'greengrocer', 'convenience'] },
  food: { key: 'amenity', values: ['restaurant', 'cafe', 'fast_food'] },
  school: { key: 'amenity', values: ['school', 'kindergarten', 'college', 'university'] },
  health: { key: 'amenity', values: ['hospital', 'clinic', 'pharmacy'] },
  civic: { key: 'amenity', values: ['library', 'post_office', 'fire_station', 'police', 'townhall'] },
  park: { key: 'leisure', values: ['park', 'playground'] },
  transit: { key: 'public_transport', values: ['platform', 'station'] },
} as const;
export type PlaceKind = keyof typeof placeKinds;

const endpoints = [card.endpoint, secondInstance];
const kinds = Object.keys(placeKinds) as PlaceKind[];

/** The values of each key, all kinds together: a place is requested once. */
const wanted = new Map<string, string[]>();
for (const { key, values } of Object.values(placeKinds)) wanted.set(key, [...(wanted.get(key) ?? []), ...values]);

/** Mapped places of everyday kinds around a point, nearest first. More than the limit is `partial`. */
export function placesNear(sources: SourceAccess, point: GeoPoint, radiusMeters: number) {
  const question = { endpoints, wanted, around: point, radiusMeters, limit: 600, seconds: 25 };
  return mappedAround(sources, card, question, ({ id, tags, name, distanceMeters }) => {
    const tagOf = (kind: PlaceKind) => tags[placeKinds[kind].key] ?? '';
    const kind = kinds.find((one) => (placeKinds[one].values as readonly string[]).includes(tagOf(one)));
    return kind && defined({ kind, tag: tagOf(kind), name, osmId: id, distanceMeters });
  });
}

/** Fire stations mapped around a point, nearest first; distances are straight lines. */
export function fireStationsNear(sources: SourceAccess, point: GeoPoint, radiusMeters: number) {
  const stations = new Map([['amenity', ['fire_station']]]);
  const question = { endpoints, wanted: stations, around: point, radiusMeters, limit: 100, seconds: 10 };
  return mappedAround(sources, card, question, ({ id, at, name, distanceMeters }) =>
    defined({ osmId: id, name, distanceMeters, direction: compass(point, at) }),
  );
}
