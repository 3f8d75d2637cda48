import { csvOf, geojsonOf } from '../../reports/pictures/geojson.ts';
import type { PlaceReport } from './schema/report.ts';

/** Forms in which positions and areas are handed out, with their media types (RFC 7946, RFC 4180). */
export const positionForms = {
  geojson: 'application/geo+json; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
} as const;
export type PositionForm = keyof typeof positionForms;

export const hasPositions = ({ sections }: Pick<PlaceReport, 'sections'>): boolean =>
  sections.some(({ kind }) => kind === 'map');

/** Positions and areas of a report as a copy of it; undefined for a report that has none. A function of the stored report. */
export function positionsCopy(
  report: PlaceReport,
  form: PositionForm,
): { readonly mediaType: string; readonly bytes: Uint8Array } | undefined {
  const map = report.sections.find((section) => section.kind === 'map');
  const distances = report.sections.find((section) => section.kind === 'distances');
  if (!map) return undefined;
  const text = form === 'csv' ? csvOf(map, distances) : JSON.stringify(geojsonOf(map, distances));
  return { mediaType: positionForms[form], bytes: Buffer.from(text) };
}
