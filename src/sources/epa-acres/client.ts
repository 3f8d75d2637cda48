import { id, type RowOf, table, text } from '../../fields/define.ts';
import type { Positioned } from '../../geometry/placed.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { quoted } from '../drivers/rows.ts';
import { registryId } from '../shared/ids.ts';
import { placedLayerRows } from '../shared/table-rows.ts';

export const brownfields = table('epa-acres', {
  registryId: id('REGISTRY_ID', { pattern: registryId }),
  name: text('PRIMARY_NAME', { maxLength: 100, otherwise: 'name not stated' }),
  address: text('LOCATION_ADDRESS', { maxLength: 80 }),
  city: text('CITY_NAME', { maxLength: 60 }),
});
export type Brownfield = RowOf<typeof brownfields> & Positioned;

export const brownfieldsNear = (sources: SourceAccess, point: GeoPoint, radiusMeters: number) =>
  placedLayerRows(sources, brownfields, { point, radiusMeters, limit: 1000 });

/** Brownfields of a county, by its name without "County", as the registry writes it. */
export const brownfieldsOfCounty = (sources: SourceAccess, stateCode: string, county: string) =>
  placedLayerRows(sources, brownfields, {
    where: `STATE_CODE = ${quoted(stateCode)} AND COUNTY_NAME LIKE ${quoted(`${county.toUpperCase()}%`)}`,
    limit: 1000,
  });
