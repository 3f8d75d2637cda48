import { z } from 'zod';
import { code, computed, id, table, text } from '../../fields/define.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { layerRows, nearestLayerRows } from '../shared/table-rows.ts';

export const registered = table('nps-nrhp', {
  refNumber: id('NRIS_Refnum', { maxLength: 20, required: true }),
  name: text('RESNAME', { maxLength: 120, otherwise: 'unnamed property' }),
  kind: code('ResType', { maxLength: 30, description: 'building, site, district, structure or object' }),
  /** The register writes "X" for yes and nothing for no. */
  nationalHistoricLandmark: computed(
    ['Is_NHL'],
    z.boolean(),
    ([cell]) => textOf(cell)?.toUpperCase() === 'X' || undefined,
  ),
});

const where = "STATUS='Listed'";

/** Listed properties whose mapped area holds a point; a point of the register has no area. */
export const registeredAt = (sources: SourceAccess, point: GeoPoint) =>
  layerRows(sources, registered, { point, layer: 1, where, limit: 20 });

/** Listed properties whose mapped point lies within a distance, nearest first. */
export const registeredNear = (sources: SourceAccess, point: GeoPoint, radiusMeters: number) =>
  nearestLayerRows(sources, registered, { point, radiusMeters, where, limit: 500 });
