import { area, code, table, text } from '../../fields/define.ts';
import { legendOf } from '../../fields/legends.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { layerRows } from '../shared/table-rows.ts';

export const protectedAreas = table('usgs-padus', {
  name: text('Unit_Nm', { maxLength: 100, otherwise: 'unnamed area' }),
  agency: code('Mang_Name', { maxLength: 20, description: 'Code of the managing agency (NPS, BLM, SPR, CITY)' }),
  publicAccess: code('Pub_Access', { maxLength: 5, legend: legendOf('usgs-padus', 'Pub_Access') }),
  acres: area('GIS_Acres', { unit: 'acres', description: 'Of the part of the area that one row holds' }),
});

/** Protected lands held in fee within a distance of a point; one area can come as several rows. */
export const protectedAreasNear = (sources: SourceAccess, point: GeoPoint, radiusMeters: number) =>
  layerRows(sources, protectedAreas, { point, radiusMeters, limit: 1000 });
