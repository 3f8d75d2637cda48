import { code, flag, id, point, text } from '../../fields/define.ts';
import { type RowOf, table } from '../../fields/table.ts';
import { type Lookup, mapLookup } from '../../kernel/lookup.ts';
import type { MirrorAccess } from '../../kernel/ports/mirror.ts';
import type { SourceAccess } from '../../kernel/ports/sources.ts';
import { envirofactsRows } from '../shared/envirofacts.ts';
import { superfundId, zip5 } from '../shared/ids.ts';
import card from './card.ts';

export const superfundMirror = 'epa-superfund-sites';

export const superfundSites = table(card.id, {
  epaId: id('epa_id', { pattern: superfundId, required: true }),
  name: text('name', { maxLength: 100, otherwise: 'name not stated' }),
  zip: id('zip_code', { pattern: zip5 }),
  countyFips: id('fips_code', { pad: 5 }),
  nplCode: code('npl_status_code', {
    maxLength: 2,
    description: 'On the National Priorities List: F final, P proposed, D deleted, N not on it',
  }),
  status: text('npl_status_name', { maxLength: 60, otherwise: 'not stated' }),
  archived: flag('archived_ind'),
  at: point('primary_latitude_decimal_val', 'primary_longitude_decimal_val'),
});
export type SuperfundSite = RowOf<typeof superfundSites>;

const limit = 20_000;

/** Every site of a state: the service has no radius, and most sites have no coordinates. */
export const superfundOfState = (sources: SourceAccess, stateCode: string) =>
  envirofactsRows(
    sources,
    card,
    superfundSites,
    `sems.envirofacts_site/fk_ref_state_code/equals/${encodeURIComponent(stateCode)}`,
    limit,
  );

/** The same out of the mirrored copy. */
export function mirroredSuperfundOfState(mirror: MirrorAccess, stateCode: string): Lookup<readonly SuperfundSite[]> {
  const found = mirror.rows(superfundMirror, { state: stateCode }, { limit });
  return mapLookup(found, (rows) =>
    rows.flatMap(
      (row) =>
        superfundSites.read({
          epa_id: row.epaId,
          name: row.name,
          zip_code: row.zip,
          fips_code: row.countyFips,
          npl_status_code: row.nplCode,
          npl_status_name: row.nplStatus,
          archived_ind: row.archived,
          primary_latitude_decimal_val: row.latitude,
          primary_longitude_decimal_val: row.longitude,
        }) ?? [],
    ),
  );
}

/** Whether a site is on the National Priorities List, proposed for it or deleted from it. */
export const isNpl = ({ nplCode = '' }: SuperfundSite) => /^[FPD]$/.test(nplCode);
