import { z } from 'zod';
import { numberOf } from '../../fields/numbers.ts';
import { boxAround } from '../../geometry/geo.ts';
import { arrange, type Near, type Positioned, positionOf } from '../../geometry/placed.ts';
import { defined } from '../../kernel/defined.ts';
import { hasData, type Lookup, noneOf } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { nullableText, textOrNumber } from '../shared/fields.ts';
import { getJson, wrongShape } from '../shared/lookup.ts';
import card from './card.ts';
import { constructionName, foundationName, occupancyMeaning } from './legend.ts';

/** One structure as the inventory models it. */
export interface Structure extends Positioned {
  readonly structureId: string;
  /** The inventory's code, for example `RES1-1SNB`. */
  readonly occupancy: string;
  readonly occupancyMeaning?: string;
  readonly areaSquareFeet?: number;
  readonly floors?: number;
  readonly construction?: string;
  readonly foundation?: string;
  readonly foundationHeightFeet?: number;
  /** Median year of construction in the census tract. */
  readonly tractMedianYearBuilt?: number;
  readonly structureValueUsd?: number;
  readonly contentsValueUsd?: number;
}

/** Only what describes the building: the estimates of people, by age and disability, are not read. */
const Properties = z.looseObject({
  fd_id: z.union([z.number(), z.string()]),
  occtype: z.string(),
  x: textOrNumber,
  y: textOrNumber,
  sqft: textOrNumber,
  num_story: textOrNumber,
  bldgtype: nullableText,
  found_type: nullableText,
  found_ht: textOrNumber,
  med_yr_blt: textOrNumber,
  val_struct: textOrNumber,
  val_cont: textOrNumber,
});

const Reply = z.looseObject({
  type: z.literal('FeatureCollection'),
  features: z.array(z.looseObject({ properties: Properties })).nullable(),
});

const positive = (value: unknown): number | undefined => {
  const number = numberOf(value);
  return number !== undefined && number > 0 ? number : undefined;
};
const dollars = (value: unknown): number | undefined => {
  const number = positive(value);
  return number === undefined ? undefined : Math.round(number);
};

function toStructure(row: z.infer<typeof Properties>): Structure {
  const occupancy = textOf(row.occtype, 20) ?? 'not stated';
  const [foundation, construction] = [textOf(row.found_type, 4), textOf(row.bldgtype, 4)];
  const height = numberOf(row.found_ht);
  return defined({
    structureId: String(row.fd_id).slice(0, 20),
    occupancy,
    occupancyMeaning: occupancyMeaning(occupancy),
    areaSquareFeet: dollars(row.sqft),
    floors: positive(row.num_story),
    construction: construction && constructionName(construction),
    foundation: foundation && foundationName(foundation),
    foundationHeightFeet: height !== undefined && height >= 0 ? Math.round(height * 100) / 100 : undefined,
    tractMedianYearBuilt: positive(row.med_yr_blt),
    structureValueUsd: dollars(row.val_struct),
    contentsValueUsd: dollars(row.val_cont),
    at: positionOf(row.y, row.x),
  });
}

/** The box around a point as the service is asked about it: its GET form takes corners in an order of its own. */
function questionOf(point: GeoPoint, radiusMeters: number): string {
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
  return JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', properties: {}, geometry }] });
}

/** An error can come in a 200, as a message in the place of the collection. */
const detectError = (body: unknown): string | undefined => {
  const { type, message } = (body ?? {}) as { type?: unknown; message?: unknown };
  return type === undefined && message !== undefined ? 'NSI message instead of structures' : undefined;
};

/** Structures of the inventory within a distance, nearest first; `empty` where it lists none there. */
export async function structuresNear(
  sources: SourceAccess,
  point: GeoPoint,
  radiusMeters: number,
): Promise<Lookup<readonly Near<Structure>[]>> {
  const request = {
    url: `${card.endpoint}?fmt=fc`,
    method: 'POST',
    idempotent: true,
    headers: { 'content-type': 'application/json' },
    body: questionOf(point, radiusMeters),
    detectError,
  } as const;
  const lookup = await getJson(sources, card, request, Reply, { isEmpty: ({ features }) => !features?.length });
  if (!hasData(lookup)) return lookup;
  const { near, unplaced } = arrange(
    (lookup.data.features ?? []).map(({ properties }) => toStructure(properties)),
    point,
    radiusMeters,
  );
  if (unplaced.length > 0) return wrongShape(sources, card);
  return near.length > 0 ? { ...lookup, data: near } : noneOf({ ...lookup, data: near });
}
