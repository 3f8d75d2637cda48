import { z } from 'zod';
import { distanceMeters } from '../../kernel/geo.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess, SourceRequest } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { getJson } from '../lookup.ts';
import { dateOf } from '../values.ts';
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

const limit = 600;
const position = { lat: z.number(), lon: z.number() };
const Reply = z.looseObject({
  osm3s: z.looseObject({ timestamp_osm_base: z.string() }),
  elements: z.array(
    z.looseObject({
      type: z.enum(['node', 'way', 'relation']),
      id: z.number(),
      lat: z.number().optional(),
      lon: z.number().optional(),
      center: z.looseObject(position).optional(),
      tags: z.record(z.string(), z.string()).default({}),
    }),
  ),
});
type Element = z.infer<typeof Reply>['elements'][number];

function question(point: GeoPoint, radiusMeters: number): string {
  const around = `(around:${Math.round(radiusMeters)},${point.latitude.toFixed(6)},${point.longitude.toFixed(6)})`;
  const parts = Object.values(placeKinds).map(({ key, values }) => `nwr["${key}"~"^(${values.join('|')})$"]${around};`);
  return `[out:json][timeout:25];(${parts.join('')});out tags center ${limit + 1};`;
}

function request(url: string, data: string): SourceRequest {
  return {
    url,
    method: 'POST',
    idempotent: true,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ data }).toString(),
    // a query that ran out of time answers 200 with an empty list and this remark
    detectError: (body) => {
      const remark = (body as { remark?: unknown } | null)?.remark;
      return typeof remark === 'string' && /error/i.test(remark) ? 'Overpass runtime error' : undefined;
    },
  };
}

function toPlace(element: Element, from: GeoPoint): NearbyPlace | undefined {
  const latitude = element.lat ?? element.center?.lat;
  const longitude = element.lon ?? element.center?.lon;
  const found = (Object.keys(placeKinds) as PlaceKind[]).find((kind) => {
    const { key, values } = placeKinds[kind];
    return (values as readonly string[]).includes(element.tags[key] ?? '');
  });
  if (latitude === undefined || longitude === undefined || !found) return undefined;
  const name = textOf(element.tags.name, 80);
  return {
    kind: found,
    tag: element.tags[placeKinds[found].key] ?? found,
    ...(name && { name }),
    osmId: `${element.type}/${element.id}`,
    distanceMeters: Math.round(distanceMeters(from, { latitude, longitude })),
  };
}

/** Mapped places of everyday kinds around a point, nearest first. More than the limit is `partial`. */
export async function placesNear(
  sources: SourceAccess,
  point: GeoPoint,
  radiusMeters: number,
): Promise<Lookup<readonly NearbyPlace[]>> {
  const data = question(point, radiusMeters);
  let found = await getJson(sources, card, request(card.endpoint, data), Reply);
  if (found.state === 'unavailable') {
    const second = await getJson(sources, card, request(secondInstance, data), Reply);
    if (hasData(second)) found = second;
  }
  if (!hasData(found)) return found;
  const { elements, osm3s } = found.data;
  const asOf = dateOf(osm3s.timestamp_osm_base);
  const citation = { ...found.citation, ...(asOf && { sourceDate: asOf }) };
  const places = elements
    .slice(0, limit)
    .flatMap((element) => toPlace(element, point) ?? [])
    .toSorted((a, b) => a.distanceMeters - b.distanceMeters);
  if (places.length === 0) return { state: 'empty', citation };
  return elements.length > limit
    ? { state: 'partial', data: places, citation, reason: `more than ${limit} places; ${limit} were read` }
    : { state: 'found', data: places, citation };
}
