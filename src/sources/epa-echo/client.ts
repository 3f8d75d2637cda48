import { z } from 'zod';
import { dateOf } from '../../fields/dates.ts';
import { numberOf } from '../../fields/numbers.ts';
import { type Positioned, positionOf } from '../../geometry/placed.ts';
import { defined } from '../../kernel/defined.ts';
import { hasData, type Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { registryId } from '../shared/ids.ts';
import { wrongShape } from '../shared/lookup.ts';
import card from './card.ts';
import { circleParams, queryEcho } from './query.ts';

/** A regulated facility as ECHO sums it up. Counts cover the last five years, quarters the last twelve. */
export interface Facility extends Positioned {
  readonly registryId: string;
  readonly name: string;
  readonly city?: string;
  readonly programs: readonly string[];
  readonly complianceStatus?: string;
  readonly byProgram: Readonly<Record<string, string>>;
  readonly quartersInNoncompliance?: number;
  readonly inspectionCount?: number;
  readonly lastInspectedOn?: string;
  readonly formalActionCount?: number;
  readonly lastFormalActionOn?: string;
  readonly penaltiesUsd?: number;
  readonly lastPenaltyOn?: string;
}

// column ids of echo_rest_services.metadata; without them ECHO leaves the longitude out
const columns = [1, 3, 6, 17, 18, 19, 21, 22, 24, 26, 35, 36, 37, 38, 39, 40, 41, 43, 54, 55, 60, 62];

const Row = z.looseObject({ FacName: z.string(), RegistryID: registryId });

const programIds = {
  AIRIDs: 'air',
  NPDESIDs: 'water',
  RCRAIDs: 'hazardous waste',
  SemsIDs: 'Superfund',
  TRIIDs: 'TRI',
};
const statusFields = {
  CAAComplianceStatus: 'air',
  CWAComplianceStatus: 'water',
  RCRAComplianceStatus: 'hazardous waste',
  SDWAComplianceStatus: 'drinking water',
};

function toFacility(row: Readonly<Record<string, unknown>>): Facility | undefined {
  const parsed = Row.safeParse(row);
  if (!parsed.success) return undefined;
  const byProgram = Object.entries(statusFields).flatMap(([field, program]) => {
    const status = textOf(row[field], 60);
    return status && !/^not applicable$/i.test(status) ? [[program, status] as const] : [];
  });
  const whole = (value: unknown) => numberOf(value);
  return defined({
    registryId: parsed.data.RegistryID,
    name: textOf(parsed.data.FacName, 100) ?? 'name not stated',
    city: textOf(row.FacCity, 60),
    programs: Object.entries(programIds).flatMap(([field, name]) => (textOf(row[field]) ? [name] : [])),
    complianceStatus: textOf(row.FacComplianceStatus, 60),
    byProgram: Object.fromEntries(byProgram),
    quartersInNoncompliance: whole(row.FacQtrsWithNC),
    inspectionCount: whole(row.FacInspectionCount),
    lastInspectedOn: dateOf(row.FacDateLastInspection),
    formalActionCount: whole(row.FacFormalActionCount),
    lastFormalActionOn: dateOf(row.FacDateLastFormalAction),
    penaltiesUsd: numberOf(row.FacTotalPenalties),
    lastPenaltyOn: dateOf(row.FacDateLastPenalty),
    at: positionOf(row.FacLat, row.FacLong),
  });
}

/** Facilities within a radius, as many as ECHO gives, with the source's own count of them. */
export async function facilitiesNear(
  sources: SourceAccess,
  point: GeoPoint,
  radiusMeters: number,
): Promise<Lookup<{ readonly facilities: readonly Facility[]; readonly total: number }>> {
  const found = await queryEcho(sources, card, {
    service: 'echo_rest_services',
    params: circleParams(point, radiusMeters),
    columns,
    limit: 1000,
  });
  if (!hasData(found)) return found;
  const facilities = found.data.rows.map(toFacility);
  if (facilities.some((facility) => facility === undefined)) return wrongShape(sources, card);
  return { ...found, data: { facilities: facilities as Facility[], total: found.data.total } };
}
