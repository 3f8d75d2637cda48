import { code, day, id, type RowOf, table, text } from '../../fields/define.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { sourceCard } from '../cards.ts';
import { resolveLayer } from '../drivers/arcgis-services.ts';
import { layerRows } from '../shared/table-rows.ts';

const card = sourceCard('usfws-cbrs');

export const barrierUnits = table(card.id, {
  barrierUnit: id('Unit', { maxLength: 20, required: true }),
  name: text('Name', { maxLength: 100 }),
  unitType: code('Unit_Type', { maxLength: 60, description: 'System Unit or Otherwise Protected Area, as written' }),
});
export type BarrierUnit = RowOf<typeof barrierUnits>;

/** Units of the Coastal Barrier Resources System at a point, or within a distance of it; `empty` where none is mapped. */
export const barrierUnitsAt = (sources: SourceAccess, point: GeoPoint, radiusMeters?: number) =>
  layerRows(sources, barrierUnits, { point, ...(radiusMeters !== undefined && { radiusMeters }), limit: 10 });

/** Since when the Act holds at a place: the days that the form of a flood determination and an insurer ask for. */
const barrierDates = table(card.id, {
  insuranceProhibited: day('FI_Date', { means: 'new federal flood insurance prohibited from' }),
  /** Absent in Otherwise Protected Areas. */
  systemUnit: day('SU_Date', { means: 'designated as a System Unit' }),
});
export type BarrierDates = RowOf<typeof barrierDates>;

/**
 * The prohibition dates at a point. The layer is beside that of the units and is found by its name, because its
 * number differs between the services that the mapper has used.
 */
export async function barrierDatesAt(sources: SourceAccess, point: GeoPoint): Promise<Lookup<readonly BarrierDates[]>> {
  const layer = await resolveLayer(sources, card, card.endpoint.replace(/\/\d+$/, ''), /prohibition/i);
  if (!hasData(layer)) return layer;
  return layerRows(sources, barrierDates, { layerUrl: layer.data.url, point, limit: 10 });
}
