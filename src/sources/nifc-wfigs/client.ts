import { z } from 'zod';
import { dateOf } from '../../fields/dates.ts';
import { computed, day, flag, id, number, type RowOf, table, text, year } from '../../fields/define.ts';
import type { Bbox } from '../../geometry/geo.ts';
import { hasData, type Lookup, mapLookup, noneOf } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { sourceCard } from '../cards.ts';
import { layerRows, shapeRows, type TableQuery } from '../shared/table-rows.ts';

const historyCard = sourceCard('nifc-fire-history');

/** Distances within which perimeters are looked for, nearest first; 0 is the point itself. */
export const fireBands = [0, 1609, 8047, 16_093] as const;
export type FireBand = (typeof fireBands)[number];

const named = { maxLength: 80, otherwise: 'not named' } as const;
const acres = { unit: 'acres', minimum: 0, significantDigits: 4 } as const;

export const perimeters = table('nifc-wfigs', {
  name: text('poly_IncidentName', named),
  acres: number('poly_GISAcres', acres),
  fireId: id('attr_UniqueFireIdentifier', { maxLength: 40 }),
  discoveredOn: day('attr_FireDiscoveryDateTime', { means: 'discovered', zone: 'place' }),
  year: computed(
    ['attr_FireDiscoveryDateTime', 'attr_UniqueFireIdentifier'],
    z.int(),
    ([discovered, identifier], { zone }) => {
      const [, stated] = /^([12]\d{3})/.exec(dateOf(discovered, zone) ?? textOf(identifier) ?? '') ?? [];
      return stated === undefined ? undefined : Number(stated);
    },
  ),
  /** False for a record that was withdrawn. */
  isValid: flag('attr_IsValid'),
});

const pastPerimeterRows = table(historyCard.id, {
  name: text('INCIDENT', named),
  year: year('FIRE_YEAR_INT', { means: 'fire' }),
  acres: number('GIS_ACRES', acres),
});

/** A fire as far as its perimeter is drawn; how far it lies off follows from the perimeter. */
export type MappedFire = Omit<RowOf<typeof perimeters>, 'isValid'>;

/** `withinMeters`: smallest of {@link fireBands} that the perimeter reaches into. */
export type Fire = MappedFire & { readonly withinMeters: FireBand };

type Ask = Pick<TableQuery, 'point' | 'radiusMeters'> & { readonly limit: number };
const isWildfire = "attr_IncidentTypeCategory = 'WF'";

/** One fire, however many parts its perimeter has. */
export const fireKey = (fire: MappedFire) =>
  fire.fireId ?? `${fire.name.toUpperCase()}|${fire.year ?? ''}|${Math.round(fire.acres ?? -1)}`;

/** Fires by the nearest band that their perimeter reaches into; each fire once. */
async function firesByBand(
  point: GeoPoint,
  read: (query: Ask) => Promise<Lookup<readonly MappedFire[]>>,
): Promise<Lookup<readonly Fire[]>> {
  const answers = await Promise.all(
    fireBands.map((radiusMeters) => read({ point, ...(radiusMeters > 0 && { radiusMeters }), limit: 500 })),
  );
  const failure = answers.find((answer) => !('citation' in answer));
  const widest = answers.at(-1);
  if (failure || !widest || !('citation' in widest)) return (failure ?? widest) as Lookup<never>;
  const fires = new Map<string, Fire>();
  for (const [index, answer] of answers.entries()) {
    for (const fire of hasData(answer) ? answer.data : []) {
      if (!fires.has(fireKey(fire))) fires.set(fireKey(fire), { ...fire, withinMeters: fireBands[index] ?? 16_093 });
    }
  }
  const data = [...fires.values()];
  const found = { ...widest, state: 'found' as const, data };
  const cut = answers.flatMap((answer) => (answer.state === 'partial' ? [answer.reason] : [])).at(-1);
  const whole = cut === undefined ? found : { ...found, state: 'partial' as const, reason: cut };
  return data.length > 0 ? whole : noneOf(whole);
}

const valid = (found: Lookup<readonly RowOf<typeof perimeters>[]>): Lookup<readonly MappedFire[]> =>
  mapLookup(found, (fires) => fires.flatMap(({ isValid, ...fire }) => (isValid === false ? [] : [fire])));

/** Wildfires with a perimeter around a point in the provisional layer of recent years. */
export const recentFires = (sources: SourceAccess, point: GeoPoint, zone?: string) =>
  firesByBand(point, async (query) =>
    valid(await layerRows(sources, perimeters, { ...query, where: isWildfire, zone })),
  );

/** Perimeters around a point in the history of all years. */
export const pastFires = (sources: SourceAccess, point: GeoPoint) =>
  firesByBand(point, (query) => layerRows(sources, pastPerimeterRows, query));

/** Perimeters of the provisional layer of recent years in a box, each with its outline; withdrawn ones are left out. */
export async function recentPerimeters(sources: SourceAccess, bbox: Bbox, zone?: string) {
  const found = await shapeRows(sources, perimeters, { bbox, where: isWildfire, limit: 200, zone });
  return mapLookup(found, (shapes) => shapes.filter(({ of }) => of.isValid !== false));
}

/** Perimeters of the history of all years in a box, each with its outline. */
export const pastPerimeters = (sources: SourceAccess, bbox: Bbox) =>
  shapeRows(sources, pastPerimeterRows, { bbox, limit: 200 });
