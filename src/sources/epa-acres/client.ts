import { z } from 'zod';
import type { Positioned } from '../../geometry/placed.ts';
import { defined } from '../../kernel/defined.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { type LayerQuery, type LayerRow, pointOf, queryLayer, sqlText } from '../drivers/arcgis.ts';
import { nullableText } from '../shared/fields.ts';
import { registryId } from '../shared/ids.ts';
import { wrongShape } from '../shared/lookup.ts';
import card from './card.ts';

export interface Brownfield extends Positioned {
  readonly registryId?: string;
  readonly name: string;
  readonly address?: string;
  readonly city?: string;
}

const Attributes = z.looseObject({
  PRIMARY_NAME: z.string(),
  LOCATION_ADDRESS: nullableText,
  CITY_NAME: nullableText,
  REGISTRY_ID: registryId.nullish(),
});

function toBrownfield({ attributes, geometry }: LayerRow): Brownfield | undefined {
  const parsed = Attributes.safeParse(attributes);
  if (!parsed.success) return undefined;
  const row = parsed.data;
  return defined({
    registryId: textOf(row.REGISTRY_ID, 20),
    name: textOf(row.PRIMARY_NAME, 100) ?? 'name not stated',
    address: textOf(row.LOCATION_ADDRESS, 80),
    city: textOf(row.CITY_NAME, 60),
    at: pointOf(geometry),
  });
}

async function brownfields(
  sources: SourceAccess,
  query: Pick<LayerQuery, 'point' | 'radiusMeters' | 'where'>,
): Promise<Lookup<readonly Brownfield[]>> {
  const found = await queryLayer(sources, card, {
    ...query,
    outFields: Object.keys(Attributes.shape),
    geometry: true,
    limit: 1000,
  });
  if (!hasData(found)) return found;
  const rows = found.data.map(toBrownfield);
  if (rows.some((row) => row === undefined)) return wrongShape(sources, card);
  return { ...found, data: rows as Brownfield[] };
}

export const brownfieldsNear = (sources: SourceAccess, point: GeoPoint, radiusMeters: number) =>
  brownfields(sources, { point, radiusMeters });

/** Brownfields of a county, by its name without "County", as the registry writes it. */
export const brownfieldsOfCounty = (sources: SourceAccess, stateCode: string, county: string) =>
  brownfields(sources, {
    where: `STATE_CODE = ${sqlText(stateCode)} AND COUNTY_NAME LIKE ${sqlText(`${county.toUpperCase()}%`)}`,
  });
