import { z } from 'zod';
import { dateOf } from '../../fields/dates.ts';
import { distanceMeters } from '../../geometry/geo.ts';
import { defined } from '../../kernel/defined.ts';
import { hasData, type Lookup, noneOf } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { SourceCard } from '../../kernel/source-card.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { getJson } from './lookup.ts';
import { formQuery } from './query.ts';

/** One mapped object: its id (for example way/123456), its position and distance from the point, its tags. */
export interface Mapped {
  readonly id: string;
  readonly at: GeoPoint;
  readonly distanceMeters: number;
  readonly tags: Readonly<Record<string, string>>;
  /** Its name in at most 80 characters. */
  readonly name?: string;
}

export interface OverpassQuestion {
  /** Instances that hold the same data: the next one is queried only where the one before it failed. */
  readonly endpoints: readonly string[];
  readonly wanted: ReadonlyMap<string, readonly string[]>;
  readonly around: GeoPoint;
  readonly radiusMeters: number;
  /** Objects at most; more than these make the answer `partial`. */
  readonly limit: number;
  /** Seconds that the server may take. */
  readonly seconds: number;
}

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

function queryOf({ wanted, around, radiusMeters, limit, seconds }: OverpassQuestion): string {
  const circle = `(around:${Math.round(radiusMeters)},${around.latitude.toFixed(6)},${around.longitude.toFixed(6)})`;
  const parts = [...wanted].map(([key, values]) => `nwr["${key}"~"^(${values.join('|')})$"]${circle};`);
  return `[out:json][timeout:${seconds}];(${parts.join('')});out tags center ${limit + 1};`;
}

/** A query that ran out of time or memory answers 200 with whatever it had until then, and this remark. */
function detectError(body: unknown): string | undefined {
  const remark = (body as { remark?: unknown } | null)?.remark;
  return typeof remark === 'string' && remark !== '' ? 'Overpass runtime error' : undefined;
}

/**
 * Mapped objects around a point, nearest first, as `map` reads them; the citation carries the day of the data.
 * An object that has no position, or that `map` cannot read, makes the answer `partial`, and where nothing at all could be
 * read `unavailable`: only an answer without objects is `empty`.
 */
export async function mappedAround<T>(
  sources: SourceAccess,
  card: SourceCard,
  question: OverpassQuestion,
  map: (object: Mapped) => T | undefined,
): Promise<Lookup<readonly T[]>> {
  const ask = (url: string) =>
    getJson(sources, card, { ...formQuery(url, { data: queryOf(question) }), detectError }, Reply);
  const [first = card.endpoint, ...others] = question.endpoints;
  let found = await ask(first);
  for (const url of others) {
    if (found.state !== 'unavailable') break;
    const next = await ask(url);
    if (hasData(next)) found = next;
  }
  if (!hasData(found)) return found;
  const { elements, osm3s } = found.data;
  const sourceDate = dateOf(osm3s.timestamp_osm_base);
  const citation = { ...found.citation, ...(sourceDate && { sourceDate }) };
  if (elements.length === 0) return { state: 'empty', citation };
  const read = elements.slice(0, question.limit);
  const placed = read.flatMap(({ type, id, lat, lon, center, tags }): Mapped[] => {
    const [latitude, longitude] = [lat ?? center?.lat, lon ?? center?.lon];
    if (latitude === undefined || longitude === undefined) return [];
    const at = { latitude, longitude };
    const away = Math.round(distanceMeters(question.around, at));
    return [defined({ id: `${type}/${id}`, at, distanceMeters: away, tags, name: textOf(tags.name, 80) })];
  });
  const data = placed.toSorted((a, b) => a.distanceMeters - b.distanceMeters).flatMap((object) => map(object) ?? []);
  const lost = read.length - data.length;
  const missing = [
    ...(elements.length > question.limit ? [`more than ${question.limit} objects; ${question.limit} were read`] : []),
    ...(lost > 0 ? [`${lost} of ${read.length} objects could not be placed or named`] : []),
  ];
  if (missing.length === 0) return { state: 'found', data, citation };
  const partial = { state: 'partial' as const, data, citation, reason: missing.join('; ') };
  if (data.length > 0) return partial;
  if (lost > 0) sources.refuse(card);
  return noneOf(partial);
}
