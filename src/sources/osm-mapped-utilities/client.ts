import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { sourceCard } from '../cards.ts';
import { mappedAround } from '../shared/overpass.ts';

const card = sourceCard('osm-mapped-utilities');

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

/** Substations, power plants, water and wastewater works that are mapped within the radius, nearest first. */
export const mappedWorksNear = (sources: SourceAccess, point: GeoPoint, radiusMeters: number) => {
  const question = { endpoints: [card.endpoint], wanted, around: point, radiusMeters, limit: 300, seconds: 20 };
  return mappedAround(sources, card, question, ({ at, tags, ...object }) => {
    const [kind] = Object.entries(kinds).flatMap(([key, values]) => values[tags[key] ?? ''] ?? []);
    return kind === undefined ? undefined : { ...object, ...at, kind };
  });
};
