import { z } from 'zod';
import { dateOf } from '../../fields/dates.ts';
import { numberOf } from '../../fields/numbers.ts';
import { type Positioned, positionOf } from '../../geometry/placed.ts';
import { defined } from '../../kernel/defined.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { queryLayer, sqlText } from '../drivers/arcgis.ts';
import { nullableText, textOrNumber } from '../shared/fields.ts';
import { registerId } from '../shared/ids.ts';
import { typedRows } from '../shared/typed-rows.ts';
import card, { ustLayers } from './card.ts';

export interface TankFacility extends Positioned {
  readonly facilityId: string;
  readonly name: string;
  readonly address?: string;
  readonly status?: string;
  /** Tanks by status; undefined where the register gives no number. */
  readonly openTanks?: number;
  readonly closedTanks?: number;
}

export interface TankRelease extends Positioned {
  readonly releaseId: string;
  readonly name: string;
  readonly address?: string;
  readonly status: string;
  readonly substance?: string;
  readonly reportedOn?: string;
}

export interface Tank {
  readonly facilityId: string;
  readonly status: string;
  readonly capacityGallons?: number;
}

const FacilityRow = z.looseObject({
  Facility_ID: registerId,
  Name: nullableText,
  Address: nullableText,
  Facility_Status: nullableText,
  Open_USTs: textOrNumber,
  Closed_USTs: textOrNumber,
  Latitude: textOrNumber,
  Longitude: textOrNumber,
});
const ReleaseRow = z.looseObject({
  LUST_ID: registerId,
  Name: nullableText,
  Address: nullableText,
  Status: nullableText,
  Substance: nullableText,
  Reported_Date: textOrNumber,
  Latitude: textOrNumber,
  Longitude: textOrNumber,
});
const TankRow = z.looseObject({
  Facility_ID: registerId,
  Tank_Status: nullableText,
  Capacity: textOrNumber,
});

const toFacility = (row: z.infer<typeof FacilityRow>): TankFacility =>
  defined({
    facilityId: textOf(row.Facility_ID, 40) ?? 'not stated',
    name: textOf(row.Name, 100) ?? 'name not stated',
    address: textOf(row.Address, 80),
    status: textOf(row.Facility_Status, 40),
    openTanks: numberOf(row.Open_USTs),
    closedTanks: numberOf(row.Closed_USTs),
    at: positionOf(row.Latitude, row.Longitude),
  });

const toRelease = (row: z.infer<typeof ReleaseRow>): TankRelease =>
  defined({
    releaseId: textOf(row.LUST_ID, 40) ?? 'not stated',
    name: textOf(row.Name, 100) ?? 'name not stated',
    address: textOf(row.Address, 80),
    status: textOf(row.Status, 60) ?? 'not stated',
    substance: textOf(row.Substance, 60),
    reportedOn: dateOf(row.Reported_Date),
    at: positionOf(row.Latitude, row.Longitude),
  });

const toTank = (row: z.infer<typeof TankRow>): Tank =>
  defined({
    facilityId: textOf(row.Facility_ID, 40) ?? 'not stated',
    status: textOf(row.Tank_Status, 40) ?? 'not stated',
    capacityGallons: numberOf(row.Capacity),
  });

/** Facilities with registered tanks within a radius. */
export async function tankFacilitiesNear(
  sources: SourceAccess,
  point: GeoPoint,
  radiusMeters: number,
): Promise<Lookup<readonly TankFacility[]>> {
  const outFields = Object.keys(FacilityRow.shape);
  const found = await queryLayer(sources, card, { point, radiusMeters, outFields, limit: 1000 });
  return typedRows(sources, card, found, FacilityRow, toFacility);
}

/** Reported releases from tanks within a radius. */
export async function tankReleasesNear(
  sources: SourceAccess,
  point: GeoPoint,
  radiusMeters: number,
): Promise<Lookup<readonly TankRelease[]>> {
  const outFields = Object.keys(ReleaseRow.shape);
  const layerUrl = ustLayers.releases;
  const found = await queryLayer(sources, card, { layerUrl, point, radiusMeters, outFields, limit: 1000 });
  return typedRows(sources, card, found, ReleaseRow, toRelease);
}

/** Tanks of the named facilities, by number; `empty` where the register lists none for them. */
export async function tanksOf(sources: SourceAccess, facilityIds: readonly string[]): Promise<Lookup<readonly Tank[]>> {
  const found = await queryLayer(sources, card, {
    layerUrl: ustLayers.tanks,
    where: `Facility_ID IN (${facilityIds.map(sqlText).join(', ')})`,
    outFields: Object.keys(TankRow.shape),
    limit: 1000,
  });
  return hasData(found) ? typedRows(sources, card, found, TankRow, toTank) : found;
}
