import { z } from 'zod';
import { numberOf } from '../../fields/numbers.ts';
import { defined } from '../../kernel/defined.ts';
import type { Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { queryLayer } from '../drivers/arcgis.ts';
import { pwsId } from '../shared/ids.ts';
import { typedRows } from '../shared/typed-rows.ts';
import card from './card.ts';

export interface ServiceArea {
  readonly pwsId: string;
  readonly name: string;
  readonly populationServed?: number;
  readonly connections?: number;
  /** How the boundary was made, in the layer's words; absent where it was reported and not modeled. */
  readonly modelMethod?: string;
  readonly verification?: string;
}

const fields = [
  'PWSID',
  'PWS_Name',
  'Population_Served_Count',
  'Service_Connections_Count',
  'Model_Method',
  'Verification_Status',
] as const;
const Attributes = z.looseObject({ PWSID: pwsId, PWS_Name: z.string().nullish() });

/** Service areas of community water systems that hold the point, or that reach into a radius around it. */
export async function serviceAreasAt(
  sources: SourceAccess,
  point: GeoPoint,
  radiusMeters?: number,
): Promise<Lookup<readonly ServiceArea[]>> {
  const rows = await queryLayer(sources, card, {
    point,
    ...(radiusMeters !== undefined && { radiusMeters }),
    outFields: fields,
    limit: 50,
  });
  return typedRows(sources, card, rows, Attributes, (row) =>
    defined({
      pwsId: row.PWSID,
      name: textOf(row.PWS_Name, 100) ?? 'name not stated',
      populationServed: numberOf(row.Population_Served_Count),
      connections: numberOf(row.Service_Connections_Count),
      modelMethod: textOf(row.Model_Method, 60),
      verification: textOf(row.Verification_Status, 40),
    }),
  );
}
