import { z } from 'zod';
import { code, computed, count, day, id, money, point, type RowOf, table, text } from '../../fields/define.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { circleParams, echoRows } from '../drivers/echo.ts';
import { registryId } from '../shared/ids.ts';

const programIds = {
  AIRIDs: 'air',
  NPDESIDs: 'water',
  RCRAIDs: 'hazardous waste',
  SemsIDs: 'Superfund',
  TRIIDs: 'TRI',
};
const programStatuses = {
  CAAComplianceStatus: 'air',
  CWAComplianceStatus: 'water',
  RCRAComplianceStatus: 'hazardous waste',
  SDWAComplianceStatus: 'drinking water',
};

function statusByProgram(cells: readonly unknown[]): Record<string, string> {
  const stated = Object.values(programStatuses).flatMap((program, at) => {
    const status = textOf(cells[at], 60);
    return status && !/^not applicable$/i.test(status) ? [[program, status] as const] : [];
  });
  return Object.fromEntries(stated);
}

const fiveYears = 'Last five years';

export const facilities = table('epa-echo', {
  registryId: id('RegistryID', { pattern: registryId, required: true }),
  name: text('FacName', { maxLength: 100, otherwise: 'name not stated' }),
  city: text('FacCity', { maxLength: 60 }),
  programs: computed(
    Object.keys(programIds),
    z.array(z.string()),
    (cells) => Object.values(programIds).filter((_, at) => textOf(cells[at]) !== undefined),
    { required: true },
  ),
  complianceStatus: code('FacComplianceStatus', { maxLength: 60, description: "ECHO's own words" }),
  byProgram: computed(Object.keys(programStatuses), z.record(z.string(), z.string()), statusByProgram, {
    required: true,
  }),
  quartersInNoncompliance: count('FacQtrsWithNC', { description: 'Of the last twelve' }),
  inspectionCount: count('FacInspectionCount', { description: fiveYears }),
  lastInspectedOn: day('FacDateLastInspection', { means: 'last inspected' }),
  formalActionCount: count('FacFormalActionCount', { description: fiveYears }),
  lastFormalActionOn: day('FacDateLastFormalAction', { means: 'last formal enforcement action' }),
  penaltiesUsd: money('FacTotalPenalties', { zero: 'real', means: 'assessed', description: fiveYears }),
  at: point('FacLat', 'FacLong'),
});
export type Facility = RowOf<typeof facilities>;

// ids of the columns above in echo_rest_services.metadata; without its own, ECHO leaves the longitude out
const columns = [1, 3, 6, 17, 18, 19, 21, 22, 24, 26, 35, 36, 37, 38, 39, 40, 41, 43, 54, 55, 60];

/** Facilities within a radius, as many as ECHO gives, with the source's own count of them. */
export const facilitiesNear = (sources: SourceAccess, from: GeoPoint, radiusMeters: number) =>
  echoRows(sources, facilities, {
    params: circleParams(from, radiusMeters),
    columns,
    limit: 1000,
  });
