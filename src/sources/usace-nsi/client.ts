import { z } from 'zod';
import {
  area,
  code,
  computed,
  id,
  length,
  money,
  number,
  point,
  type RowOf,
  table,
  text,
  year,
} from '../../fields/define.ts';
import { legendOf } from '../../fields/legends.ts';
import { boxAround } from '../../geometry/geo.ts';
import { arrange } from '../../geometry/placed.ts';
import { mapLookup, mapRows } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { sourceCard } from '../cards.ts';
import { getJson } from '../shared/lookup.ts';
import { jsonQuery } from '../shared/query.ts';
import { tableRows } from '../shared/table-rows.ts';

const card = sourceCard('usace-nsi');

/** Occupancy classes of the inventory, which are those of FEMA's Hazus; a code is followed by details behind a hyphen. */
const occupancies = legendOf('usace-nsi', 'occtype');

/** What an occupancy code stands for, by its class: `RES3B` and `RES1-1SNB` are of RES3 and RES1. */
function occupancyOf([cell]: readonly unknown[]): string | undefined {
  const [first = ''] = String(cell).toUpperCase().split('-');
  return occupancies[first] ?? occupancies[/^RES3(?=[A-F]$)/.exec(first)?.[0] ?? ''];
}

/** A building as the inventory models it: the estimates of people, by age and disability, are not read. */
export const structures = table(card.id, {
  structureId: id('fd_id', { maxLength: 20, required: true }),
  occupancy: text('occtype', {
    maxLength: 20,
    required: true,
    description: 'Code of the inventory, for example RES1-1SNB',
  }),
  occupancyMeaning: computed(['occtype'], z.string(), occupancyOf),
  areaSquareFeet: area('sqft', { unit: 'ft2', decimals: 0 }),
  floors: number('num_story', { zero: 'missing', minimum: 0 }),
  construction: code('bldgtype', { legend: legendOf(card.id, 'bldgtype'), maxLength: 4 }),
  foundation: code('found_type', { legend: legendOf(card.id, 'found_type'), maxLength: 4 }),
  foundationHeightFeet: length('found_ht', {
    unit: 'ft',
    zero: 'real',
    decimals: 2,
    description: 'First floor above the ground, as modeled',
  }),
  tractMedianYearBuilt: year('med_yr_blt', { description: 'Of the census tract, not of the structure' }),
  structureValueUsd: money('val_struct', {
    decimals: 0,
    means: 'modeled',
    description: "The inventory's modeled value of the structure",
  }),
  contentsValueUsd: money('val_cont', { decimals: 0, means: 'modeled' }),
  at: point('y', 'x'),
});
export type Structure = RowOf<typeof structures>;

const Reply = z.looseObject({
  type: z.literal('FeatureCollection'),
  features: z.array(z.looseObject({ properties: z.record(z.string(), z.unknown()) })).nullable(),
});

/** The box around a point as the service is queried about it: its GET form takes corners in an order of its own. */
function boxOf(point: GeoPoint, radiusMeters: number) {
  const [west, south, east, north] = boxAround(point, radiusMeters);
  const round = (degrees: number) => Number(degrees.toFixed(6));
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ].map((corner) => corner.map(round));
  const geometry = { type: 'Polygon', coordinates: [ring] };
  return { type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry }] };
}

/** An error can come in a 200, as a message in the place of the collection. */
const detectError = (body: unknown): string | undefined => {
  const { type, message } = (body ?? {}) as { type?: unknown; message?: unknown };
  return type === undefined && message !== undefined ? 'NSI message instead of structures' : undefined;
};

/** Structures of the inventory within a distance, nearest first; `empty` where it lists none there. */
export async function structuresNear(sources: SourceAccess, center: GeoPoint, radiusMeters: number) {
  const request = { ...jsonQuery(`${card.endpoint}?fmt=fc`, boxOf(center, radiusMeters)), detectError };
  const reply = await getJson(sources, card, request, Reply, { isEmpty: ({ features }) => !features?.length });
  const features = mapLookup(reply, (body) => body.features ?? []);
  const found = tableRows(sources, card, structures, features, {
    columnsOf: ({ properties }) => properties,
    map: (row) => row.at && row,
  });
  return mapRows(found, (all) => arrange(all, center, radiusMeters).near);
}
