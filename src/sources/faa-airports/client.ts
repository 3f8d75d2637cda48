import { mirroredRows } from '../../fields/mirrored.ts';
import { pickFields } from '../../fields/table.ts';
import { mapLookup } from '../../kernel/lookup.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { nearestLayerRows } from '../shared/table-rows.ts';
import { airports, airportsOfFile } from './fields.ts';

/** Airports (TYPE_CODE AD) whose reference point lies within a distance, nearest first. */
export const airportsNear = (sources: SourceAccess, point: GeoPoint, radiusMeters: number) =>
  nearestLayerRows(sources, airports, { point, radiusMeters, where: "TYPE_CODE = 'AD'", limit: 200 });

/** The same out of the mirrored file. */
export const mirroredAirports = (mirror: MirrorAccess, point: GeoPoint, radiusMeters: number) =>
  mapLookup(mirroredRows(airportsOfFile, mirror.near('faa-airports', point, radiusMeters)), (rows) =>
    rows.map((row) => pickFields(row, 'name', 'ident', 'city', 'distanceMeters')),
  );
