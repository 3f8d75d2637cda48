import { z } from 'zod';
import { type Positioned, positionOf } from '../../geometry/placed.ts';
import { defined } from '../../kernel/defined.ts';
import type { Lookup } from '../../kernel/lookup.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { textOf } from '../../kernel/text.ts';
import { dateOf } from '../../kernel/values.ts';
import { queryLayer, sqlText } from '../drivers/arcgis.ts';
import { nullableText, textOrNumber } from '../shared/fields.ts';
import { superfundId } from '../shared/ids.ts';
import { typedRows } from '../shared/typed-rows.ts';
import card from './card.ts';

export interface NplSite extends Positioned {
  readonly epaId: string;
  readonly name: string;
  /** "NPL Site", "Proposed NPL Site", "Deleted NPL Site". */
  readonly status: string;
  readonly city?: string;
  readonly county?: string;
  readonly proposedOn?: string;
  readonly listedOn?: string;
  readonly constructionCompletedOn?: string;
  readonly deletedOn?: string;
}

const Attributes = z.looseObject({
  Site_Name: z.string(),
  Site_EPA_ID: superfundId,
  Status: z.string(),
  City: nullableText,
  County: nullableText,
  Latitude: textOrNumber,
  Longitude: textOrNumber,
  Proposed_Date: textOrNumber,
  Listing_Date: textOrNumber,
  Construction_Completion_Date: textOrNumber,
  Deletion_Date: textOrNumber,
});
const outFields = Object.keys(Attributes.shape);

function toSite(row: z.infer<typeof Attributes>): NplSite {
  return defined({
    epaId: textOf(row.Site_EPA_ID, 20) ?? 'not stated',
    name: textOf(row.Site_Name, 100) ?? 'name not stated',
    status: textOf(row.Status, 40) ?? 'not stated',
    city: textOf(row.City, 60),
    county: textOf(row.County, 60),
    proposedOn: dateOf(row.Proposed_Date),
    listedOn: dateOf(row.Listing_Date),
    constructionCompletedOn: dateOf(row.Construction_Completion_Date),
    deletedOn: dateOf(row.Deletion_Date),
    at: positionOf(row.Latitude, row.Longitude),
  });
}

/** Sites on, proposed for or deleted from the list, within a radius. */
export async function nplNear(
  sources: SourceAccess,
  point: GeoPoint,
  radiusMeters: number,
): Promise<Lookup<readonly NplSite[]>> {
  const found = await queryLayer(sources, card, { point, radiusMeters, outFields, limit: 500 });
  return typedRows(sources, card, found, Attributes, toSite);
}

/** Sites of a state, by its full name as the layer writes it. */
export async function nplOfState(sources: SourceAccess, stateName: string): Promise<Lookup<readonly NplSite[]>> {
  const found = await queryLayer(sources, card, { where: `State = ${sqlText(stateName)}`, outFields, limit: 500 });
  return typedRows(sources, card, found, Attributes, toSite);
}
