import { distanceMeters } from '../../geometry/geo.ts';
import { defined } from '../../kernel/defined.ts';
import { type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { type Mapped, mappedAround } from '../shared/overpass.ts';
import card from './card.ts';

export interface MappedWork extends GeoPoint {
  /** For example way/123456. */
  readonly id: string;
  readonly kind: string;
  readonly name?: string;
  readonly distanceMeters: number;
}

/** What each tag marks, by key and value. */
const kinds: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  power: { substation: 'electric substation', plant: 'power plant' },
  man_made: {
    water_works: 'water works',
    water_tower: 'water tower',
    wastewater_plant: 'wastewater plant',
    pumping_station: 'pumping station',
  },
};
const wanted = new Map(Object.entries(kinds).map(([key, values]) => [key, Object.keys(values)]));

function toWork({ id, at, tags }: Mapped, from: GeoPoint): MappedWork | undefined {
  const [kind] = Object.entries(kinds).flatMap(([key, values]) => values[tags[key] ?? ''] ?? []);
  if (!kind) return undefined;
  const away = Math.round(distanceMeters(from, at));
  return defined({ id, kind, ...at, distanceMeters: away, name: textOf(tags.name, 80) });
}

/** Substations, power plants, water and wastewater works that are mapped within the radius, nearest first. */
export async function mappedWorksNear(
  sources: SourceAccess,
  point: GeoPoint,
  radiusMeters: number,
): Promise<Lookup<readonly MappedWork[]>> {
  const question = { endpoints: [card.endpoint], wanted, around: point, radiusMeters, limit: 300, seconds: 20 };
  const lookup = await mappedAround(sources, card, question, (object) => toWork(object, point));
  return mapLookup(lookup, (works) => works.toSorted((a, b) => a.distanceMeters - b.distanceMeters));
}
