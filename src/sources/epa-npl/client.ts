import { code, day, id, point, type RowOf, table, text } from '../../fields/define.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import type { GeoPoint } from '../../kernel/subject.ts';
import { quoted } from '../drivers/rows.ts';
import { superfundId } from '../shared/ids.ts';
import { layerRows } from '../shared/table-rows.ts';

export const nplSites = table('epa-npl', {
  epaId: id('Site_EPA_ID', { pattern: superfundId, required: true }),
  name: text('Site_Name', { maxLength: 100, otherwise: 'name not stated' }),
  status: code('Status', {
    maxLength: 40,
    required: true,
    description: 'On the list, proposed for it, or deleted from it',
  }),
  city: text('City', { maxLength: 60 }),
  county: text('County', { maxLength: 60 }),
  proposedOn: day('Proposed_Date', { means: 'proposed' }),
  listedOn: day('Listing_Date', { means: 'listed' }),
  constructionCompletedOn: day('Construction_Completion_Date', { means: 'construction completed' }),
  deletedOn: day('Deletion_Date', { means: 'deleted' }),
  at: point('Latitude', 'Longitude'),
});
export type NplSite = RowOf<typeof nplSites>;

/** Sites on, proposed for or deleted from the list, within a radius. */
export const nplNear = (sources: SourceAccess, point: GeoPoint, radiusMeters: number) =>
  layerRows(sources, nplSites, { point, radiusMeters, limit: 500 });

/** Sites of a state, by its full name as the layer writes it. */
export const nplOfState = (sources: SourceAccess, stateName: string) =>
  layerRows(sources, nplSites, { where: `State = ${quoted(stateName)}`, limit: 500 });
