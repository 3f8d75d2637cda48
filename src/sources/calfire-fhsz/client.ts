import { code, table } from '../../fields/define.ts';
import { type Lookup, mapRows } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { sourceCard } from '../cards.ts';
import { layerRows } from '../shared/table-rows.ts';

export const fireZones = table('calfire-fhsz', {
  /** Negative numbers are ground that is not zoned (water, built-up land). */
  severity: code('FHSZ_Description', {
    maxLength: 40,
    required: true,
    description: 'Moderate, High, Very High or NonWildland, as the State Fire Marshal writes it',
  }),
});

const { endpoint } = sourceCard('calfire-fhsz');

/** The two maps: each is empty in the area of the other. */
export const responsibilityAreas = {
  state: endpoint.replace('FHSALRA25_v1_All', 'FHSZSRA_23_3'),
  local: endpoint,
} as const;
export type ResponsibilityArea = keyof typeof responsibilityAreas;

/** Fire hazard severity zone of one responsibility area at a point of California; `empty` outside of that area. */
export const fireZoneAt = async (
  sources: SourceAccess,
  area: ResponsibilityArea,
  point: GeoPoint,
): Promise<Lookup<readonly { readonly severity: string; readonly responsibilityArea: ResponsibilityArea }[]>> =>
  mapRows(await layerRows(sources, fireZones, { point, layerUrl: responsibilityAreas[area], limit: 5 }), ([row]) =>
    row ? [{ ...row, responsibilityArea: area }] : [],
  );
