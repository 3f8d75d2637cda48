import { z } from 'zod';
import { distanceMeters } from '../../kernel/geo.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { defined } from '../defined.ts';
import { getJson } from '../lookup.ts';
import { instantOf } from '../values.ts';
import card from './card.ts';

export interface MappedWork extends GeoPoint {
  /** For example way/123456. */
  readonly id: string;
  readonly kind: string;
  readonly name?: string;
  readonly distanceMeters: number;
}

const kinds: Readonly<Record<string, string>> = {
  'power=substation': 'electric substation',
  'power=plant': 'power plant',
  'man_made=water_works': 'water works',
  'man_made=water_tower': 'water tower',
  'man_made=wastewater_plant': 'wastewater plant',
  'man_made=pumping_station': 'pumping station',
};

const limit = 300;
const position = z.looseObject({ lat: z.number(), lon: z.number() });
const Body = z.looseObject({
  osm3s: z.looseObject({ timestamp_osm_base: z.string().optional() }).optional(),
  elements: z.array(
    z.looseObject({
      type: z.string(),
      id: z.number(),
      lat: z.number().optional(),
      lon: z.number().optional(),
      center: position.optional(),
      tags: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
});

/** A time-out comes as a 200 with a remark and whatever was found until then. */
function detectError(body: unknown): string | undefined {
  const remark = (body as { remark?: unknown } | null)?.remark;
  return typeof remark === 'string' && /error|timed out/i.test(remark) ? 'Overpass remark in the body' : undefined;
}

function question({ latitude, longitude }: GeoPoint, radiusMeters: number): string {
  const around = `(around:${Math.round(radiusMeters)},${latitude.toFixed(6)},${longitude.toFixed(6)})`;
  const wanted = (key: string) =>
    Object.keys(kinds)
      .filter((kind) => kind.startsWith(`${key}=`))
      .map((kind) => kind.slice(key.length + 1))
      .join('|');
  const parts = ['power', 'man_made'].map((key) => `nwr["${key}"~"^(${wanted(key)})$"]${around};`);
  return `[out:json][timeout:20];(${parts.join('')});out center tags ${limit + 1};`;
}

/** Substations, power plants, water and wastewater works that are mapped within the radius, nearest first. */
export async function mappedWorksNear(
  sources: SourceAccess,
  point: GeoPoint,
  radiusMeters: number,
): Promise<Lookup<readonly MappedWork[]>> {
  const found = await getJson(
    sources,
    card,
    {
      url: card.endpoint,
      method: 'POST',
      idempotent: true,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ data: question(point, radiusMeters) }).toString(),
      detectError,
    },
    Body,
    { isEmpty: ({ elements }) => elements.length === 0 },
  );
  if (!hasData(found)) return found;
  const { elements, osm3s } = found.data;
  const asOf = instantOf(osm3s?.timestamp_osm_base);
  const citation = { ...found.citation, ...(asOf && { sourceDate: asOf }) };
  const data = elements
    .slice(0, limit)
    .flatMap(({ type, id, lat, lon, center, tags = {} }): MappedWork[] => {
      const [latitude, longitude] = [lat ?? center?.lat, lon ?? center?.lon];
      const kind = kinds[`power=${String(tags.power)}`] ?? kinds[`man_made=${String(tags.man_made)}`];
      if (latitude === undefined || longitude === undefined || !kind) return [];
      const away = Math.round(distanceMeters(point, { latitude, longitude }));
      const name = textOf(tags.name, 80);
      return [defined({ id: `${type}/${id}`, kind, latitude, longitude, distanceMeters: away, name })];
    })
    .toSorted((a, b) => a.distanceMeters - b.distanceMeters);
  if (data.length === 0) return { state: 'empty', citation };
  if (elements.length <= limit) return { state: 'found', data, citation };
  return { state: 'partial', data, citation, reason: `more than ${limit} mapped works; ${limit} were read` };
}
