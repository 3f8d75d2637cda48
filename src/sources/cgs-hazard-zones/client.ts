import { table, text } from '../../fields/define.ts';
import { type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { sourceCard } from '../cards.ts';
import { layerRows } from '../shared/table-rows.ts';

export const quadrangles = table('cgs-hazard-zones', {
  quadrangle: text('QUAD_NAME', { maxLength: 60, description: 'Map sheet of the zone' }),
});

const { endpoint } = sourceCard('cgs-hazard-zones');
const service = (name: string) => endpoint.replace('CGS_Alquist_Priolo_Fault_Zones', name);

/** The zones of the survey, each with its layer. */
export const seismicZones = {
  fault_rupture: endpoint,
  liquefaction: service('CGS_Liquefaction_Zones'),
  landslide: service('CGS_Landslide_Zones'),
} as const;
export type SeismicZone = keyof typeof seismicZones;

/** The zone of one kind at a point of California; `empty` where none is mapped, which is not "none exists". */
export async function seismicZoneAt(sources: SourceAccess, zone: SeismicZone, point: GeoPoint) {
  const found = await layerRows(sources, quadrangles, { point, layerUrl: seismicZones[zone], limit: 10 });
  return mapLookup(found, ([row]) => ({ zone, ...row })) satisfies Lookup<{ zone: SeismicZone; quadrangle?: string }>;
}
