import { compass, distanceMeters } from '../../geometry/geo.ts';
import { defined } from '../../kernel/defined.ts';
import { type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { type Mapped, mappedAround } from '../shared/overpass.ts';
import card, { secondInstance } from './card.ts';

/** Kinds of places by the OpenStreetMap tags that mark them. */
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

export interface NearbyPlace {
  readonly kind: PlaceKind;
  readonly tag: string;
  readonly name?: string;
  readonly osmId: string;
  readonly distanceMeters: number;
}

const kinds = Object.keys(placeKinds) as PlaceKind[];

/** The values of each key, all kinds together: a place is asked for once. */
const wanted = new Map<string, string[]>();
for (const { key, values } of Object.values(placeKinds)) wanted.set(key, [...(wanted.get(key) ?? []), ...values]);

function toPlace({ id, at, tags }: Mapped, from: GeoPoint): NearbyPlace | undefined {
  const kind = kinds.find((one) =>
    (placeKinds[one].values as readonly string[]).includes(tags[placeKinds[one].key] ?? ''),
  );
  if (!kind) return undefined;
  return defined({
    kind,
    tag: tags[placeKinds[kind].key] ?? kind,
    name: textOf(tags.name, 80),
    osmId: id,
    distanceMeters: Math.round(distanceMeters(from, at)),
  });
}

/** Mapped places of everyday kinds around a point, nearest first. More than the limit is `partial`. */
export async function placesNear(
  sources: SourceAccess,
  point: GeoPoint,
  radiusMeters: number,
): Promise<Lookup<readonly NearbyPlace[]>> {
  const endpoints = [card.endpoint, secondInstance];
  const question = { endpoints, wanted, around: point, radiusMeters, limit: 600, seconds: 25 };
  const lookup = await mappedAround(sources, card, question, (object) => toPlace(object, point));
  return mapLookup(lookup, (places) => places.toSorted((a, b) => a.distanceMeters - b.distanceMeters));
}

/** A fire station as it is mapped. */
export interface FireStation {
  readonly osmId: string;
  readonly name?: string;
  readonly distanceMeters: number;
  readonly direction: string;
}

/** Fire stations mapped around a point, nearest first; distances are straight lines. */
export async function fireStationsNear(
  sources: SourceAccess,
  point: GeoPoint,
  radiusMeters: number,
): Promise<Lookup<readonly FireStation[]>> {
  const endpoints = [card.endpoint, secondInstance];
  const stations = new Map([['amenity', ['fire_station']]]);
  const question = { endpoints, wanted: stations, around: point, radiusMeters, limit: 100, seconds: 10 };
  const lookup = await mappedAround(
    sources,
    card,
    question,
    ({ id, at, tags }): FireStation =>
      defined({
        osmId: id,
        name: textOf(tags.name, 80),
        distanceMeters: Math.round(distanceMeters(point, at)),
        direction: compass(point, at),
      }),
  );
  return mapLookup(lookup, (found) => found.toSorted((a, b) => a.distanceMeters - b.distanceMeters));
}
